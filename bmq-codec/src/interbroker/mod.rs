//! Events between brokers: storage, recovery, replication receipts and the cluster state ledger (reference 9).
//!
//! | event | module | body |
//! |---|---|---|
//! | STORAGE, PARTITION_SYNC | [`StorageMessage`] | 1..n messages |
//! | RECOVERY | [`RecoveryMessage`] | 1..n chunks of files |
//! | REPLICATION_RECEIPT | [`ReplicationReceipt`] | 16 bytes |
//! | CLUSTER_STATE | [`ClusterStateRecord`] | one record of the ledger |
//!
//! Messages that would not move on (0 words, or fewer than their header has) are refused, and lengths are added in
//! 64 bits. [`build`](crate::build) has the builders.

/// What every message that has a header shares: its bytes and where they are.
macro_rules! raw {
    ($name:ident) => {
        impl<'a> $name<'a> {
            /// All bytes: what encodes it again.
            #[must_use]
            pub const fn bytes(&self) -> &'a [u8] {
                self.0.bytes
            }

            /// Its offset in the event.
            #[must_use]
            pub const fn offset(&self) -> usize {
                self.0.offset
            }

            /// Length of the header in bytes.
            #[must_use]
            pub const fn header_len(&self) -> usize {
                self.0.header_len
            }
        }
    };
}

mod cluster_state;
mod receipt;
mod recovery;
mod storage;

pub use cluster_state::{ClusterStateRecord, ClusterStateRecordType, NewClusterStateRecord};
pub use receipt::ReplicationReceipt;
pub use recovery::{NewRecovery, RecoveryFileChunkType, RecoveryMessage};
pub use storage::{NewStorage, StorageFlags, StorageMessage, StorageMessageType};

pub(crate) use cluster_state::{
    HEADER_LEN as CLUSTER_STATE_HEADER_LEN, HEADER_WORDS as CLUSTER_STATE_HEADER_WORDS,
};
pub(crate) use recovery::{CHUNK_SOFT_MAX as RECOVERY_CHUNK_SOFT_MAX, HEADER_WORDS as RECOVERY_HEADER_WORDS};
pub(crate) use storage::{
    HEADER_WORDS as STORAGE_HEADER_WORDS, PAYLOAD_SOFT_MAX as STORAGE_PAYLOAD_SOFT_MAX,
    PROTOCOL_VERSION as STORAGE_PROTOCOL_VERSION,
};

use crate::Strictness;
use codec_common::{At, DecodeError, Rule};
use core::fmt;
use core::marker::PhantomData;

/// The bytes of a message and how many of them are its header.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Raw<'a> {
    bytes: &'a [u8],
    header_len: usize,
    /// Of the message, in the event.
    offset: usize,
}

impl fmt::Debug for Raw<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{} bytes>", self.bytes.len())
    }
}

impl<'a> Raw<'a> {
    fn header(&self) -> &'a [u8] {
        self.bytes.get(..self.header_len).unwrap_or_default()
    }

    /// What follows the header.
    fn body(&self) -> &'a [u8] {
        self.bytes.get(self.header_len..).unwrap_or_default()
    }
}

/// A message with a header that says the length of both in words.
pub trait Record<'a>: Sized + fmt::Debug {
    /// What the header at the start of `bytes` says: its own length and that of the message, in words.
    #[doc(hidden)]
    fn words(bytes: &[u8], offset: usize) -> Result<(u8, u32), DecodeError>;

    /// The message of those bytes.
    #[doc(hidden)]
    fn new(raw: Raw<'a>) -> Self;

    /// The names of the message, its header's length, and its own.
    #[doc(hidden)]
    const NAMES: [At; 3];

    /// Where in the header its length stands.
    #[doc(hidden)]
    const HEADER_WORDS_AT: usize;
}

static SHORT_HEADER: Rule = Rule("a header has at least 2 words");
static SHORT_MESSAGE: Rule = Rule("a message has at least the words of its header");
static LONG_MESSAGE: Rule = Rule("a message must end inside the event");
static NO_MESSAGES: Rule = Rule("the event must hold a message");

/// The messages of an event, one after the other; the first one that is malformed ends them. An event without any is
/// refused as one of PUT is, and read under [`Strictness::Lenient`].
pub struct Records<'a, R> {
    rest: &'a [u8],
    offset: usize,
    strictness: Strictness,
    // An event without messages is refused once.
    begun: bool,
    record: PhantomData<fn() -> R>,
}

impl<R> Clone for Records<'_, R> {
    fn clone(&self) -> Self {
        Self { record: PhantomData, ..*self }
    }
}

impl<R> fmt::Debug for Records<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Records(<{} bytes>)", self.rest.len())
    }
}

