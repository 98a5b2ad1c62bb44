//! What the features `serde` and `arbitrary` add to the types of the tables.
//!
//! The table macros call these hooks; without the feature a hook is empty. They are defined under `cfg` here, since a
//! `cfg` that a macro writes is asked of the crate that expands it.

#[cfg(feature = "arbitrary")]
mod generate;
#[cfg(feature = "serde")]
mod json;

macro_rules! empty_hooks {
    ($dollar:tt $feature:literal $($name:ident)*) => {$(
        #[cfg(not(feature = $feature))]
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $name {
            ($dollar($dollar tokens:tt)*) => {};
        }
    )*};
}

empty_hooks! { $ "serde" __open_enum_serde __open_flags_serde __record_serde __protocol_serde }
empty_hooks! { $ "arbitrary" __generate_integer __record_generate __protocol_generate }
