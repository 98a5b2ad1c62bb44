//! Fixtures: valid frames of any type of any protocol, from a seed (feature `generate`).
//!
//! The same seed, types and options give the same bytes on every platform. Frames are drawn by the codecs' own
//! generators (their feature `arbitrary`), so each decodes without an error.
//!
//! ```
//! use wirescope::generate::{Generator, Wanted};
//! use wirescope::protocol::Protocol;
//! let mut generator = Generator::new(Protocol::Fila, "Enqueue", 7, &Wanted::default())?;
//! let (first, second) = (generator.frame()?, generator.frame()?);
//! assert_eq!(first[4], 0x10);
//! assert_ne!(first, second);
//! assert_eq!(Generator::new(Protocol::Fila, "Enqueue", 7, &Wanted::default())?.frame()?, first);
//! # Ok::<(), wirescope::generate::GenerateError>(())
//! ```

mod bmq;
mod fila;
mod mx;
mod seed;
mod wanted;

pub use wanted::Wanted;

use crate::protocol::Protocol;
use arbitrary::Unstructured;
use seed::Seed;
use std::fmt;

/// Why no frame can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateError(String);

impl GenerateError {
    fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GenerateError {}

/// The types of frames that a protocol has, by name; of BlazingMQ's schema, one for each message that can be selected.
#[must_use]
pub fn types(protocol: Protocol) -> Vec<String> {
    match protocol {
        Protocol::Bmq => bmq::types(),
        Protocol::Fila => fila::types(),
        Protocol::Mx => mx::types(),
    }
}

/// Random bytes for one frame: more than any type takes but for the longest.
const SOURCE: usize = 4096;

/// How often a frame is drawn anew until it has what is wanted of it.
const TRIES: usize = 64;

/// Makes frames, one after the other.
#[derive(Debug)]
pub struct Generator {
    protocol: Protocol,
    /// The types, taken in turn.
    types: Vec<String>,
    wanted: Wanted,
    seed: Seed,
    made: u32,
}

impl Generator {
    /// Frames of that type: a name of [`types`], the front part of one up to a dot, or `all` for each type in turn.
    ///
    /// # Errors
    /// The type is not known, or what is wanted is nothing that the protocol has.
    pub fn new(protocol: Protocol, name: &str, seed: u64, wanted: &Wanted) -> Result<Self, GenerateError> {
        wanted.check(protocol)?;
        let known = types(protocol);
        let types = if name == "all" {
            known
        } else if known.iter().any(|known| is_part(name, known)) {
            vec![name.to_owned()]
        } else {
            return Err(GenerateError::new(format!("{protocol} has no type {name:?}; --list shows all")));
        };
        Ok(Self { protocol, types, wanted: wanted.clone(), seed: Seed::new(seed), made: 0 })
    }

    /// How many types are taken in turn.
    #[must_use]
    pub fn turn(&self) -> usize {
        self.types.len()
    }

    /// The bytes of the next frame; of an operation that is cut, those of all its frames.
    ///
    /// # Errors
    /// What is wanted does not fit the type.
    pub fn frame(&mut self) -> Result<Vec<u8>, GenerateError> {
        let place = usize::try_from(self.made).unwrap_or(0) % self.types.len();
        self.made = self.made.wrapping_add(1);
        let mut frame = Vec::new();
        for _ in 0..TRIES {
            let bytes = self.seed.bytes(SOURCE);
            let mut source = Unstructured::new(&bytes);
            let name = &self.types[place];
            frame = match self.protocol {
                Protocol::Bmq => bmq::frame(name, &mut source, &self.wanted),
                Protocol::Fila => fila::frame(name, &mut source, self.made),
                Protocol::Mx => mx::frame(name, &mut source),
            }?;
            if let Some(shaped) = self.wanted.apply(self.protocol, &frame, &mut self.seed)? {
                frame = shaped;
                break;
            }
        }
        // What is longer than peers take by default is continued, asked for or not.
        let longest = fila_codec::MaxFrame::DEFAULT.get();
        match self.wanted.max_frame {
            Some(max) => fila::cut(&frame, max),
            None if self.protocol == Protocol::Fila && frame.len() > longest as usize => {
                fila::cut(&frame, longest)
            }
            None => Ok(frame),
        }
    }
}

/// True when `name` is `known` or a front part of it.
fn is_part(name: &str, known: &str) -> bool {
    known.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Nothing that is drawn runs out of bytes or is refused.
fn drawn<T>(result: arbitrary::Result<T>) -> Result<T, GenerateError> {
    result.map_err(|error| GenerateError::new(error.to_string()))
}
