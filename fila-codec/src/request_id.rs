//! "Request ID Space": who began what, and ids that are not in use.

use core::fmt;

/// A request id, which correlates a response with its request ("Request ID Space").
///
/// ```text
/// 0                        the handshake
/// 0x00000001 - 0x7FFFFFFF  the client's requests and their responses; deliveries of its subscriptions
/// 0x80000000               neither range has it
/// 0x80000001 - 0xFFFFFFFF  the server's requests and their responses
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u32);

/// Which part of the id space a [`RequestId`] is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Originator {
    /// 0: the handshake, and frames whose sender has no id to name (`Disconnect`, some `Error`s).
    Handshake,
    /// The client began it.
    Client,
    /// 0x80000000: no one can have.
    OutOfRange,
    /// The server began it.
    Server,
}

const BIT_31: u32 = 0x8000_0000;

impl RequestId {
    /// The handshake's id, 0.
    pub const HANDSHAKE: Self = Self(0);
    /// The client's first id, 1.
    pub const FIRST_CLIENT: Self = Self(1);
    /// The client's last id, 0x7FFFFFFF.
    pub const LAST_CLIENT: Self = Self(BIT_31.wrapping_sub(1));
    /// The server's first id, 0x80000001.
    pub const FIRST_SERVER: Self = Self(BIT_31.wrapping_add(1));
    /// The server's last id, 0xFFFFFFFF.
    pub const LAST_SERVER: Self = Self(u32::MAX);

    /// Who began the request with this id.
    ///
    /// ```
    /// use fila_codec::{Originator, RequestId};
    /// assert_eq!(RequestId(0x7FFF_FFFF).originator(), Originator::Client);
    /// assert_eq!(RequestId(0x8000_0001).originator(), Originator::Server);
    /// assert_eq!(RequestId(0x8000_0000).originator(), Originator::OutOfRange);
    /// ```
    #[inline]
    #[must_use]
    pub const fn originator(self) -> Originator {
        match self.0 {
            0 => Originator::Handshake,
            BIT_31 => Originator::OutOfRange,
            1..BIT_31 => Originator::Client,
            _ => Originator::Server,
        }
    }
}

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RequestId({self})")
    }
}

/// Decimal in the client's range, hexadecimal elsewhere.
impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < BIT_31 { write!(f, "{}", self.0) } else { write!(f, "{:#010x}", self.0) }
    }
}

/// Gives out request ids of one side's range, in order, wrapping around within it.
///
/// Ids are per connection: use one allocator for each.
///
/// ```
/// use fila_codec::{RequestId, RequestIds};
/// let mut ids = RequestIds::client();
/// assert_eq!(ids.next_free(|_| false), Some(RequestId(1)));
/// assert_eq!(ids.next_free(|id| id == RequestId(2)), Some(RequestId(3)));
/// ```
#[derive(Clone, Debug)]
pub struct RequestIds {
    first: u32,
    last: u32,
    next: u32,
}

impl RequestIds {
    /// How many ids in a row [`next_free`](Self::next_free) looks at.
    pub const MAX_TRIES: u32 = 65_536;

    /// Ids for a client's requests: 1 to 0x7FFFFFFF.
    #[must_use]
    pub const fn client() -> Self {
        Self::between(RequestId::FIRST_CLIENT, RequestId::LAST_CLIENT)
    }

    /// Ids for a server's requests, such as its pings: 0x80000001 to 0xFFFFFFFF.
    #[must_use]
    pub const fn server() -> Self {
        Self::between(RequestId::FIRST_SERVER, RequestId::LAST_SERVER)
    }

    const fn between(first: RequestId, last: RequestId) -> Self {
        Self { first: first.0, last: last.0, next: first.0 }
    }

    /// The next id for which `is_live` is false: one that is pending or names a subscription must not be used
    /// again. `None` when [`MAX_TRIES`](Self::MAX_TRIES) ids in a row are live.
    pub fn next_free(&mut self, mut is_live: impl FnMut(RequestId) -> bool) -> Option<RequestId> {
        for _ in 0..Self::MAX_TRIES {
            let id = RequestId(self.next);
            self.next = if self.next >= self.last { self.first } else { self.next.wrapping_add(1) };
            if !is_live(id) {
                return Some(id);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;

    #[test]
    fn ids_wrap_within_their_range() {
        for (mut ids, first, last) in [
            (RequestIds::client(), RequestId::FIRST_CLIENT, RequestId::LAST_CLIENT),
            (RequestIds::server(), RequestId::FIRST_SERVER, RequestId::LAST_SERVER),
        ] {
            assert_eq!(ids.next_free(|_| false), Some(first));
            ids.next = last.0;
            assert_eq!(ids.next_free(|_| false), Some(last));
            assert_eq!(ids.next_free(|id| id == first), Some(RequestId(first.0 + 1)));
        }
    }

    #[test]
    fn a_range_of_live_ids_gives_none_and_the_search_goes_on_behind_it() {
        let mut ids = RequestIds::client();
        let live = |id: RequestId| id.0 <= RequestIds::MAX_TRIES;
        assert_eq!(ids.next_free(live), None);
        assert_eq!(ids.next_free(live), Some(RequestId(RequestIds::MAX_TRIES + 1)));
    }

    #[test]
    fn ids_show_their_range() {
        assert_eq!(format!("{:?} {}", RequestId(7), RequestId(0x8000_0001)), "RequestId(7) 0x80000001");
        assert_eq!(RequestId::HANDSHAKE.originator(), Originator::Handshake);
    }
}
