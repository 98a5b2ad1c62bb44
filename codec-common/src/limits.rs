//! Bounds on what a peer can make a decoder hold, read or nest.

/// Declares [`Limits`]: for each bound the field, its getter, its builder method and its default.
macro_rules! limits {
    ($($(#[$doc:meta])* $name:ident, $with:ident = $default:expr;)+) => {
        /// Bounds that decoders enforce, so that no peer decides how much memory, time or stack is used.
        ///
        /// A limit is the largest value that is still accepted. What [`max_frame`](Self::max_frame) counts
        /// (the prefix or the header included or not) is each protocol's own, as its specification has it;
        /// the protocol crates say so beside their own constants. Memory always grows with the bytes that
        /// came in, never with a length that was only declared.
        ///
        /// ```
        /// use codec_common::Limits;
        /// const SMALL: Limits = Limits::new().with_max_frame(64 * 1024).with_max_depth(16);
        /// assert_eq!(SMALL.max_frame(), 65_536);
        /// assert_eq!(SMALL.max_message(), Limits::default().max_message());
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub struct Limits {
            $($name: usize,)+
        }

        impl Limits {
            /// The defaults, each documented at its getter.
            #[must_use]
            pub const fn new() -> Self {
                Self { $($name: $default,)+ }
            }

            $(
                $(#[$doc])*
                #[inline]
                #[must_use]
                pub const fn $name(&self) -> usize {
                    self.$name
                }

                #[doc = concat!("These limits with another [`", stringify!($name), "`](Self::", stringify!($name), ").")]
                #[inline]
                #[must_use]
                pub const fn $with(mut self, value: usize) -> Self {
                    self.$name = value;
                    self
                }
            )+
        }
    };
}

limits! {
    /// Longest frame, in bytes as the protocol's length field counts them. Default 16 MiB (16,777,216).
    max_frame, with_max_frame = 16 << 20;

    /// Longest message in bytes, after reassembly of its fragments or inflation. Default 64 MiB (67,108,864).
    max_message, with_max_message = 64 << 20;

    /// Most frames that one message may be cut into. Default 4096.
    max_fragments, with_max_fragments = 4096;

    /// Most messages that may be unfinished at a time on one connection. Default 64.
    max_open_streams, with_max_open_streams = 64;

    /// Most bytes kept for all unfinished messages of one connection together. Default 128 MiB (134,217,728).
    max_buffered, with_max_buffered = 128 << 20;

    /// Deepest nesting of values in values, the outermost counting as 1. Default 64.
    max_depth, with_max_depth = 64;

    /// Most items of one list, whatever its bytes would allow, where a decoder counts them: compound values of AMQP.
    /// (Fila's lists are bounded by their bytes; `collect` takes a bound of its own.) Default 16,777,216.
    max_items, with_max_items = 16 << 20;
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_the_documented_ones() {
        let limits = Limits::default();
        assert_eq!(limits.max_frame(), 16_777_216);
        assert_eq!(limits.max_message(), 67_108_864);
        assert_eq!(limits.max_fragments(), 4096);
        assert_eq!(limits.max_open_streams(), 64);
        assert_eq!(limits.max_buffered(), 134_217_728);
        assert_eq!(limits.max_depth(), 64);
        assert_eq!(limits.max_items(), 16_777_216);
    }

    #[test]
    fn each_builder_method_sets_its_own_limit_only() {
        let read = |limits: &Limits| {
            [
                limits.max_frame(),
                limits.max_message(),
                limits.max_fragments(),
                limits.max_open_streams(),
                limits.max_buffered(),
                limits.max_depth(),
                limits.max_items(),
            ]
        };
        let methods: [fn(Limits, usize) -> Limits; 7] = [
            Limits::with_max_frame,
            Limits::with_max_message,
            Limits::with_max_fragments,
            Limits::with_max_open_streams,
            Limits::with_max_buffered,
            Limits::with_max_depth,
            Limits::with_max_items,
        ];
        for (index, method) in methods.iter().enumerate() {
            let mut expected = read(&Limits::new());
            expected[index] = 7;
            assert_eq!(read(&method(Limits::new(), 7)), expected);
        }
    }
}
