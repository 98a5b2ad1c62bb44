//! Views to JSON.

use super::Hex;
use crate::wire::Prefix;
use crate::{Blob, List, Owned, Secret, Str, Wire, owned::View};
use core::fmt;
use serde::ser::{Error as _, Serialize, SerializeStruct, SerializeTuple, Serializer};
use uuid::Uuid;

/// How values show. The default hides secrets and shows enums as numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    secrets: bool,
    names: bool,
}

impl Style {
    /// Secrets hidden, enums as numbers.
    #[must_use]
    pub const fn new() -> Self {
        Self { secrets: false, names: false }
    }

    /// Secrets in clear.
    #[must_use]
    pub const fn secrets(self) -> Self {
        Self { secrets: true, ..self }
    }

    /// Enums by name, where they have one.
    #[must_use]
    pub const fn names(self) -> Self {
        Self { names: true, ..self }
    }

    /// True when secrets are in clear.
    #[must_use]
    pub const fn has_secrets(self) -> bool {
        self.secrets
    }

    /// True when enums show by name.
    #[must_use]
    pub const fn has_names(self) -> bool {
        self.names
    }
}

/// A value that shows as JSON in a [`Style`].
pub trait ToJson {
    /// Serializes the value.
    ///
    /// # Errors
    /// Those of the serializer.
    fn to_json<S: Serializer>(&self, serializer: S, style: Style) -> Result<S::Ok, S::Error>;
}

/// A value with the style to show it in.
pub struct Shown<T>(pub T, pub Style);

impl<T: ToJson> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.to_json(serializer, self.1)
    }
}

impl<T> fmt::Debug for Shown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shown").field("style", &self.1).finish_non_exhaustive()
    }
}

impl<T: ToJson> ToJson for &T {
    fn to_json<S: Serializer>(&self, serializer: S, style: Style) -> Result<S::Ok, S::Error> {
        T::to_json(self, serializer, style)
    }
}

macro_rules! as_themselves {
    ($($type:ident)*) => {$(
        impl ToJson for $type {
            fn to_json<S: Serializer>(&self, serializer: S, _: Style) -> Result<S::Ok, S::Error> {
                self.serialize(serializer)
            }
        }
    )*};
}

as_themselves! { u8 u16 u32 u64 i8 i16 i32 i64 bool }

/// JSON has no NaN and no infinities: those are the hex of their bits.
impl ToJson for f64 {
    fn to_json<S: Serializer>(&self, serializer: S, _: Style) -> Result<S::Ok, S::Error> {
        if self.is_finite() {
            serializer.serialize_f64(*self)
        } else {
            serializer.collect_str(&Hex(&self.to_be_bytes()))
        }
    }
}

impl ToJson for Uuid {
    fn to_json<S: Serializer>(&self, serializer: S, _: Style) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<const N: usize> ToJson for [u8; N] {
    fn to_json<S: Serializer>(&self, serializer: S, _: Style) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Hex(self))
    }
}

impl<L> ToJson for Str<'_, L> {
    fn to_json<S: Serializer>(&self, serializer: S, _: Style) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<L> ToJson for Blob<'_, L> {
    fn to_json<S: Serializer>(&self, serializer: S, _: Style) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&Hex(self.as_bytes()))
    }
}

impl<T: ToJson + AsRef<[u8]>> ToJson for Secret<T> {
    fn to_json<S: Serializer>(&self, serializer: S, style: Style) -> Result<S::Ok, S::Error> {
        if style.has_secrets() {
            return self.0.to_json(serializer, style);
        }
        let mut object = serializer.serialize_struct("Secret", 1)?;
        object.serialize_field("redacted", &self.0.as_ref().len())?;
        object.end()
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn to_json<S: Serializer>(&self, serializer: S, style: Style) -> Result<S::Ok, S::Error> {
        match self {
            None => serializer.serialize_none(),
            Some(value) => serializer.serialize_some(&Shown(value, style)),
        }
    }
}

impl<A: ToJson, B: ToJson> ToJson for (A, B) {
    fn to_json<S: Serializer>(&self, serializer: S, style: Style) -> Result<S::Ok, S::Error> {
        let mut pair = serializer.serialize_tuple(2)?;
        pair.serialize_element(&Shown(&self.0, style))?;
        pair.serialize_element(&Shown(&self.1, style))?;
        pair.end()
    }
}

impl<'a, T: Wire<'a> + Copy + ToJson + 'a, N: Prefix> ToJson for List<'a, T, N> {
    fn to_json<S: Serializer>(&self, serializer: S, style: Style) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|item| Shown(item, style)))
    }
}

impl<V: View> ToJson for Owned<V>
where
    for<'v> V::Of<'v>: ToJson,
{
    fn to_json<S: Serializer>(&self, serializer: S, style: Style) -> Result<S::Ok, S::Error> {
        self.view().map_err(S::Error::custom)?.to_json(serializer, style)
    }
}

impl<V: View> Serialize for Owned<V>
where
    for<'v> V::Of<'v>: ToJson,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json(serializer, Style::new())
    }
}
