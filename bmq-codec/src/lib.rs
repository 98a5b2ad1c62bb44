//! bmq-codec
