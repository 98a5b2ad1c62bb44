//! Tagged choices, and sequences that hold an untagged one alone: values of their own.

/// A choice that is a value: in BER another element around the selection, in JSON an object with one member. Of a
/// tagged choice the first member of the object decides; of a sequence around an untagged one any member may.
macro_rules! tagged {
    ($first_decides:literal [$lt:lifetime] $name:ident) => {
        tagged! { @ $first_decides [$lt] [<$lt>] $name }
    };
    ($first_decides:literal [] $name:ident) => {
        tagged! { @ $first_decides ['s] [] $name }
    };
    (@ $first_decides:literal [$lt:lifetime] [$($generics:tt)*] $name:ident) => {
        impl<$lt> crate::schema::value::Value<$lt> for $name $($generics)* {
            const CONSTRUCTED: bool = true;

            fn read_ber<T: crate::schema::trace::Trace>(
                reader: &mut crate::schema::ber::Reader<$lt, T>,
                header: &crate::schema::ber::Header,
                at: ::codec_common::At,
            ) -> Result<Self, ::codec_common::DecodeError> {
                let scope = reader.enter(header, at, "")?;
                let mut slot = None;
                while let Some(member) = reader.member(&scope, at)? {
                    match member.number {
                        0 => Self::read_selections(&mut slot, reader, &member, at)?,
                        _ => reader.skip(&member, at)?,
                    }
                }
                reader.leave(scope);
                slot.ok_or_else(|| crate::schema::unset(header.start, at))
            }

            fn ber_len(&self, fault: &mut ::codec_common::Fault, _: ::codec_common::At) -> usize {
                self.selection_len(fault).saturating_add(7)
            }

            fn put_ber<S: ::codec_common::Sink<$lt>>(&self, sink: &mut S) {
                sink.put_array([
                    crate::schema::ber::INDEFINITE,
                    crate::schema::value::tag(0, true),
                    crate::schema::ber::INDEFINITE,
                ]);
                self.put_selection(sink);
                sink.put_array([0; 4]);
            }

            fn read_json<T: crate::schema::trace::Trace>(
                reader: &mut crate::schema::json::Reader<$lt, T>,
                at: ::codec_common::At,
            ) -> Result<Self, ::codec_common::DecodeError> {
                reader.object(at, stringify!($name))?;
                let start = reader.offset();
                let mut slot = None;
                let mut first = true;
                while reader.member(first, at)? {
                    let may_select = first || !$first_decides;
                    if !may_select || !Self::selected_json(&mut slot, reader)? {
                        reader.skip(at)?;
                    }
                    first = false;
                }
                slot.ok_or_else(|| crate::schema::unset(start, at))
            }

            fn json_len(
                &self,
                style: crate::schema::json::Style,
                fault: &mut ::codec_common::Fault,
                _: ::codec_common::At,
            ) -> usize {
                self.selection_json_len(style, fault).saturating_add(1)
            }

            fn put_json<S: ::codec_common::Sink<$lt>>(
                &self,
                style: crate::schema::json::Style,
                sink: &mut S,
            ) {
                sink.put_array([b'{']);
                self.put_selection_json(&mut true, style, sink);
                sink.put_array([b'}']);
            }

            fn validate(
                &self,
                _: ::codec_common::At,
                found: &mut dyn FnMut(crate::schema::validate::Finding),
            ) {
                self.validate_selection(found);
            }
        }

        impl<$lt> crate::schema::Schema<$lt> for $name $($generics)* {
            const AT: ::codec_common::At = at!($name "");
        }
    };
}

pub(crate) use tagged;
