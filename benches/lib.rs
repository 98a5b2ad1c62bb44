//! Benches of the broker codecs.
