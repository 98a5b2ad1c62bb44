//! The schema's table: one declaration of each type, from which come the Rust type, both encodings, their lengths,
//! validation and the documentation.
//!
//! ```text
//! schema! {
//!     /// What it is for.
//!     sequence Status<'a> {              // members: id, Rust name, the schema's name, type, default
//!         0 category "category": StatusCategory,
//!         1 code "code": i32,
//!         2 message "message": Text<'a>,
//!     }
//!     choice NegotiationMessage<'a> {    // selections: id, the schema's name, variant and type
//!         0 "clientIdentity" => ClientIdentity(ClientIdentity<'a>),
//!     }
//!     untagged ElectorChoice { ... }     // a choice whose selection stands in its parent's place
//!     envelope ElectorMessage { ... }    // a sequence with an untagged choice, which has no default
//!     enumeration ClientType {           // open: unknown numbers are kept
//!         E_UNKNOWN = 0,
//!     }
//! }
//! ```
//!
//! `Option<T>` is an optional member, `Array<'a, T>` an array. A type that is a sequence may have a `check`: a
//! function that tells what the types of its members cannot.

/// Declares types of the schema.
macro_rules! schema {
    () => {};
    (
        $(#[$meta:meta])* sequence $name:ident $(<$lt:lifetime>)? $(check $check:path)? { $($members:tt)* }
        $($rest:tt)*
    ) => {
        sequence! { [$($lt)?] [$($check)?] $(#[$meta])* $name { $($members)* } }
        default! { [$($lt)?] $name { $($members)* } }
        schema! { $($rest)* }
    };
    ($(#[$meta:meta])* envelope $name:ident $(<$lt:lifetime>)? { $($members:tt)* } $($rest:tt)*) => {
        sequence! { [$($lt)?] [] $(#[$meta])* $name { $($members)* } }
        schema! { $($rest)* }
    };
    ($(#[$meta:meta])* choice $name:ident $(<$lt:lifetime>)? { $($selections:tt)* } $($rest:tt)*) => {
        choice! { [$($lt)?] $(#[$meta])* $name { $($selections)* } }
        tagged! { [$($lt)?] $name }
        schema! { $($rest)* }
    };
    ($(#[$meta:meta])* untagged $name:ident $(<$lt:lifetime>)? { $($selections:tt)* } $($rest:tt)*) => {
        choice! { [$($lt)?] $(#[$meta])* $name { $($selections)* } }
        untagged! { [$($lt)?] $name }
        schema! { $($rest)* }
    };
    ($(#[$meta:meta])* enumeration $name:ident { $($values:tt)* } $($rest:tt)*) => {
        enumeration! { $(#[$meta])* $name { $($values)* } }
        schema! { $($rest)* }
    };
}

/// The static names of a member, as errors show them.
macro_rules! at {
    ($name:ident $key:literal) => {
        const { &::codec_common::Field::new(crate::PROTOCOL, stringify!($name), $key) }
    };
}

/// What stands where a member is missing.
macro_rules! start {
    ([$lt:lifetime] $type:ty) => {
        <$type as crate::schema::value::Member<$lt>>::start()
    };
    ([$lt:lifetime] $type:ty, $default:expr) => {
        $default
    };
}

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

        #[allow(unused_variables, unused_mut, reason = "a sequence may have no members")]
        impl<$lt> crate::schema::value::Value<$lt> for $name $($generics)* {
            const CONSTRUCTED: bool = true;

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

            #[inline]
            fn put_ber<S: ::codec_common::Sink<$lt>>(&self, sink: &mut S) {
                sink.put_array([crate::schema::ber::INDEFINITE]);
                $(<$type as crate::schema::value::Member<$lt>>::put_ber(&self.$field, $id, sink);)*
                sink.put_array(crate::schema::ber::END);
            }

            fn read_json<T: crate::schema::trace::Trace>(
                reader: &mut crate::schema::json::Reader<$lt, T>,
                at: ::codec_common::At,
            ) -> Result<Self, ::codec_common::DecodeError> {
                $(let mut $field = start!([$lt] $type $(, $default)?);)*
                reader.object(at, stringify!($name))?;
                let start = reader.offset();
                let mut first = true;
                while let Some(key) = reader.key(first, at)? {
                    first = false;
                    $(
                        if <$type as crate::schema::value::Member<$lt>>::FLAT {
                            if <$type as crate::schema::value::Member<$lt>>::select_json(
                                &mut $field,
                                &key,
                                reader,
                                at!($name $key),
                            )? {
                                continue;
                            }
                        } else if key.is($key) {
                            <$type as crate::schema::value::Member<$lt>>::read_json(
                                &mut $field,
                                reader,
                                at!($name $key),
                            )?;
                            continue;
                        }
                    )*
                    reader.skip(key.offset, at)?;
                }
                Ok(Self {$(
                    $field: <$type as crate::schema::value::Member<$lt>>::finish(
                        $field,
                        start,
                        at!($name $key),
                    )?,
                )*})
            }

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

        #[cfg(feature = "arbitrary")]
        #[allow(unused_variables, reason = "a sequence may have no members")]
        impl<$lt> crate::schema::generate::Generate<$lt> for $name $($generics)* {
            fn generate(bytes: &mut ::arbitrary::Unstructured<$lt>) -> ::arbitrary::Result<Self> {
                Ok(Self {
                    $($field: <$type as crate::schema::generate::Generate<$lt>>::generate(bytes)?,)*
                })
            }
        }
    };
}

macro_rules! choice {
    ([$lt:lifetime] $($rest:tt)*) => {
        choice! { @ [$lt] [<$lt>] $($rest)* }
    };
    ([] $($rest:tt)*) => {
        choice! { @ ['s] [] $($rest)* }
    };
    (
        @ [$lt:lifetime] [$($generics:tt)*] $(#[$meta:meta])* $name:ident {
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
                key: &crate::schema::json::Key<$lt>,
                reader: &mut crate::schema::json::Reader<$lt, T>,
            ) -> Result<bool, ::codec_common::DecodeError> {
                $(
                    if key.is($key) {
                        *slot = Some(Self::$variant(
                            <$type as crate::schema::value::Value<$lt>>::read_json(reader, at!($name $key))?,
                        ));
                        return Ok(true);
                    }
                )*
                Ok(false)
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

        #[cfg(feature = "arbitrary")]
        impl<$lt> crate::schema::generate::Generate<$lt> for $name $($generics)* {
            fn generate(bytes: &mut ::arbitrary::Unstructured<$lt>) -> ::arbitrary::Result<Self> {
                let id = bytes.choose(Self::SELECTIONS)?.0;
                $(
                    if id == $id {
                        let value = <$type as crate::schema::generate::Generate<$lt>>::generate(bytes)?;
                        return Ok(Self::$variant(value));
                    }
                )*
                Err(::arbitrary::Error::IncorrectFormat)
            }
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

/// A choice that is a value: in BER another element around the selection, in JSON an object with one member.
macro_rules! tagged {
    ([$lt:lifetime] $name:ident) => {
        tagged! { @ [$lt] [<$lt>] $name }
    };
    ([] $name:ident) => {
        tagged! { @ ['s] [] $name }
    };
    (@ [$lt:lifetime] [$($generics:tt)*] $name:ident) => {
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
                // The first member decides.
                while let Some(key) = reader.key(first, at)? {
                    if !first || !Self::selected_json(&mut slot, &key, reader)? {
                        reader.skip(key.offset, at)?;
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

            #[inline(always)]
            fn start() -> Option<Self> {
                None
            }

            #[inline(always)]
            fn finish(
                slot: Option<Self>,
                offset: usize,
                at: ::codec_common::At,
            ) -> Result<Self, ::codec_common::DecodeError> {
                slot.ok_or_else(|| crate::schema::unset(offset, at))
            }

            #[inline(always)]
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
                key: &crate::schema::json::Key<$lt>,
                reader: &mut crate::schema::json::Reader<$lt, T>,
                _: ::codec_common::At,
            ) -> Result<bool, ::codec_common::DecodeError> {
                Self::selected_json(slot, key, reader)
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

/// An open enumeration: a number with names.
macro_rules! enumeration {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $value:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub i32);

        impl $name {
            $(
                #[doc = concat!("`", stringify!($variant), "` (", stringify!($value), ")")]
                ///
                $(#[$doc])*
                pub const $variant: Self = Self($value);
            )*

            /// The values that the schema names, in its order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The schema's name; `None` for a number that it does not name.
            #[must_use]
            pub const fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($value => Some(stringify!($variant)),)*
                    _ => None,
                }
            }

            /// The value of that name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == Some(name))
            }
        }

        /// The name, or the number where there is none.
        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self.name() {
                    Some(name) => f.write_str(name),
                    None => ::core::fmt::Display::fmt(&self.0, f),
                }
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self.name() {
                    Some(name) => f.write_str(name),
                    None => write!(f, "{}({})", stringify!($name), self.0),
                }
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

        /// A value that the schema names, or any.
        #[cfg(feature = "arbitrary")]
        impl<'a> crate::schema::generate::Generate<'a> for $name {
            fn generate(bytes: &mut ::arbitrary::Unstructured<'a>) -> ::arbitrary::Result<Self> {
                if bytes.arbitrary()? {
                    return bytes.choose(Self::ALL).copied();
                }
                crate::schema::generate::Generate::generate(bytes).map(Self)
            }
        }
    };
}

pub(crate) use {at, choice, default, enumeration, from, schema, sequence, start, tagged, untagged};
