//! Without the feature `arbitrary`.

#[doc(hidden)]
#[macro_export]
macro_rules! __generate_integer {
    ($($tokens:tt)*) => {};
}

#[doc(hidden)]
#[macro_export]
macro_rules! __record_generate {
    ($($tokens:tt)*) => {};
}

#[doc(hidden)]
#[macro_export]
macro_rules! __protocol_generate {
    ($($tokens:tt)*) => {};
}
