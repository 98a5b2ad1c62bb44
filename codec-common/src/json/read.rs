//! JSON to wire bytes.

use super::hex;
use crate::wire::Prefix;
use crate::{Blob, List, Owned, Secret, Str, Writer, owned::View};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use uuid::Uuid;

/// A type whose JSON form can be written as wire bytes.
pub trait FromJson {
    /// The bytes that a missing member stands for; `None` where it must not be missing.
    const ABSENT: Option<&'static [u8]> = None;

    /// Appends the wire bytes of the value.
    ///
    /// # Errors
    /// What the JSON or the layout breaks; what was appended to `out` is then of no use.
    fn transcode<'de, D: Deserializer<'de>>(deserializer: D, out: &mut Vec<u8>) -> Result<(), D::Error>;
}

/// Transcodes a `T` where serde wants a seed.
pub struct Transcode<'o, T> {
    out: &'o mut Vec<u8>,
    of: PhantomData<fn() -> T>,
}

impl<'o, T> Transcode<'o, T> {
    /// Appends to `out`.
    pub const fn new(out: &'o mut Vec<u8>) -> Self {
        Self { out, of: PhantomData }
    }
}

impl<T> fmt::Debug for Transcode<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transcode").finish_non_exhaustive()
    }
}

impl<'de, T: FromJson> DeserializeSeed<'de> for Transcode<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        T::transcode(deserializer, self.out)
    }
}

/// Hands a string to a function; names in JSON may have escapes, so they cannot always be borrowed.
struct Text<F>(&'static str, F);

impl<T, F: FnOnce(&str) -> Result<T, String>> Visitor<'_> for Text<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.1)(text).map_err(E::custom)
    }
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        impl FromJson for $type {
            fn transcode<'de, D: Deserializer<'de>>(
                deserializer: D,
                out: &mut Vec<u8>,
            ) -> Result<(), D::Error> {
                out.extend_from_slice(&Self::deserialize(deserializer)?.to_be_bytes());
                Ok(())
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 i8 i16 i32 i64 }

impl FromJson for bool {
    fn transcode<'de, D: Deserializer<'de>>(deserializer: D, out: &mut Vec<u8>) -> Result<(), D::Error> {
        out.push(u8::from(Self::deserialize(deserializer)?));
        Ok(())
    }
}

impl FromJson for f64 {
    fn transcode<'de, D: Deserializer<'de>>(deserializer: D, out: &mut Vec<u8>) -> Result<(), D::Error> {
        let number: Self = number(deserializer, "a number or the hex of its bits", |text| {
            let mut bits = Vec::new();
            hex::append(text, &mut bits)?;
            bits.first_chunk().filter(|_| bits.len() == 8).map(|bits| Self::from_be_bytes(*bits))
        })?;
        out.extend_from_slice(&number.to_be_bytes());
        Ok(())
    }
}

impl FromJson for Uuid {
    fn transcode<'de, D: Deserializer<'de>>(deserializer: D, out: &mut Vec<u8>) -> Result<(), D::Error> {
        deserializer.deserialize_str(Text("a UUID", |text: &str| {
            let uuid = Self::try_parse(text).map_err(|_| String::from("not a UUID"))?;
            out.extend_from_slice(uuid.as_bytes());
            Ok(())
        }))
    }
}

impl<const N: usize> FromJson for [u8; N] {
    fn transcode<'de, D: Deserializer<'de>>(deserializer: D, out: &mut Vec<u8>) -> Result<(), D::Error> {
        let start = out.len();
        raw_hex(deserializer, out)?;
        match out.len().saturating_sub(start) {
            len if len == N => Ok(()),
            len => Err(D::Error::custom(format_args!("{len} bytes, must be {N}"))),
        }
    }
}

impl<L: Prefix> FromJson for Str<'_, L> {
    fn transcode<'de, D: Deserializer<'de>>(deserializer: D, out: &mut Vec<u8>) -> Result<(), D::Error> {
        deserializer.deserialize_str(Text("text", |text: &str| {
            prefixed::<L>(out, "bytes", |out| {
                out.extend_from_slice(text.as_bytes());
                Ok(text.len())
            })
        }))
    }
}

impl<L: Prefix> FromJson for Blob<'_, L> {
    fn transcode<'de, D: Deserializer<'de>>(deserializer: D, out: &mut Vec<u8>) -> Result<(), D::Error> {
        deserializer.deserialize_str(Text("bytes as hex", |text: &str| {
            prefixed::<L>(out, "bytes", |out| {
                hex::append(text, out).ok_or_else(|| String::from("not hex"))?;
                Ok(text.len() >> 1)
            })
        }))
    }
}

impl<T: FromJson> FromJson for Secret<T> {
    fn transcode<'de, D: Deserializer<'de>>(deserializer: D, out: &mut Vec<u8>) -> Result<(), D::Error> {
        T::transcode(deserializer, out)
    }
}

impl<T: FromJson> FromJson for Option<T> {
    const ABSENT: Option<&'static [u8]> = Some(&[0]);

    fn transcode<'de, D: Deserializer<'de>>(deserializer: D, out: &mut Vec<u8>) -> Result<(), D::Error> {
        struct Maybe<'o, T>(&'o mut Vec<u8>, PhantomData<fn() -> T>);

