//! What the feature `serde` adds to the types of the tables; see [`json`](crate::json).

#[doc(hidden)]
#[macro_export]
macro_rules! __open_enum_serde {
    ($name:ident $repr:ident) => {
        impl $crate::json::ToJson for $name {
            fn to_json<S: $crate::json::serde::Serializer>(
                &self,
                serializer: S,
                style: $crate::json::Style,
            ) -> Result<S::Ok, S::Error> {
                match self.name() {
                    Some(name) if style.has_names() => serializer.serialize_str(name),
                    _ => $crate::json::serde::Serialize::serialize(&self.0, serializer),
                }
            }
        }

        impl $crate::json::FromJson for $name {
            fn transcode<'de, D: $crate::json::serde::Deserializer<'de>>(
                deserializer: D,
                out: &mut $crate::__private::Vec<u8>,
            ) -> Result<(), D::Error> {
                let number: $repr = $crate::json::named(deserializer, stringify!($name), |name| {
                    Self::from_name(name).map(|value| value.0)
                })?;
                out.extend_from_slice(&number.to_be_bytes());
                Ok(())
            }
        }

        $crate::__serialize! { $name [] [] }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __open_flags_serde {
    ($name:ident $repr:ident) => {
        impl $crate::json::ToJson for $name {
            fn to_json<S: $crate::json::serde::Serializer>(
                &self,
                serializer: S,
                _: $crate::json::Style,
            ) -> Result<S::Ok, S::Error> {
                $crate::json::serde::Serialize::serialize(&self.0, serializer)
            }
        }

        impl $crate::json::FromJson for $name {
            fn transcode<'de, D: $crate::json::serde::Deserializer<'de>>(
                deserializer: D,
                out: &mut $crate::__private::Vec<u8>,
            ) -> Result<(), D::Error> {
                <$repr as $crate::json::FromJson>::transcode(deserializer, out)
            }
        }

        $crate::__serialize! { $name [] [] }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __serialize {
    ($name:ident [$($lt:lifetime)?] [$($generics:tt)*]) => {
        impl $($generics)* $crate::json::serde::Serialize for $name $($generics)* {
            fn serialize<S: $crate::json::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                $crate::json::ToJson::to_json(self, serializer, $crate::json::Style::new())
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __record_serde {
    ($name:ident [$lt:lifetime] [$($generics:tt)*] { $($field:ident: $type:ty),* }) => {
        impl $($generics)* $crate::json::ToJson for $name $($generics)* {
            #[allow(unused_variables, unused_mut, reason = "a record may have no fields")]
            fn to_json<S: $crate::json::serde::Serializer>(
                &self,
                serializer: S,
                style: $crate::json::Style,
            ) -> Result<S::Ok, S::Error> {
                use $crate::json::serde::ser::SerializeStruct as _;
                const FIELDS: &[&str] = &[$(stringify!($field)),*];
                let mut object = serializer.serialize_struct(stringify!($name), FIELDS.len())?;
                $(object.serialize_field(stringify!($field), &$crate::json::Shown(&self.$field, style))?;)*
                object.end()
            }
        }

        impl $($generics)* $crate::json::Members for $name $($generics)* {
            const NAME: &'static str = stringify!($name);
            const FIELDS: &'static [&'static str] = &[$(stringify!($field)),*];
            const ABSENT: &'static [Option<&'static [u8]>] =
                &[$(<$type as $crate::json::FromJson>::ABSENT),*];

            #[allow(unused_variables, unused_mut, unused_assignments, reason = "a record may have no fields")]
            fn member<'de, A: $crate::json::serde::de::MapAccess<'de>>(
                index: usize,
                map: &mut A,
                out: &mut $crate::__private::Vec<u8>,
            ) -> Result<(), A::Error> {
                let mut left = index;
                $(
                    if left == 0 {
                        return map.next_value_seed($crate::json::Transcode::<$type>::new(out));
                    }
                    left = left.wrapping_sub(1);
                )*
                Ok(())
            }
        }

        impl $($generics)* $crate::json::FromJson for $name $($generics)* {
            fn transcode<'de, D: $crate::json::serde::Deserializer<'de>>(
                deserializer: D,
                out: &mut $crate::__private::Vec<u8>,
            ) -> Result<(), D::Error> {
                $crate::json::record::<Self, D>(deserializer, out)
            }
        }

        $crate::__serialize! { $name [] [$($generics)*] }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __protocol_serde {
    ($enum_name:ident { $($code:literal $name:ident [$($lt:lifetime)?])* }) => {
        /// The message's fields as an object; the body of an unknown opcode as hex.
        impl<'a> $crate::json::ToJson for $enum_name<'a> {
            fn to_json<S: $crate::json::serde::Serializer>(
                &self,
                serializer: S,
                style: $crate::json::Style,
            ) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$name(message) => message.to_json(serializer, style),)*
                    Self::Unknown { body, .. } => body.to_json(serializer, style),
                }
            }
        }

        impl<'a> $crate::json::serde::Serialize for $enum_name<'a> {
            fn serialize<S: $crate::json::serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                $crate::json::ToJson::to_json(self, serializer, $crate::json::Style::new())
            }
        }

        impl $enum_name<'_> {
            /// Appends the body that JSON stands for, as a message with that opcode: the other way round than
            /// [`Serialize`]($crate::json::serde::Serialize).
            ///
            /// # Errors
            /// What the JSON or the layout breaks; what was appended to `out` is then of no use.
            pub fn transcode<'de, D: $crate::json::serde::Deserializer<'de>>(
                code: u8,
                deserializer: D,
                out: &mut $crate::__private::Vec<u8>,
            ) -> Result<(), D::Error> {
                match code {
                    $($code => <$name as $crate::json::FromJson>::transcode(deserializer, out),)*
                    _ => $crate::json::raw_hex(deserializer, out),
                }
            }
        }
    };
}
