//! Open enums and flags: newtypes over the wire's integer, so that a value unknown today survives.

/// Declares an open enum: a newtype over an integer with the specification's names as constants.
///
/// ```
/// codec_common::open_enum! {
///     /// How hard to press.
///     Pressure: u8 {
///         /// Barely.
///         LIGHT = 1,
///         /// As hard as it goes.
///         FULL = 7,
///     }
/// }
/// assert_eq!(Pressure(7), Pressure::FULL);
/// assert_eq!(Pressure::LIGHT.name(), Some("LIGHT"));
/// assert_eq!(format!("{:?} {}", Pressure(9), Pressure::FULL), "Pressure(9) FULL");
/// assert_eq!(Pressure::from_name("FULL"), Some(Pressure::FULL));
/// ```
#[macro_export]
macro_rules! open_enum {
    (
        $(#[$meta:meta])*
        $name:ident: $repr:ident {
            $($(#[$vmeta:meta])* $variant:ident = $value:literal),* $(,)?
        }
    ) => {
        $crate::named_integer! {
            $(#[$meta])*
            $name: $repr { $($(#[$vmeta])* $variant = $value),* }
        }

        $crate::__newtype_wire! { $name $repr }

        impl<'a> $crate::Inspect<'a> for $name {
            fn inspect(
                reader: &mut $crate::Reader<'a>,
                at: $crate::At,
                visitor: &mut dyn $crate::inspect::Visitor,
            ) -> Result<(), $crate::DecodeError> {
                $crate::inspect::leaf::<Self>(reader, at, visitor, |value| {
                    $crate::inspect::Value::Named(u64::from(value.0), value.name())
                })
            }
        }

        impl $crate::shape::Described for $name {
            const SHAPE: &'static $crate::shape::Shape = &$crate::shape::Shape::Enum {
                name: stringify!($name),
                len: <$repr as $crate::Wire<'_>>::MIN_LEN,
                values: &[$((stringify!($variant), $value)),*],
            };
        }

        $crate::__open_enum_serde! { $name $repr }
        $crate::__generate_integer! { $name }
    };
}

/// Declares a newtype over an integer with names for some of its values, without a wire form of its own.
///
/// ```
/// codec_common::named_integer! {
///     /// How it went.
///     Outcome: i32 {
///         /// Well.
///         GOOD = 0,
///         /// Not well.
///         BAD = -1,
///     }
/// }
/// assert_eq!((Outcome(-1), Outcome::ALL.len()), (Outcome::BAD, 2));
/// assert_eq!(Outcome::BAD.name(), Some("BAD"));
/// assert_eq!(format!("{:?} {}", Outcome(-9), Outcome(7)), "Outcome(-9) 7");
/// assert_eq!(Outcome::from_name("GOOD"), Some(Outcome::GOOD));
/// ```
#[macro_export]
macro_rules! named_integer {
    (
        $(#[$meta:meta])*
        $name:ident: $repr:ident {
            $($(#[$vmeta:meta])* $variant:ident = $value:literal),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $repr);

        #[allow(non_upper_case_globals)]
        impl $name {
            $($(#[$vmeta])* pub const $variant: Self = Self($value);)*

            /// The values that the specification names, in its order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The specification's name; `None` for a value that it does not name.
            #[must_use]
            pub const fn name(self) -> Option<&'static str> {
                match self.0 {
                    $($value => Some(stringify!($variant)),)*
                    _ => None,
                }
            }

            /// The value of that name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == Some(name))
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self.name() {
                    Some(name) => f.write_str(name),
                    None => write!(f, "{}({})", stringify!($name), self.0),
                }
            }
        }

        /// The name, or the number where there is none.
        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self.name() {
                    Some(name) => f.write_str(name),
                    None => ::core::fmt::Display::fmt(&self.0, f),
                }
            }
        }
    };
}

/// The wire form of a newtype over an integer.
#[doc(hidden)]
#[macro_export]
macro_rules! __newtype_wire {
    ($name:ident $repr:ident) => {
        impl<'a> $crate::Wire<'a> for $name {
            const MIN_LEN: usize = <$repr as $crate::Wire<'a>>::MIN_LEN;
            const FIXED: bool = true;

            #[inline(always)]
            fn decode(reader: &mut $crate::Reader<'a>, at: $crate::At) -> Result<Self, $crate::DecodeError> {
                <$repr as $crate::Wire<'a>>::decode(reader, at).map(Self)
            }

            #[inline(always)]
            fn measure(&self, _: &mut $crate::Fault, _: $crate::At) -> usize {
                <$repr as $crate::Wire<'a>>::MIN_LEN
            }

            #[inline(always)]
            fn encode<S: $crate::Sink<'a>>(&self, sink: &mut S) {
                $crate::Wire::encode(&self.0, sink);
            }
        }
    };
}

/// Declares open flags: a newtype over an unsigned integer whose bits the specification names.
///
/// ```
/// codec_common::open_flags! {
///     /// What a door does.
///     Door: u8 {
///         /// It opens.
///         OPENS = 1,
///         /// It locks.
///         LOCKS = 4,
///     }
/// }
/// let door = Door::OPENS | Door(0x10);
/// assert!(door.contains(Door::OPENS) && !door.contains(Door::LOCKS));
/// assert_eq!(door.unknown(), 0x10);
/// assert_eq!(format!("{door:?}"), "OPENS | 0x10");
/// assert_eq!(door.names().collect::<Vec<_>>(), ["OPENS"]);
/// ```
///
/// `wire` before the name gives it a wire form of its own, the integer's; without it the flags are part of a
/// packed word.
#[macro_export]
macro_rules! open_flags {
    (
        $(#[$meta:meta])*
        wire $name:ident: $repr:ident {
            $($(#[$vmeta:meta])* $flag:ident = $value:literal),* $(,)?
        }
    ) => {
        $crate::open_flags! { $(#[$meta])* $name: $repr { $($(#[$vmeta])* $flag = $value),* } }

        $crate::__newtype_wire! { $name $repr }

        impl<'a> $crate::Inspect<'a> for $name {
            fn inspect(
                reader: &mut $crate::Reader<'a>,
                at: $crate::At,
                visitor: &mut dyn $crate::inspect::Visitor,
            ) -> Result<(), $crate::DecodeError> {
                $crate::inspect::leaf::<Self>(reader, at, visitor, |value| {
                    $crate::inspect::Value::Unsigned(u64::from(value.0))
                })
            }
        }

        impl $crate::shape::Described for $name {
            const SHAPE: &'static $crate::shape::Shape = &$crate::shape::Shape::Flags {
                name: stringify!($name),
                len: <$repr as $crate::Wire<'_>>::MIN_LEN,
                values: &[$((stringify!($flag), $value)),*],
            };
        }

        $crate::__open_flags_serde! { $name $repr }
        $crate::__generate_integer! { $name }
    };
    (
        $(#[$meta:meta])*
        $name:ident: $repr:ident {
            $($(#[$vmeta:meta])* $flag:ident = $value:literal),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $name(pub $repr);

        impl $name {
            $($(#[$vmeta])* pub const $flag: Self = Self($value);)*

            /// The flags that the specification names, in its order.
            pub const ALL: &'static [(&'static str, Self)] = &[$((stringify!($flag), Self::$flag)),*];

            /// No flag.
            #[must_use]
            pub const fn empty() -> Self {
                Self(0)
            }

            /// True when all bits of `other` are set.
            #[inline(always)]
            #[must_use]
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// The bits that the specification does not name.
            #[must_use]
            pub const fn unknown(self) -> $repr {
                self.0 & !(0 $(| $value)*)
            }

            /// The names of the flags that are set.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                Self::ALL.iter().filter(move |(_, flag)| self.contains(*flag)).map(|(name, _)| *name)
            }

            /// The flag of that name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, flag)| *flag)
            }
        }

        impl ::core::ops::BitOr for $name {
            type Output = Self;

            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut separator = "";
                for name in self.names() {
                    write!(f, "{separator}{name}")?;
                    separator = " | ";
                }
                match self.unknown() {
                    0 if separator.is_empty() => f.write_str("0"),
                    0 => Ok(()),
                    unknown => write!(f, "{separator}{unknown:#x}"),
                }
            }
        }
    };
}