        impl<'de, T: FromJson> Visitor<'de> for Maybe<'_, T> {
            type Value = ();

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value or null")
            }

            fn visit_none<E: Error>(self) -> Result<(), E> {
                self.0.push(0);
                Ok(())
            }

            fn visit_unit<E: Error>(self) -> Result<(), E> {
                self.visit_none()
            }

            fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
                self.0.push(1);
                T::transcode(deserializer, self.0)
            }
        }

        deserializer.deserialize_option(Maybe::<T>(out, PhantomData))
    }
}

impl<A: FromJson, B: FromJson> FromJson for (A, B) {
    fn transcode<'de, D: Deserializer<'de>>(deserializer: D, out: &mut Vec<u8>) -> Result<(), D::Error> {
        struct Pair<'o, A, B>(&'o mut Vec<u8>, PhantomData<fn() -> (A, B)>);

        impl<'de, A: FromJson, B: FromJson> Visitor<'de> for Pair<'_, A, B> {
            type Value = ();

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array of two")
            }

            fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<(), S::Error> {
                let first = seq.next_element_seed(Transcode::<A>::new(self.0))?;
                first.ok_or_else(|| S::Error::invalid_length(0, &"two"))?;
                let second = seq.next_element_seed(Transcode::<B>::new(self.0))?;
                second.ok_or_else(|| S::Error::invalid_length(1, &"two"))
            }
        }

        deserializer.deserialize_tuple(2, Pair::<A, B>(out, PhantomData))
    }
}

impl<T: FromJson, N: Prefix> FromJson for List<'_, T, N> {
    fn transcode<'de, D: Deserializer<'de>>(deserializer: D, out: &mut Vec<u8>) -> Result<(), D::Error> {
        struct Items<'o, T, N>(&'o mut Vec<u8>, PhantomData<fn() -> (T, N)>);

        impl<'de, T: FromJson, N: Prefix> Visitor<'de> for Items<'_, T, N> {
            type Value = ();

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an array")
            }

            fn visit_seq<S: SeqAccess<'de>>(self, mut seq: S) -> Result<(), S::Error> {
                let mut failed = None;
                let written = prefixed::<N>(self.0, "items", |out| {
                    let mut count = 0usize;
                    loop {
                        match seq.next_element_seed(Transcode::<T>::new(out)) {
                            Ok(Some(())) => count = count.saturating_add(1),
                            Ok(None) => return Ok(count),
                            Err(error) => {
                                failed = Some(error);
                                return Ok(0);
                            }
                        }
                    }
                });
                failed.map_or_else(|| written.map_err(S::Error::custom), Err)
            }
        }

        deserializer.deserialize_seq(Items::<T, N>(out, PhantomData))
    }
}

/// Appends what `write` appends, behind the count that it gives.
fn prefixed<N: Prefix>(
    out: &mut Vec<u8>,
    unit: &str,
    write: impl FnOnce(&mut Vec<u8>) -> Result<usize, String>,
) -> Result<(), String> {
    let start = out.len();
    let end = start.saturating_add(N::LEN);
    out.resize(end, 0);
    let count = write(out)?;
    if count > N::MAX {
        return Err(format!("{count} {unit}, at most {} can be written", N::MAX));
    }
    if let Some(slot) = out.get_mut(start..end) {
        N::encode(count, &mut Writer::new(slot));
    }
    Ok(())
}

/// Appends the bytes of a hex string, without a length.
///
/// # Errors
/// Anything but a string of hex.
pub fn raw_hex<'de, D: Deserializer<'de>>(deserializer: D, out: &mut Vec<u8>) -> Result<(), D::Error> {
    deserializer.deserialize_str(Text("bytes as hex", |text: &str| {
        hex::append(text, out).ok_or_else(|| String::from("not hex"))
    }))
}

/// A number, or a text that `parse` gives one for.
///
/// # Errors
/// Anything else.
pub fn number<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
    expecting: &'static str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    use serde::de::IntoDeserializer;

    struct Either<T, F>(&'static str, F, PhantomData<fn() -> T>);

    impl<'de, T: Deserialize<'de>, F: FnOnce(&str) -> Option<T>> Visitor<'de> for Either<T, F> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
            T::deserialize(value.into_deserializer())
        }

        fn visit_i64<E: Error>(self, value: i64) -> Result<T, E> {
            T::deserialize(value.into_deserializer())
        }

        fn visit_f64<E: Error>(self, value: f64) -> Result<T, E> {
            T::deserialize(value.into_deserializer())
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            (self.1)(text).ok_or_else(|| E::custom(format_args!("no {} is called that", self.0)))
        }
    }

    deserializer.deserialize_any(Either(expecting, parse, PhantomData))
}

/// The number of an open enum, by number or name.
///
/// # Errors
/// Anything else, and a name that the enum lacks.
pub fn named<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
    name: &'static str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    number(deserializer, name, parse)
}

impl<'de, V: View + FromJson> Deserialize<'de> for Owned<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut bytes = Vec::new();
        V::transcode(deserializer, &mut bytes)?;
        Self::new(bytes.into()).map_err(D::Error::custom)
    }
}
