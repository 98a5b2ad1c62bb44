//! Numbers as text.

use alloc::{format, string::String};
use core::fmt::Write;

/// A fraction as Go prints it: the shortest digits that read back as the same number, plain while the decimal
/// exponent is -4 to 5, else `d.ddde+NN`.
pub(crate) fn float(number: f64) -> String {
    if number.is_nan() {
        return "NaN".into();
    }
    if number.is_infinite() {
        return if number > 0.0 { "+Inf" } else { "-Inf" }.into();
    }
    let scientific = format!("{number:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    match exponent.parse::<i16>() {
        Ok(-4..=5) | Err(_) => format!("{number}"),
        Ok(exponent) => {
            let sign = if exponent < 0 { '-' } else { '+' };
            let mut text = String::from(digits);
            // Writing into a string does not fail.
            let _ = write!(text, "e{sign}{:02}", exponent.unsigned_abs());
            text
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_go_prints_them() {
        for (number, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (21.5, "21.5"),
            (123_456.789, "123456.789"),
            (999_999.0, "999999"),
            (1_000_000.0, "1e+06"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (-25_000_000_000.0, "-2.5e+10"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::from_bits(1), "5e-324"),
            (f64::NEG_INFINITY, "-Inf"),
        ] {
            assert_eq!(float(number), text);
        }
    }
}
