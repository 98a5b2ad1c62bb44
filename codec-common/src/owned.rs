//! Owning a message: its bytes, and the view given back on demand.

/// A record type whose view can be had with any lifetime; the table macros implement it for `Name<'static>`.
pub trait View: 'static {
    /// The view that borrows for `'v`.
    type Of<'v>: crate::Wire<'v>;
    /// The name that errors show.
    const AT: crate::At;
}

#[doc(hidden)]
#[macro_export]
macro_rules! __owned_view {
    ($name:ident [<'static>] $elided:tt) => {
        impl $crate::owned::View for $name<'static> {
            type Of<'v> = $name<'v>;
            const AT: $crate::At = $name::AT;
        }
    };
    ($name:ident [] $elided:tt) => {
        impl $crate::owned::View for $name {
            type Of<'v> = $name;
            const AT: $crate::At = $name::AT;
        }
    };
}

#[cfg(feature = "alloc")]
pub use message::Owned;

#[cfg(feature = "alloc")]
mod message {
    use super::View;
    use crate::wire::decode_exact;
    use crate::{DecodeError, EncodeError, Reader, Wire};
    use alloc::vec::Vec;
    use bytes::Bytes;
    use core::fmt;
    use core::marker::PhantomData;

    /// A message that owns its bytes: `Owned<Ack<'static>>` gives `Ack<'_>` back by [`view`](Self::view).
    ///
    /// One generic type in place of a second family of types. The bytes were decoded once when it was made; the
    /// view decodes them again, which borrows and allocates nothing. Any field leaves as [`Bytes`] by
    /// [`slice_ref`](Self::slice_ref), without a copy.
    pub struct Owned<V> {
        bytes: Bytes,
        view: PhantomData<fn() -> V>,
    }

    impl<V> Clone for Owned<V> {
        fn clone(&self) -> Self {
            Self { bytes: self.bytes.clone(), view: PhantomData }
        }
    }

    impl<V> PartialEq for Owned<V> {
        fn eq(&self, other: &Self) -> bool {
            self.bytes == other.bytes
        }
    }

    impl<V> Eq for Owned<V> {}

    impl<V: View> fmt::Debug for Owned<V> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "Owned<{}>(<{} bytes>)", V::AT.message, self.bytes.len())
        }
    }

    impl<V: View> Owned<V> {
        /// Checks that `bytes` are one whole message and keeps them.
        ///
        /// # Errors
        /// What the bytes break; `trailing` when some are left over.
        pub fn new(bytes: Bytes) -> Result<Self, DecodeError> {
            decode_exact::<V::Of<'_>>(&bytes, V::AT)?;
            Ok(Self { bytes, view: PhantomData })
        }

        /// Encodes `view` into bytes of its own.
        ///
        /// # Errors
        /// The first value that cannot be written.
        pub fn encode<'v>(view: &V::Of<'v>) -> Result<Self, EncodeError> {
            let mut bytes = Vec::new();
            view.encode_to_vec(&mut bytes, V::AT)?;
            Ok(Self { bytes: bytes.into(), view: PhantomData })
        }

        /// The view.
        ///
        /// # Errors
        /// None in practice: the bytes were decoded before.
        pub fn view(&self) -> Result<V::Of<'_>, DecodeError> {
            V::Of::decode_again(&mut Reader::new(&self.bytes), V::AT)
        }

        /// The encoded bytes.
        #[must_use]
        pub const fn bytes(&self) -> &Bytes {
            &self.bytes
        }

        /// `part`, which a view of this message gave, as shared bytes: no copy. Bytes from elsewhere are copied.
        #[must_use]
        pub fn slice_ref(&self, part: &[u8]) -> Bytes {
            let (whole, inner) = (self.bytes.as_ptr_range(), part.as_ptr_range());
            if whole.start <= inner.start && inner.end <= whole.end {
                self.bytes.slice_ref(part)
            } else {
                Bytes::copy_from_slice(part)
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::{Str, record};
        use alloc::format;

        const PROTOCOL: &str = "test";

        record! {
            /// A thing with a name.
            Named<'a> { id: u8, name: Str<'a> }
        }

        #[test]
        fn an_owned_message_gives_its_view_and_shares_its_fields() {
            let owned = Owned::<Named<'static>>::new(Bytes::from_static(b"\x07\0\x03abc")).unwrap();
            let view = owned.view().unwrap();
            assert_eq!((view.id, view.name.as_str()), (7, "abc"));
            let name = owned.slice_ref(view.name.as_bytes());
            assert_eq!(name.as_ptr(), view.name.as_bytes().as_ptr());
            assert_eq!(owned.slice_ref(b"elsewhere"), &b"elsewhere"[..]);
            assert_eq!(Owned::encode(&view).unwrap(), owned);
            assert_eq!(format!("{owned:?}"), "Owned<Named>(<6 bytes>)");
        }

        #[test]
        fn bytes_that_are_not_one_message_are_refused() {
            assert!(Owned::<Named<'static>>::new(Bytes::from_static(b"\x07\0\x03ab")).is_err());
            assert!(Owned::<Named<'static>>::new(Bytes::from_static(b"\x07\0\0!")).is_err());
        }
    }
}
