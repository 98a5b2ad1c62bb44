//! EVENT.

use codec_common::{At, Sink};

use crate::{
    encode::{Body, total},
    fields,
    json::{Raw, Text},
};

/// What the broker tells unasked: page, "Event".
///
/// ```text
/// {"version":1,"type":"EVENT","event":TEXT,"payload":VALUE}
/// ```
///
/// The names of events are an open set; the page names `MESSAGE_DELIVERED`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<'a> {
    /// What happened.
    pub event: Text<'a>,
    /// More about it. The page shows an object and says nothing else, so any value is accepted, and none.
    pub payload: Option<Raw<'a>>,
}

impl<'a> Event<'a> {
    /// The event of this name.
    #[inline]
    #[must_use]
    pub fn new(event: impl Into<Text<'a>>, payload: impl Into<Raw<'a>>) -> Self {
        Self { event: event.into(), payload: Some(payload.into()) }
    }
}

const HEAD: &[u8] = br#"{"version":1,"type":"EVENT","event":""#;
const PAYLOAD: &[u8] = br#"","payload":"#;
const NO_PAYLOAD: &[u8] = br#"""#;

impl<'a> Body<'a> for Event<'a> {
    fn at(&self) -> At {
        &fields::EVENT
    }

    fn is_utf8(&self) -> bool {
        !self.event.has_lone_surrogate()
    }

    #[inline]
    fn measure(&self) -> usize {
        const FIXED: usize = HEAD.len() + 1;
        let payload = match self.payload {
            Some(payload) => payload.as_str().len().saturating_add(PAYLOAD.len()),
            None => NO_PAYLOAD.len(),
        };
        total([FIXED, self.event.measure(), payload])
    }

    #[inline]
    fn write<S: Sink<'a>>(&self, sink: &mut S) {
        sink.put(HEAD);
        self.event.write(sink);
        match self.payload {
            Some(payload) => {
                sink.put(PAYLOAD);
                sink.put_borrowed(payload.as_str().as_bytes());
            }
            None => sink.put(NO_PAYLOAD),
        }
        sink.put(b"}");
    }
}
