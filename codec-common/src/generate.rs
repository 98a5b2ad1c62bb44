//! Random valid encodings (feature `arbitrary`) for property tests and fuzzing.
//!
//! A generator writes wire bytes rather than values: the view is then decoded from them, so nothing needs to own the
//! texts and lists that a view borrows.
//!
//! ```
//! use codec_common::{Str, Wire, record, generate::{Generate, Unstructured}, wire::decode_exact};
//! const PROTOCOL: &str = "demo";
//!
//! record! {
//!     /// Who is there.
//!     Greeting<'a> { version: u16, name: Option<Str<'a>> }
//! }
//!
//! let mut bytes = Vec::new();
//! Greeting::generate(&mut Unstructured::new(&[1, 2, 3, 4, 5, 6, 7, 8]), &mut bytes)?;
//! decode_exact::<Greeting<'_>>(&bytes, Greeting::AT)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::wire::Prefix;
use crate::{Blob, List, Secret, Str, Writer};
use alloc::vec::Vec;
use uuid::Uuid;

pub use arbitrary::{Result, Unstructured};

/// Most items of a generated list.
const MAX_ITEMS: u8 = 12;

/// Longest usual text or blob, in characters or bytes.
const MAX_LEN: usize = 48;

/// A type of which random valid encodings can be made.
pub trait Generate {
    /// Appends the encoding of a value that `source` decides on; an exhausted source gives the shortest.
    ///
    /// # Errors
    /// Those of the source.
    fn generate(source: &mut Unstructured<'_>, out: &mut Vec<u8>) -> Result<()>;
}

/// Appends an integer of `len` bytes: the ends of its range, a small number, or any.
///
/// # Errors
/// Those of the source.
pub fn integer(source: &mut Unstructured<'_>, len: usize, out: &mut Vec<u8>) -> Result<()> {
    let end = out.len().saturating_add(len);
    match source.arbitrary::<u8>()? {
        0..32 => out.resize(end, 0),
        32..48 => out.resize(end, 0xFF),
        48..160 => {
            out.resize(end.saturating_sub(1), 0);
            out.push(source.int_in_range(0..=31)?);
        }
        _ => random(source, len, out)?,
    }
    Ok(())
}

fn random(source: &mut Unstructured<'_>, len: usize, out: &mut Vec<u8>) -> Result<()> {
    let start = out.len();
    out.resize(start.saturating_add(len), 0);
    source.fill_buffer(out.get_mut(start..).unwrap_or_default())
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        impl Generate for $type {
            fn generate(source: &mut Unstructured<'_>, out: &mut Vec<u8>) -> Result<()> {
                integer(source, size_of::<Self>(), out)
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 i8 i16 i32 i64 f64 }

impl Generate for bool {
    fn generate(source: &mut Unstructured<'_>, out: &mut Vec<u8>) -> Result<()> {
        out.push(u8::from(source.arbitrary::<bool>()?));
        Ok(())
    }
}

impl Generate for Uuid {
    fn generate(source: &mut Unstructured<'_>, out: &mut Vec<u8>) -> Result<()> {
        random(source, 16, out)
    }
}

impl<const N: usize> Generate for [u8; N] {
    fn generate(source: &mut Unstructured<'_>, out: &mut Vec<u8>) -> Result<()> {
        random(source, N, out)
    }
}

impl<L: Prefix> Generate for Str<'_, L> {
    fn generate(source: &mut Unstructured<'_>, out: &mut Vec<u8>) -> Result<()> {
        let (len, ascii) = (source.int_in_range(0..=MAX_LEN)?, source.ratio(3, 4)?);
        prefixed::<L>(out, |out| {
            let start = out.len();
            for _ in 0..len {
                if ascii {
                    out.push(source.arbitrary::<u8>()? & 0x7F);
                } else {
                    let mut text = [0; 4];
                    out.extend_from_slice(source.arbitrary::<char>()?.encode_utf8(&mut text).as_bytes());
                }
            }
            Ok(out.len().saturating_sub(start))
        })
    }
}

impl<L: Prefix> Generate for Blob<'_, L> {
    fn generate(source: &mut Unstructured<'_>, out: &mut Vec<u8>) -> Result<()> {
        let len = source.int_in_range(0..=MAX_LEN)?;
        prefixed::<L>(out, |out| random(source, len, out).map(|()| len))
    }
}

impl<T: Generate> Generate for Secret<T> {
    fn generate(source: &mut Unstructured<'_>, out: &mut Vec<u8>) -> Result<()> {
        T::generate(source, out)
    }
}

impl<T: Generate> Generate for Option<T> {
    fn generate(source: &mut Unstructured<'_>, out: &mut Vec<u8>) -> Result<()> {
        let present = source.arbitrary::<bool>()?;
        out.push(u8::from(present));
        if present { T::generate(source, out) } else { Ok(()) }
    }
}

impl<A: Generate, B: Generate> Generate for (A, B) {
    fn generate(source: &mut Unstructured<'_>, out: &mut Vec<u8>) -> Result<()> {
        A::generate(source, out)?;
        B::generate(source, out)
    }
}

impl<T: Generate, N: Prefix> Generate for List<'_, T, N> {
    fn generate(source: &mut Unstructured<'_>, out: &mut Vec<u8>) -> Result<()> {
        let count = source.int_in_range(0..=MAX_ITEMS)?;
        prefixed::<N>(out, |out| {
            for _ in 0..count {
                T::generate(source, out)?;
            }
            Ok(usize::from(count))
        })
    }
}

/// Appends what `write` appends, behind the count that it gives.
fn prefixed<N: Prefix>(out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>) -> Result<usize>) -> Result<()> {
    let start = out.len();
    let end = start.saturating_add(N::LEN);
    out.resize(end, 0);
    let count = write(out)?;
    if let Some(slot) = out.get_mut(start..end) {
        N::encode(count, &mut Writer::new(slot));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::U16;
    use crate::{Map, Text, messages, open_enum, protocol, record};
    use proptest::prelude::*;

    const PROTOCOL: &str = "test";

    open_enum! {
        /// How it went.
        Outcome: u8 {
            /// Well.
            Fine = 0,
        }
    }

    record! {
        /// One of each.
        Item<'a> {
            id: Uuid,
            headers: Map<'a, Str<'a>, Str<'a>, U16>,
            payload: Blob<'a>,
            note: Option<Text<'a>>,
            ratio: f64,
            tag: [u8; 2],
            outcome: Outcome,
            done: bool,
            key: Secret<Str<'a>>,
        }
    }

    messages! { $ all;
        /// A batch.
        0x10 => Batch<'a> (ClientToServer) { items: List<'a, Item<'a>> }
        /// Nothing in it.
        0x11 => Ping (Either) {}
    }

    protocol! { Message = all }

    proptest! {
        #[test]
        fn what_is_generated_decodes_to_the_end(seed in proptest::collection::vec(any::<u8>(), 0..600)) {
            let mut bytes = Vec::new();
            let code = Message::generate_any(&mut Unstructured::new(&seed), &mut bytes).unwrap();
            let (message, trailing) = Message::decode(code, &bytes, 0).unwrap();
            prop_assert!(trailing.is_empty());
            let mut out = alloc::vec![0; bytes.len()];
            prop_assert_eq!(&*message.encode_to_slice(&mut out).unwrap(), &bytes[..]);
        }
    }
}
