//! Fixtures, generators and oracles shared by the tests, fuzz targets and benches of the broker codecs.

pub mod fila;
