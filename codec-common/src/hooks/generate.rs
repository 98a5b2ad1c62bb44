//! What the feature `arbitrary` adds to the types of the tables; see [`generate`](crate::generate).

#[doc(hidden)]
#[macro_export]
macro_rules! __generate_integer {
    ($name:ident) => {
        impl $crate::generate::Generate for $name {
            fn generate(
                source: &mut $crate::generate::Unstructured<'_>,
                out: &mut $crate::__private::Vec<u8>,
            ) -> $crate::generate::Result<()> {
                $crate::generate::integer(source, <Self as $crate::Wire<'_>>::MIN_LEN, out)
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __record_generate {
    ($name:ident [$lt:lifetime] [$($generics:tt)*] { $($field:ident: $type:ty),* }) => {
        impl $($generics)* $crate::generate::Generate for $name $($generics)* {
            #[allow(unused_variables, reason = "a record may have no fields")]
            fn generate(
                source: &mut $crate::generate::Unstructured<'_>,
                out: &mut $crate::__private::Vec<u8>,
            ) -> $crate::generate::Result<()> {
                $(<$type as $crate::generate::Generate>::generate(source, out)?;)*
                Ok(())
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __protocol_generate {
    ($enum_name:ident { $($code:literal $name:ident [$($lt:lifetime)?])* }) => {
        impl $enum_name<'_> {
            /// Appends a random valid body of the message with that opcode; of an unknown opcode, any bytes.
            ///
            /// # Errors
            /// Those of the source.
            pub fn generate(
                code: u8,
                source: &mut $crate::generate::Unstructured<'_>,
                out: &mut $crate::__private::Vec<u8>,
            ) -> $crate::generate::Result<()> {
                match code {
                    $($code => <$name as $crate::generate::Generate>::generate(source, out),)*
                    _ => {
                        out.extend_from_slice(source.bytes(source.len().min(32))?);
                        Ok(())
                    }
                }
            }

            /// Appends a random valid body of any message and gives its opcode.
            ///
            /// # Errors
            /// Those of the source.
            pub fn generate_any(
                source: &mut $crate::generate::Unstructured<'_>,
                out: &mut $crate::__private::Vec<u8>,
            ) -> $crate::generate::Result<u8> {
                let code = source.choose(Self::ALL)?.code;
                Self::generate(code, source, out)?;
                Ok(code)
            }
        }
    };
}
