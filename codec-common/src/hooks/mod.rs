//! What the features `serde` and `arbitrary` add to the types of the tables.
//!
//! The table macros call these hooks; without the feature a hook is empty. They are defined under `cfg` here, since a
//! `cfg` that a macro writes is asked of the crate that expands it.

#[cfg(feature = "arbitrary")]
mod generate;
#[cfg(feature = "serde")]
mod json;
#[cfg(not(feature = "arbitrary"))]
mod no_generate;
#[cfg(not(feature = "serde"))]
mod no_json;
