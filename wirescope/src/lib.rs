//! wirescope
