//! The members of the envelope's own, as they are found.

use codec_common::At;

use crate::{
    fields,
    json::{Raw, Text},
};

/// Declares a set of members: for each the field, its name on the wire and the name that errors show when it
/// occurs again.
macro_rules! members {
    ($(#[$doc:meta])* $type:ident $which:ident { $($field:ident $variant:ident $name:literal $at:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Default)]
        pub(super) struct $type<'a> {
            $(pub(super) $field: Option<Raw<'a>>,)+
            /// The first member that occurred a second time: the offset of its second value, and its name.
            pub(super) second: Option<(usize, At)>,
        }

        /// One of them.
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(super) enum $which {
            $($variant,)+
        }

        impl $which {
            /// The member of this name, if it is one of the envelope's own.
            #[cfg_attr(not(feature = "small"), inline(always))]
            pub(super) fn of(name: &Text<'_>) -> Option<Self> {
                match name.as_plain() {
                    Some(plain) => match plain {
                        $($name => Some(Self::$variant),)+
                        _ => None,
                    },
                    None => Self::of_escaped(name),
                }
            }

            /// Its name, as errors show it.
            #[cfg_attr(not(feature = "small"), inline(always))]
            pub(super) const fn at(self) -> At {
                match self {
                    $(Self::$variant => &fields::$at,)+
                }
            }

            #[cold]
            #[inline(never)]
            fn of_escaped(name: &Text<'_>) -> Option<Self> {
                $(if *name == $name {
                    return Some(Self::$variant);
                })+
                None
            }
        }

        impl<'a> $type<'a> {
            /// Keeps a member whose value has this offset.
            #[cfg_attr(not(feature = "small"), inline(always))]
            pub(super) fn keep(&mut self, which: $which, value: Raw<'a>, offset: usize) {
                let place = match which {
                    $($which::$variant => &mut self.$field,)+
                };
                if place.is_some() {
                    self.second.get_or_insert((offset, which.at()));
                }
                *place = Some(value);
            }
        }
    };
}

members! {
    /// The members of the envelope, of whichever type.
    Members Own {
        version Version "version" VERSION,
        kind Type "type" TYPE,
        command Command "command" ENVELOPE_COMMAND,
        event Event "event" ENVELOPE_EVENT,
        request_id RequestId "requestId" ENVELOPE_REQUEST_ID,
        success Success "success" ENVELOPE_SUCCESS,
        payload Payload "payload" ENVELOPE_PAYLOAD,
        error Error "error" ENVELOPE_ERROR,
    }
}

members! {
    /// The members of the object `error`.
    ErrorMembers OwnInError {
        code Code "code" RESPONSE_ERROR_CODE,
        message Message "message" RESPONSE_ERROR_MESSAGE,
    }
}