impl<'a, R: Record<'a>> Records<'a, R> {
    pub(crate) const fn new(bytes: &'a [u8], offset: usize, strictness: Strictness) -> Self {
        Self { rest: bytes, offset, strictness, begun: false, record: PhantomData }
    }

    /// True when the event holds no message.
    #[must_use]
    pub const fn is_empty_event(&self) -> bool {
        !self.begun && self.rest.is_empty()
    }

    /// The error of an event without messages.
    #[must_use]
    pub fn empty_event_fault(&self) -> DecodeError {
        let [message, ..] = R::NAMES;
        DecodeError::bad_length(0, &NO_MESSAGES, self.offset, message)
    }

    /// The bytes of the messages that are left.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.rest
    }

    fn decode(&self) -> Result<(R, &'a [u8]), DecodeError> {
        let [message, header_at, words_at] = R::NAMES;
        let (bytes, offset) = (self.rest, self.offset);
        if bytes.len() < 8 {
            return Err(DecodeError::truncated(8, bytes.len(), offset, message));
        }
        let (header_words, words) = R::words(bytes, offset)?;
        let header_len = usize::from(header_words) << 2;
        if header_words < 2 {
            let offset = offset.saturating_add(R::HEADER_WORDS_AT);
            return Err(DecodeError::bad_length(header_len, &SHORT_HEADER, offset, header_at));
        }
        // In 64 bits: a word count of 28 bits and four times that do not fit every usize.
        let len = u64::from(words) << 2;
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        if len < header_len {
            return Err(DecodeError::bad_length(len, &SHORT_MESSAGE, offset, words_at));
        }
        match bytes.split_at_checked(len) {
            Some((bytes, rest)) => Ok((R::new(Raw { bytes, header_len, offset }), rest)),
            None => Err(DecodeError::bad_length(len, &LONG_MESSAGE, offset, words_at)),
        }
    }
}

impl<'a, R: Record<'a>> Iterator for Records<'a, R> {
    type Item = Result<R, DecodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        let begun = core::mem::replace(&mut self.begun, true);
        if self.rest.is_empty() {
            let is_refused = !begun && self.strictness == Strictness::Official;
            return is_refused.then(|| Err(self.empty_event_fault()));
        }
        match self.decode() {
            Ok((record, rest)) => {
                let len = self.rest.len().saturating_sub(rest.len());
                self.offset = self.offset.saturating_add(len);
                self.rest = rest;
                Some(Ok(record))
            }
            Err(error) => {
                self.rest = &[];
                Some(Err(error))
            }
        }
    }
}

/// The messages of a STORAGE or PARTITION_SYNC event.
pub type StorageMessages<'a> = Records<'a, StorageMessage<'a>>;
/// The messages of a RECOVERY event.
pub type RecoveryMessages<'a> = Records<'a, RecoveryMessage<'a>>;

/// `len` bytes of a header from `from` on, as a number; 0 where the header ends before.
fn field(header: &[u8], from: usize, len: usize) -> u64 {
    let bytes = header.get(from..from.saturating_add(len)).unwrap_or_default();
    bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

fn field32(header: &[u8], from: usize) -> u32 {
    u32::try_from(field(header, from, 4)).unwrap_or(0)
}

fn field16(header: &[u8], from: usize) -> u16 {
    u16::try_from(field(header, from, 2)).unwrap_or(0)
}

fn field8(header: &[u8], from: usize) -> u8 {
    header.get(from).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crate::{Body, DecodeError, Event, EventType, Strictness};
    use std::vec::Vec;

    fn steps(event_type: EventType, body: &[u8], strictness: Strictness) -> Vec<Result<(), DecodeError>> {
        let len = u8::try_from(8 + body.len()).unwrap();
        let bytes = [&[0, 0, 0, len, 0x40 | event_type.0, 2, 0, 0], body].concat();
        match Event::decode(&bytes).unwrap().body_with(strictness).unwrap() {
            Body::Storage(all) | Body::PartitionSync(all) => all.map(|one| one.map(|_| ())).collect(),
            Body::Recovery(all) => all.map(|one| one.map(|_| ())).collect(),
            body => panic!("{body:?}"),
        }
    }

    const ALL: [EventType; 3] = [EventType::STORAGE, EventType::RECOVERY, EventType::PARTITION_SYNC];

    /// Reference 1.2: each of these events holds 1 to n messages.
    #[test]
    fn an_event_without_messages_is_refused_once_and_read_leniently() {
        for event_type in ALL {
            let refused = steps(event_type, &[], Strictness::Official);
            let [Err(error)] = refused[..] else { panic!("{event_type}: {refused:?}") };
            assert_eq!((error.reason().name(), error.offset()), ("bad_length", 8));
            assert_eq!(steps(event_type, &[], Strictness::Lenient), []);
        }
    }

    #[test]
    fn a_short_header_is_told_at_the_byte_that_says_so() {
        for (event_type, offset) in ALL.into_iter().zip([12, 13, 12]) {
            let refused = steps(event_type, &[0, 0, 0, 2, 0x10, 0x10, 0, 0], Strictness::Official);
            let [Err(error)] = refused[..] else { panic!("{event_type}: {refused:?}") };
            assert_eq!((error.field(), error.offset()), ("headerWords", offset));
        }
    }
}
