//! The members of the envelope's own, as they are found.

use codec_common::At;

use crate::{
    fields,
    json::{Raw, Text},
};

/// A place for one member: the name that errors show when it occurs again, and its value.
pub(super) struct Slot<'a> {
    pub(super) at: At,
    pub(super) value: Option<Raw<'a>>,
}

/// The first member that occurred a second time: the offset of its second value, and its name.
pub(super) type Second = Option<(usize, At)>;

/// Declares [`Members`]: for each member the field, its name on the wire and the name that errors show.
macro_rules! members {
    ($(#[$doc:meta])* $type:ident { $($field:ident $name:literal $at:ident),+ $(,)? }) => {
        $(#[$doc])*
        pub(super) struct $type<'a> {
            $(pub(super) $field: Slot<'a>,)+
            pub(super) second: Second,
        }

        impl<'a> $type<'a> {
            pub(super) const fn new() -> Self {
                Self { $($field: Slot { at: &fields::$at, value: None },)+ second: None }
            }

            /// The place for a member of this name, if it is one of the envelope's own.
            #[inline]
            fn slot(&mut self, name: &Text<'_>) -> Option<&mut Slot<'a>> {
                match name.as_plain() {
                    Some(plain) => match plain.as_bytes() {
                        $(name if name == $name.as_bytes() => Some(&mut self.$field),)+
                        _ => None,
                    },
                    $(None if *name == $name => Some(&mut self.$field),)+
                    None => None,
                }
            }

            /// Keeps a member whose value has this offset, if it is one of the envelope's own.
            #[inline]
            pub(super) fn keep(&mut self, name: &Text<'_>, value: Raw<'a>, offset: usize) {
                let Some(slot) = self.slot(name) else { return };
                if slot.value.replace(value).is_some() {
                    let second = (offset, slot.at);
                    self.second.get_or_insert(second);
                }
            }
        }
    };
}

members! {
    /// The members of the envelope, of whichever type.
    Members {
        version "version" VERSION,
        kind "type" TYPE,
        command "command" SECOND_COMMAND,
        event "event" SECOND_EVENT,
        request_id "requestId" SECOND_REQUEST_ID,
        success "success" SECOND_SUCCESS,
        payload "payload" SECOND_PAYLOAD,
        error "error" SECOND_ERROR,
    }
}

members! {
    /// The members of the object `error`.
    ErrorMembers {
        code "code" RESPONSE_ERROR_CODE,
        message "message" RESPONSE_ERROR_MESSAGE,
    }
}
