//! Without the feature `serde`.

#[doc(hidden)]
#[macro_export]
macro_rules! __open_enum_serde {
    ($($tokens:tt)*) => {};
}

#[doc(hidden)]
#[macro_export]
macro_rules! __open_flags_serde {
    ($($tokens:tt)*) => {};
}

#[doc(hidden)]
#[macro_export]
macro_rules! __record_serde {
    ($($tokens:tt)*) => {};
}

#[doc(hidden)]
#[macro_export]
macro_rules! __protocol_serde {
    ($($tokens:tt)*) => {};
}
