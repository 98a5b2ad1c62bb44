//! Sequences: a struct.

/// What stands where a member is missing.
macro_rules! start {
    ([$lt:lifetime] $type:ty) => {
        <$type as crate::schema::value::Member<$lt>>::start()
    };
    ([$lt:lifetime] $type:ty, $default:expr) => {
        $default
    };
}

/// The schema's defaults.
macro_rules! default {
    ([$lt:lifetime] $name:ident $members:tt) => {
        default! { @ [<$lt>] $name $members }
    };
    ([] $name:ident $members:tt) => {
        default! { @ [] $name $members }
    };
    (
        @ [$($generics:tt)*] $name:ident {
            $($(#[$doc:meta])* $id:literal $field:ident $key:literal: $type:ty $(= $default:expr)?),* $(,)?
        }
    ) => {
        impl $($generics)* Default for $name $($generics)* {
            /// The schema's defaults.
            #[inline]
            fn default() -> Self {
                Self { $($field: default!(= $($default)?),)* }
            }
        }
    };
    (=) => { Default::default() };
    (= $default:expr) => { $default };
}

/// A struct, both encodings of it, and its place in the schema.
macro_rules! sequence {
    ([$lt:lifetime] $($rest:tt)*) => {
        sequence! { @ [$lt] [<$lt>] $($rest)* }
    };
    ([] $($rest:tt)*) => {
        sequence! { @ ['s] [] $($rest)* }
    };
    (
        @ [$lt:lifetime] [$($generics:tt)*] [$($check:path)?] $(#[$meta:meta])* $name:ident {
            $($(#[$doc:meta])* $id:literal $field:ident $key:literal: $type:ty $(= $default:expr)?),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name $($generics)* {
            $(
                #[doc = concat!(
                    "`", $key, "` (", stringify!($id), "): `", stringify!($type), "`",
                    $(" = `", stringify!($default), "`",)?
                )]
                ///
                $(#[$doc])*
                pub $field: $type,
            )*
        }

        // Out of line: what has several of these as members or selections would have the code of each.
        #[allow(unused_variables, unused_mut, unused_labels, reason = "a sequence may have no members")]
        impl<$lt> crate::schema::value::Value<$lt> for $name $($generics)* {
            const CONSTRUCTED: bool = true;

            #[inline(never)]
            fn read_ber<T: crate::schema::trace::Trace>(
                reader: &mut crate::schema::ber::Reader<$lt, T>,
                header: &crate::schema::ber::Header,
                at: ::codec_common::At,
            ) -> Result<Self, ::codec_common::DecodeError> {
                $(let mut $field = start!([$lt] $type $(, $default)?);)*
                let scope = reader.enter(header, at, stringify!($name))?;
                while let Some(member) = reader.member(&scope, at)? {
                    match member.number {
                        $($id => <$type as crate::schema::value::Member<$lt>>::read_ber(
                            &mut $field,
                            reader,
                            &member,
                            at!($name $key),
                        )?,)*
                        _ => reader.skip(&member, at)?,
                    }
                }
                reader.leave(scope);
                Ok(Self {$(
                    $field: <$type as crate::schema::value::Member<$lt>>::finish(
                        $field,
                        header.start,
                        at!($name $key),
                    )?,
                )*})
            }

            #[inline]
            fn ber_len(&self, fault: &mut ::codec_common::Fault, _: ::codec_common::At) -> usize {
                3usize$(.saturating_add(<$type as crate::schema::value::Member<$lt>>::ber_len(
                    &self.$field,
                    fault,
                    at!($name $key),
                )))*
            }

            #[inline(never)]
            fn put_ber<S: ::codec_common::Sink<$lt>>(&self, sink: &mut S) {
                sink.put_array([crate::schema::ber::INDEFINITE]);
                $(<$type as crate::schema::value::Member<$lt>>::put_ber(&self.$field, $id, sink);)*
                sink.put_array(crate::schema::ber::END);
            }

            #[inline(never)]
            fn read_json<T: crate::schema::trace::Trace>(
                reader: &mut crate::schema::json::Reader<$lt, T>,
                at: ::codec_common::At,
            ) -> Result<Self, ::codec_common::DecodeError> {
                $(let mut $field = start!([$lt] $type $(, $default)?);)*
                reader.object(at, stringify!($name))?;
                let start = reader.offset();
                let mut first = true;
                let mut names = crate::schema::json::Names::new(const { &[$(($id, $key)),*] });
                'members: while reader.member(first, at)? {
                    first = false;
                    match names.find(&reader.key) {
                        $(Some($id) if !<$type as crate::schema::value::Member<$lt>>::FLAT => {
                            <$type as crate::schema::value::Member<$lt>>::read_json(
                                &mut $field,
                                reader,
                                at!($name $key),
                            )?;
                            continue;
                        })*
                        _ => {}
                    }
                    $(
                        if <$type as crate::schema::value::Member<$lt>>::FLAT
                            && <$type as crate::schema::value::Member<$lt>>::select_json(
                                &mut $field,
                                reader,
                                at!($name $key),
                            )?
                        {
                            continue 'members;
                        }
                    )*
                    reader.skip(at)?;
                }
                Ok(Self {$(
                    $field: <$type as crate::schema::value::Member<$lt>>::finish(
                        $field,
                        start,
                        at!($name $key),
                    )?,
                )*})
            }

            #[inline(never)]
            fn json_len(
                &self,
                style: crate::schema::json::Style,
                fault: &mut ::codec_common::Fault,
                _: ::codec_common::At,
            ) -> usize {
                let members = 0usize$(.saturating_add(
                    <$type as crate::schema::value::Member<$lt>>::json_len(
                        &self.$field,
                        concat!(",\"", $key, "\":"),
                        style,
                        fault,
                        at!($name $key),
                    ),
                ))*;
                // Two braces, and the first member has no comma.
                members.saturating_add(if members == 0 { 2 } else { 1 })
            }

            #[inline(never)]
            fn put_json<S: ::codec_common::Sink<$lt>>(
                &self,
                style: crate::schema::json::Style,
                sink: &mut S,
            ) {
                sink.put_array([b'{']);
                let mut first = true;
                $(<$type as crate::schema::value::Member<$lt>>::put_json(
                    &self.$field,
                    concat!(",\"", $key, "\":"),
                    &mut first,
                    style,
                    sink,
                );)*
                sink.put_array([b'}']);
            }

            fn validate(
                &self,
                _: ::codec_common::At,
                found: &mut dyn FnMut(crate::schema::validate::Finding),
            ) {
                $(<$type as crate::schema::value::Member<$lt>>::validate(
                    &self.$field,
                    at!($name $key),
                    found,
                );)*
                $($check(self, found);)?
            }
        }

        impl<$lt> crate::schema::Schema<$lt> for $name $($generics)* {
            const AT: ::codec_common::At = at!($name "");
        }

        impl $($generics)* crate::schema::shape::Described for $name $($generics)* {
            const SHAPE: &'static crate::schema::shape::Shape = &crate::schema::shape::Shape::Sequence {
                name: stringify!($name),
                members: &[$(crate::schema::shape::Member {
                    id: $id,
                    name: $key,
                    shape: <$type as crate::schema::shape::Described>::SHAPE,
                }),*],
            };
        }
    };
}

pub(crate) use {default, sequence, start};
