//! What tells PUT and PUSH apart.

use super::{Message, Names, PushFlags, PutFlags};
use crate::CrcScope;
use crate::event::EventType;
use core::fmt;

mod sealed {
    /// Only this crate's kinds.
    pub trait Sealed {}
}

/// The kind of a message: [`Put`] or [`Push`].
pub trait Kind: sealed::Sealed + Copy + 'static {
    /// Its flags.
    type Flags: Copy + fmt::Debug;
    /// Its name.
    const NAME: &'static str;
    /// The event that holds such messages.
    const EVENT_TYPE: EventType;
    /// Bytes of the header that current peers write.
    const HEADER_LEN: usize;
    /// Where the schema id stands in the header.
    const SCHEMA_OFFSET: usize;
    /// True where the header has a CRC.
    #[doc(hidden)]
    const HAS_CRC: bool;
    /// The flag MESSAGE_PROPERTIES within the first word.
    #[doc(hidden)]
    const PROPERTIES: u32 = 2 << 28;
    /// The flags of a nibble.
    #[doc(hidden)]
    fn flags(nibble: u8) -> Self::Flags;
    /// True when the first word has the flag IMPLICIT_PAYLOAD.
    #[doc(hidden)]
    fn is_implicit(first: u32) -> bool;
    /// The names of the header's fields.
    #[doc(hidden)]
    fn names() -> Names;
    /// Which bytes the message's CRC holds over; `None` for a kind without one.
    #[doc(hidden)]
    fn crc_scope(message: &Message<'_, Self>) -> Option<CrcScope>;
}

/// PUT: from client to broker.
///
/// ```text
///        0               1               2               3
/// +-------+-------+---------------+---------------+---------------+
/// | flags |                 messageWords (28)                     |  0
/// +-------+-------+---------------+---------------+-----+---------+
/// |               optionsWords (24)               | CAT | hdrWords|  4
/// +-----------------------------------------------+-----+---------+
/// |                            queueId                            |  8
/// +---------------------------------------------------------------+
/// |       GUID, or: 0, correlation id (24), twelve times 0        |  12
/// |                           (16 bytes)                          |
/// +---------------------------------------------------------------+
/// |                            CRC32-C                            |  28
/// +-------------------------------+-------------------------------+
/// |           schemaId            |           reserved            |  32
/// +-------------------------------+-------------------------------+
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {}

/// PUSH: from broker to client.
///
/// ```text
///        0               1               2               3
/// +-------+-------+---------------+---------------+---------------+
/// | flags |                 messageWords (28)                     |  0
/// +-------+-------+---------------+---------------+-----+---------+
/// |               optionsWords (24)               | CAT | hdrWords|  4
/// +-----------------------------------------------+-----+---------+
/// |                            queueId                            |  8
/// +---------------------------------------------------------------+
/// |                        GUID (16 bytes)                        |  12
/// +-------------------------------+-------------------------------+
/// |           schemaId            |           reserved            |  28
/// +-------------------------------+-------------------------------+
/// ```
///
/// Old peers leave out the last word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Push {}

impl sealed::Sealed for Put {}
impl sealed::Sealed for Push {}

macro_rules! names_of {
    ($module:ident) => {{
        use crate::names::$module as at;
        Names {
            whole: &at::WHOLE,
            message_words: &at::MESSAGE_WORDS,
            options_words: &at::OPTIONS_WORDS,
            cat: &at::CAT,
            header_words: &at::HEADER_WORDS,
            schema_id: &at::SCHEMA_ID,
            app_data: &at::APP_DATA,
            payload: &at::PAYLOAD,
            event: &at::EVENT,
        }
    }};
}

impl Kind for Put {
    type Flags = PutFlags;
    const NAME: &'static str = "PUT";
    const EVENT_TYPE: EventType = EventType::PUT;
    const HEADER_LEN: usize = 36;
    const SCHEMA_OFFSET: usize = 32;
    const HAS_CRC: bool = true;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn flags(nibble: u8) -> PutFlags {
        PutFlags(nibble)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn is_implicit(_: u32) -> bool {
        false
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn names() -> Names {
        names_of!(put)
    }

    fn crc_scope(message: &Message<'_, Self>) -> Option<CrcScope> {
        Some(message.crc_scope())
    }
}

impl Kind for Push {
    type Flags = PushFlags;
    const NAME: &'static str = "PUSH";
    const EVENT_TYPE: EventType = EventType::PUSH;
    const HEADER_LEN: usize = 32;
    const SCHEMA_OFFSET: usize = 28;
    const HAS_CRC: bool = false;

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn flags(nibble: u8) -> PushFlags {
        PushFlags(nibble)
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn is_implicit(first: u32) -> bool {
        first & (1 << 28) != 0
    }

    #[cfg_attr(not(feature = "small"), inline(always))]
    fn names() -> Names {
        names_of!(push)
    }

    fn crc_scope(_: &Message<'_, Self>) -> Option<CrcScope> {
        None
    }
}
