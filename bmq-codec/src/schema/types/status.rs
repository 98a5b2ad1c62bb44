//! The status of a request.

use crate::schema::Text;
use crate::schema::table::*;

schema! {
    /// How a request went; with the `rId` of a request, the answer to one that failed.
    sequence Status<'a> {
        /// The kind of outcome.
        0 category "category": StatusCategory,
        /// A number for machines, whose meaning is the peer's.
        1 code "code": i32,
        /// A text for people.
        2 message "message": Text<'a>,
    }

    /// The kinds of outcome of a request.
    enumeration StatusCategory {
        /// It went well.
        E_SUCCESS = 0,
        /// It failed in some other way.
        E_UNKNOWN = -1,
        /// It took too long.
        E_TIMEOUT = -2,
        /// The peer is not connected.
        E_NOT_CONNECTED = -3,
        /// It was cancelled.
        E_CANCELED = -4,
        /// The peer does not support it.
        E_NOT_SUPPORTED = -5,
        /// The peer refused it.
        E_REFUSED = -6,
        /// An argument was not right.
        E_INVALID_ARGUMENT = -7,
        /// The peer is not ready.
        E_NOT_READY = -8,
    }
}

impl StatusCategory {
    /// True for success.
    #[must_use]
    pub const fn is_success(self) -> bool {
        self.0 == 0
    }
}

impl Status<'_> {
    /// True for success.
    #[must_use]
    pub const fn is_success(&self) -> bool {
        self.category.is_success()
    }
}
