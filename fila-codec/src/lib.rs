//! fila
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod message;
pub mod types;

const PROTOCOL: &str = "fila";
