//! Untagged choices: members of their parents.

/// A choice that is a member: in BER one element around the selection, in JSON a member of the parent's object.
macro_rules! untagged {
    ([$lt:lifetime] $name:ident) => {
        untagged! { @ [$lt] [<$lt>] $name }
    };
    ([] $name:ident) => {
        untagged! { @ ['s] [] $name }
    };
    (@ [$lt:lifetime] [$($generics:tt)*] $name:ident) => {
        impl<$lt> crate::schema::value::Member<$lt> for $name $($generics)* {
            type Slot = Option<Self>;
            const FLAT: bool = true;

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn start() -> Option<Self> {
                None
            }

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn finish(
                slot: Option<Self>,
                offset: usize,
                at: ::codec_common::At,
            ) -> Result<Self, ::codec_common::DecodeError> {
                slot.ok_or_else(|| crate::schema::unset(offset, at))
            }

            #[cfg_attr(not(feature = "small"), inline(always))]
            fn read_ber<T: crate::schema::trace::Trace>(
                slot: &mut Option<Self>,
                reader: &mut crate::schema::ber::Reader<$lt, T>,
                header: &crate::schema::ber::Header,
                at: ::codec_common::At,
            ) -> Result<(), ::codec_common::DecodeError> {
                Self::read_selections(slot, reader, header, at)
            }

            fn ber_len(&self, fault: &mut ::codec_common::Fault, _: ::codec_common::At) -> usize {
                self.selection_len(fault).saturating_add(4)
            }

            fn put_ber<S: ::codec_common::Sink<$lt>>(&self, id: u8, sink: &mut S) {
                sink.put_array([crate::schema::value::tag(id, true), crate::schema::ber::INDEFINITE]);
                self.put_selection(sink);
                sink.put_array(crate::schema::ber::END);
            }

            /// Not called: the selection's own name decides.
            fn read_json<T: crate::schema::trace::Trace>(
                _: &mut Option<Self>,
                _: &mut crate::schema::json::Reader<$lt, T>,
                _: ::codec_common::At,
            ) -> Result<(), ::codec_common::DecodeError> {
                Ok(())
            }

            fn select_json<T: crate::schema::trace::Trace>(
                slot: &mut Option<Self>,
                reader: &mut crate::schema::json::Reader<$lt, T>,
                _: ::codec_common::At,
            ) -> Result<bool, ::codec_common::DecodeError> {
                Self::selected_json(slot, reader)
            }

            fn json_len(
                &self,
                _: &'static str,
                style: crate::schema::json::Style,
                fault: &mut ::codec_common::Fault,
                _: ::codec_common::At,
            ) -> usize {
                self.selection_json_len(style, fault)
            }

            fn put_json<S: ::codec_common::Sink<$lt>>(
                &self,
                _: &'static str,
                first: &mut bool,
                style: crate::schema::json::Style,
                sink: &mut S,
            ) {
                self.put_selection_json(first, style, sink);
            }

            fn validate(
                &self,
                _: ::codec_common::At,
                found: &mut dyn FnMut(crate::schema::validate::Finding),
            ) {
                self.validate_selection(found);
            }
        }
    };
}

pub(crate) use untagged;
