//! The inspector for JavaScript.
//!
//! [`codec`] decodes, explains and encodes; [`capture`] is an index over a long capture, which makes the details of a
//! frame when they are asked for. Lines cross the border as JSON text: the npm package `broker-codecs`, in the folder
//! `npm`, turns it into objects in which no integer loses digits. [`bindings`] is what it calls.
#![forbid(unsafe_code)]

pub mod bindings;
pub mod capture;
pub mod codec;
mod options;

/// Why something could not be done, for people.
pub type Failure = String;
