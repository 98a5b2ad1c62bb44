//! COMMAND.

use codec_common::{At, Sink};

use crate::{
    encode::{Body, total},
    fields,
    json::{Object, Text},
};

/// A command of a client to the broker: page, "Command".
///
/// ```text
/// {"version":1,"type":"COMMAND","command":TEXT,"requestId":TEXT,"payload":OBJECT}
/// ```
///
/// The names of commands are an open set; the page names `QUEUE_DECLARE`. A request id is any text; the answer
/// has the same.
///
/// ```
/// use mx_codec::{Command, Encode, LIMITS, json::Object};
/// let payload = Object::new(r#"{"name":"orders","durable":true}"#)?;
/// let command = Command::new("QUEUE_DECLARE", "request-uuid", payload);
/// let mut frame = [0; 130];
/// command.encode_to_slice(&mut frame, &LIMITS)?;
/// assert!(frame.starts_with(b"\0\0\0\x7e{\"version\":1,\"type\":\"COMMAND\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// What is to be done.
    pub command: Text<'a>,
    /// What the answer will be known by.
    pub request_id: Text<'a>,
    /// What the command needs to know.
    pub payload: Object<'a>,
}

impl<'a> Command<'a> {
    /// The command of this name.
    #[inline]
    #[must_use]
    pub fn new(command: impl Into<Text<'a>>, request_id: impl Into<Text<'a>>, payload: Object<'a>) -> Self {
        Self { command: command.into(), request_id: request_id.into(), payload }
    }
}

const HEAD: &[u8] = br#"{"version":1,"type":"COMMAND","command":""#;
const REQUEST_ID: &[u8] = br#"","requestId":""#;
const PAYLOAD: &[u8] = br#"","payload":"#;

impl<'a> Body<'a> for Command<'a> {
    fn at(&self) -> At {
        &fields::COMMAND
    }

    fn is_utf8(&self) -> bool {
        !self.command.has_lone_surrogate() && !self.request_id.has_lone_surrogate()
    }

    #[inline]
    fn measure(&self) -> usize {
        const FIXED: usize = HEAD.len() + REQUEST_ID.len() + PAYLOAD.len() + 1;
        let payload = self.payload.as_str().len();
        total([FIXED, self.command.measure(), self.request_id.measure(), payload])
    }

    #[inline]
    fn write<S: Sink<'a>>(&self, sink: &mut S) {
        sink.put(HEAD);
        self.command.write(sink);
        sink.put(REQUEST_ID);
        self.request_id.write(sink);
        sink.put(PAYLOAD);
        sink.put_borrowed(self.payload.as_str().as_bytes());
        sink.put(b"}");
    }
}
