//! CONFIRM and REJECT events (reference 4.1, 4.3): one layout, two meanings.

use crate::event::EventType;
use crate::guid::MessageGuid;
use crate::items::{Item, ItemNames, Items};
use crate::names::{confirm, confirm_message as at, reject};
use codec_common::inspect::{Value, Visitor};
use codec_common::{At, DecodeError, Fault, Inspect, Reader, Sink, Wire};

/// The confirmations of a CONFIRM event.
pub type Confirms<'a> = Items<'a, ConfirmMessage>;
/// The rejections of a REJECT event.
pub type Rejects<'a> = Items<'a, RejectMessage>;

macro_rules! confirm_like {
    ($(#[$doc:meta])* $name:ident, $text:literal, $event:ident, $names:ident) => {
        $(#[$doc])*
        ///
        /// ```text
        /// +---------------------------------------------------------------+
        /// |                            queueId                            |  0
        /// +---------------------------------------------------------------+
        /// |                        GUID (16 bytes)                        |  4
        /// +---------------------------------------------------------------+
        /// |                           subQueueId                          |  20
        /// +---------------------------------------------------------------+
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name {
            /// The queue, as numbered in `openQueue`.
            pub queue_id: u32,
            /// The GUID of the message, as its PUSH gave it.
            pub guid: MessageGuid,
            /// `subIdInfo.subId` of `openQueue`; 0 for a queue that is not a fan-out.
            pub sub_queue_id: u32,
        }

        impl $name {
            /// The 24 bytes.
            #[cfg_attr(not(feature = "small"), inline(always))]
            #[must_use]
            pub const fn to_bytes(&self) -> [u8; 24] {
                let [q0, q1, q2, q3] = self.queue_id.to_be_bytes();
                let [g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, ga, gb, gc, gd, ge, gf] = self.guid.0;
                let [s0, s1, s2, s3] = self.sub_queue_id.to_be_bytes();
                [
                    q0, q1, q2, q3, g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, ga, gb, gc, gd, ge, gf, s0, s1, s2,
                    s3,
                ]
            }
        }

        impl Item for $name {
            const NAMES: ItemNames = ItemNames {
                event: EventType::$event,
                header_words: &$names::HEADER_WORDS,
                per_message_words: &$names::PER_MESSAGE_WORDS,
                message: &$names::MESSAGE,
                whole: &$names::EVENT,
            };

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn from_bytes(bytes: &[u8; 24]) -> Self {
                let &[
                    q0, q1, q2, q3, g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, ga, gb, gc, gd, ge, gf, s0, s1, s2,
                    s3,
                ] = bytes;
                Self {
                    queue_id: u32::from_be_bytes([q0, q1, q2, q3]),
                    guid: MessageGuid([g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, ga, gb, gc, gd, ge, gf]),
                    sub_queue_id: u32::from_be_bytes([s0, s1, s2, s3]),
                }
            }
        }

        impl<'a> Wire<'a> for $name {
            const MIN_LEN: usize = 24;
            const FIXED: bool = true;

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn decode(reader: &mut Reader<'a>, at: At) -> Result<Self, DecodeError> {
                reader.array::<24>(at).map(Self::from_bytes)
            }

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn measure(&self, _: &mut Fault, _: At) -> usize {
                24
            }

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn encode<S: Sink<'a>>(&self, sink: &mut S) {
                sink.put_array(self.to_bytes());
            }
        }

        impl<'a> Inspect<'a> for $name {
            fn inspect(
                reader: &mut Reader<'a>,
                place: At,
                visitor: &mut dyn Visitor,
            ) -> Result<(), DecodeError> {
                visitor.enter(place, reader.offset(), $text, None);
                u32::inspect(reader, &at::QUEUE_ID, visitor)?;
                let start = reader.offset();
                let guid = MessageGuid::decode(reader, &at::GUID)?;
                visitor.value(&at::GUID, start..reader.offset(), Value::Bytes(&guid.0));
                u32::inspect(reader, &at::SUB_QUEUE_ID, visitor)?;
                visitor.leave(reader.offset());
                Ok(())
            }
        }
    };
}

confirm_like! {
    /// One confirmation: the consumer has dealt with the message. 24 bytes.
    ConfirmMessage, "ConfirmMessage", CONFIRM, confirm
}

confirm_like! {
    /// One rejection: the consumer could not deal with the message. 24 bytes. No client sends it today; the official
    /// library has the structure.
    RejectMessage, "RejectMessage", REJECT, reject
}
