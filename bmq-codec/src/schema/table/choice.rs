//! Choices: an enum, and what tagged and untagged ones share.

/// An enum and both encodings of its selections.
macro_rules! choice {
    ($untagged:literal [$lt:lifetime] $($rest:tt)*) => {
        choice! { @ $untagged [$lt] [<$lt>] $($rest)* }
    };
    ($untagged:literal [] $($rest:tt)*) => {
        choice! { @ $untagged ['s] [] $($rest)* }
    };
    (
        @ $untagged:literal [$lt:lifetime] [$($generics:tt)*] $(#[$meta:meta])* $name:ident {
            $($(#[$doc:meta])* $id:literal $key:literal => $variant:ident($type:ty)),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum $name $($generics)* {
            $(
                #[doc = concat!("`", $key, "` (", stringify!($id), ")")]
                ///
                $(#[$doc])*
                $variant($type),
            )*
        }

        impl<$lt> $name $($generics)* {
            /// The schema's names of the selections, with their ids.
            pub const SELECTIONS: &'static [(u8, &'static str)] = &[$(($id, $key)),*];

            /// The id of the selection.
            #[must_use]
            pub const fn id(&self) -> u8 {
                match self {
                    $(Self::$variant(_) => $id,)*
                }
            }

            /// The schema's name of the selection.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $key,)*
                }
            }

            fn read_selections<T: crate::schema::trace::Trace>(
                slot: &mut Option<Self>,
                reader: &mut crate::schema::ber::Reader<$lt, T>,
                header: &crate::schema::ber::Header,
                at: ::codec_common::At,
            ) -> Result<(), ::codec_common::DecodeError> {
                let scope = reader.enter(header, at, stringify!($name))?;
                while let Some(member) = reader.member(&scope, at)? {
                    match member.number {
                        $($id => *slot = Some(Self::$variant(
                            <$type as crate::schema::value::Value<$lt>>::read_ber(
                                reader,
                                &member,
                                at!($name $key),
                            )?,
                        )),)*
                        _ => reader.skip(&member, at)?,
                    }
                }
                reader.leave(scope);
                Ok(())
            }

            fn selected_json<T: crate::schema::trace::Trace>(
                slot: &mut Option<Self>,
                reader: &mut crate::schema::json::Reader<$lt, T>,
            ) -> Result<bool, ::codec_common::DecodeError> {
                let value = match crate::schema::json::Names::new(Self::SELECTIONS).find(&reader.key) {
                    $(Some($id) => Self::$variant(
                        <$type as crate::schema::value::Value<$lt>>::read_json(reader, at!($name $key))?,
                    ),)*
                    _ => return Ok(false),
                };
                *slot = Some(value);
                Ok(true)
            }

            /// The octets of the selection, its tag included.
            fn selection_len(&self, fault: &mut ::codec_common::Fault) -> usize {
                match self {
                    $(Self::$variant(value) => {
                        crate::schema::value::Value::ber_len(value, fault, at!($name $key)).saturating_add(1)
                    })*
                }
            }

            fn put_selection<S: ::codec_common::Sink<$lt>>(&self, sink: &mut S) {
                match self {
                    $(Self::$variant(value) => {
                        let constructed = <$type as crate::schema::value::Value<$lt>>::CONSTRUCTED;
                        sink.put_array([crate::schema::value::tag($id, constructed)]);
                        crate::schema::value::Value::put_ber(value, sink);
                    })*
                }
            }

            /// Comma, name, colon and value.
            fn selection_json_len(
                &self,
                style: crate::schema::json::Style,
                fault: &mut ::codec_common::Fault,
            ) -> usize {
                match self {
                    $(Self::$variant(value) => {
                        crate::schema::value::Value::json_len(value, style, fault, at!($name $key))
                            .saturating_add(concat!(",\"", $key, "\":").len())
                    })*
                }
            }

            fn put_selection_json<S: ::codec_common::Sink<$lt>>(
                &self,
                first: &mut bool,
                style: crate::schema::json::Style,
                sink: &mut S,
            ) {
                match self {
                    $(Self::$variant(value) => {
                        crate::schema::value::put_prefix(concat!(",\"", $key, "\":"), first, sink);
                        crate::schema::value::Value::put_json(value, style, sink);
                    })*
                }
            }

            fn validate_selection(&self, found: &mut dyn FnMut(crate::schema::validate::Finding)) {
                match self {
                    $(Self::$variant(value) => {
                        crate::schema::value::Value::validate(value, at!($name $key), found);
                    })*
                }
            }
        }

        from! { [$($generics)*] $name $($variant($type))* }

        impl $($generics)* crate::schema::shape::Described for $name $($generics)* {
            const SHAPE: &'static crate::schema::shape::Shape = &crate::schema::shape::Shape::Choice {
                name: stringify!($name),
                untagged: $untagged,
                selections: &[$(crate::schema::shape::Member {
                    id: $id,
                    name: $key,
                    shape: <$type as crate::schema::shape::Described>::SHAPE,
                }),*],
            };
        }
    };
}

/// A choice from each of its selections.
macro_rules! from {
    ($generics:tt $name:ident $($variant:ident($type:ty))*) => {
        $(from! { @ $generics $name $variant $type })*
    };
    (@ [$($generics:tt)*] $name:ident $variant:ident $type:ty) => {
        impl $($generics)* From<$type> for $name $($generics)* {
            #[inline]
            fn from(value: $type) -> Self {
                Self::$variant(value)
            }
        }
    };
}

pub(crate) use {choice, from};
