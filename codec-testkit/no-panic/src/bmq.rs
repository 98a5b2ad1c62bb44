//! Entry points of `bmq-codec`.
