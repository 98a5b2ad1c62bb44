//! Enumerations: a number with names.

/// An open enumeration: a number with names.
macro_rules! enumeration {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $value:literal),* $(,)? }) => {
        ::codec_common::named_integer! {
            $(#[$meta])*
            #[derive(Default)]
            $name: i32 {
                $(
                    #[doc = concat!("`", stringify!($variant), "` (", stringify!($value), ")")]
                    ///
                    $(#[$doc])*
                    $variant = $value
                ),*
            }
        }

        impl<'a> crate::schema::value::Value<'a> for $name {
            const CONSTRUCTED: bool = false;

            fn read_ber<T: crate::schema::trace::Trace>(
                reader: &mut crate::schema::ber::Reader<'a, T>,
                header: &crate::schema::ber::Header,
                at: ::codec_common::At,
            ) -> Result<Self, ::codec_common::DecodeError> {
                crate::schema::enumeration::read_ber(reader, header, |value| Self(value).name(), at).map(Self)
            }

            fn ber_len(&self, fault: &mut ::codec_common::Fault, at: ::codec_common::At) -> usize {
                crate::schema::value::Value::ber_len(&self.0, fault, at)
            }

            fn put_ber<S: ::codec_common::Sink<'a>>(&self, sink: &mut S) {
                crate::schema::value::Value::put_ber(&self.0, sink);
            }

            fn read_json<T: crate::schema::trace::Trace>(
                reader: &mut crate::schema::json::Reader<'a, T>,
                at: ::codec_common::At,
            ) -> Result<Self, ::codec_common::DecodeError> {
                const NAMES: &[(i32, &str)] = &[$(($value, stringify!($variant))),*];
                crate::schema::enumeration::read_json(reader, NAMES, at).map(Self)
            }

            fn json_len(
                &self,
                style: crate::schema::json::Style,
                fault: &mut ::codec_common::Fault,
                at: ::codec_common::At,
            ) -> usize {
                match self.name() {
                    Some(name) => name.len().saturating_add(2),
                    None => crate::schema::value::Value::json_len(&self.0, style, fault, at),
                }
            }

            fn put_json<S: ::codec_common::Sink<'a>>(
                &self,
                style: crate::schema::json::Style,
                sink: &mut S,
            ) {
                match self.0 {
                    $($value => sink.put(concat!("\"", stringify!($variant), "\"").as_bytes()),)*
                    _ => crate::schema::value::Value::put_json(&self.0, style, sink),
                }
            }

            fn validate(
                &self,
                at: ::codec_common::At,
                found: &mut dyn FnMut(crate::schema::validate::Finding),
            ) {
                if self.name().is_none() {
                    found(crate::schema::enumeration::unknown(self.0, at));
                }
            }
        }

        impl crate::schema::shape::Described for $name {
            const SHAPE: &'static crate::schema::shape::Shape = &crate::schema::shape::Shape::Enumeration {
                name: stringify!($name),
                values: &[$((stringify!($variant), $value)),*],
            };
        }
    };
}

pub(crate) use enumeration;
