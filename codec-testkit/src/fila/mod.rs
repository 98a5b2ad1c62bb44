//! Fila: the vectors of `testdata/fila`, and a receiver to feed them to.

pub mod drive;
pub mod vectors;
