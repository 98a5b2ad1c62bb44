//! Whether a JSON number is the version that is spoken.

/// Whether the text of a JSON number has the value 1, in whichever way it is written: `1.0` and `10e-1` are 1 too,
/// as they are for the parsers of most languages.
pub(super) fn is_one(number: &str) -> bool {
    number == "1" || is_one_written_otherwise(number)
}

#[cold]
fn is_one_written_otherwise(number: &str) -> bool {
    let (digits, exponent) = match number.split_once(['e', 'E']) {
        // An exponent that does not fit would need as many digits to make up for it.
        Some((digits, exponent)) => match exponent.parse::<i64>() {
            Ok(exponent) => (digits, exponent),
            Err(_) => return false,
        },
        None => (number, 0),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    // All digits must be 0 but a single 1, and its place must be the one of the exponent.
    let mut ones = whole.bytes().chain(fraction.bytes()).enumerate().filter(|(_, digit)| *digit != b'0');
    let (Some((index, b'1')), None) = (ones.next(), ones.next()) else { return false };
    let place = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    let power = place(whole.len()).saturating_sub(1).saturating_sub(place(index));
    power.saturating_add(exponent) == 0
}

#[cfg(test)]
mod tests {
    use super::is_one;

    #[test]
    fn one_may_be_written_in_many_ways() {
        let ones = ["1", "1.0", "1.000", "1e0", "1E+0", "1.0e-0", "10e-1", "0.1e1", "0.001E3", "1000.00e-3"];
        for number in ones {
            assert!(is_one(number), "{number}");
        }
    }

    #[test]
    fn nothing_else_is_one() {
        let others = [
            "0",
            "-0",
            "2",
            "-1",
            "-1.0",
            "10",
            "11",
            "1.5",
            "1.01",
            "1e1",
            "1e-1",
            "0.1",
            "0e0",
            "0.0",
            "10e-2",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "1.00000000000000000000000001",
        ];
        for number in others {
            assert!(!is_one(number), "{number}");
        }
    }
}
