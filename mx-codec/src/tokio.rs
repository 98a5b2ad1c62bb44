//! Messages into a stream of `tokio_util::codec`.

use bytes::BytesMut;
use codec_common::frame::FrameCodecError;
use tokio_util::codec::Encoder;

use crate::{Command, Encode, Envelope, Event, FrameCodec, Message, Response};

macro_rules! encoders {
    ($($name:ident)+) => {$(
        impl Encoder<$name<'_>> for FrameCodec {
            type Error = FrameCodecError;

            /// Appends the message as a frame; on an error nothing.
            fn encode(&mut self, message: $name<'_>, out: &mut BytesMut) -> Result<(), FrameCodecError> {
                out.reserve(message.frame_len(self.send_limits())?);
                message.encode_to_buf(out, self.send_limits())?;
                Ok(())
            }
        }
    )+};
}

encoders! { Command Response Event Message Envelope }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LIMITS;
    use tokio_util::codec::Decoder;

    #[test]
    fn messages_go_out_and_frames_come_in() {
        let mut codec = FrameCodec::new(LIMITS);
        let mut stream = BytesMut::new();
        let event = Event { event: "E".into(), payload: None };
        codec.encode(event, &mut stream).unwrap();
        codec.encode(Message::from(event), &mut stream).unwrap();
        for _ in 0..2 {
            let frame = codec.decode(&mut stream).unwrap().unwrap();
            let envelope = Envelope::decode(&frame, &LIMITS).unwrap();
            assert_eq!(envelope.message(), &Message::from(event));
        }
        assert!(stream.is_empty());
        codec.set_send_limits(LIMITS.with_max_frame(10));
        assert!(matches!(codec.encode(event, &mut stream), Err(FrameCodecError::Encode(_))));
        assert!(stream.is_empty());
    }
}
