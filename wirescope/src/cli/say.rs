//! Messages for people, on standard error.

/// Writes a message. Whether standard error takes it is of no account: a full disk there must not stop the work.
macro_rules! say {
    ($($message:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(anstream::stderr(), "wirescope: {}", format_args!($($message)*));
    }};
}
