//! Numbers with all their digits.

use codec_common::{Rule, Sink};

/// How many digits `number` has.
#[inline]
pub(crate) fn unsigned_len(number: u64) -> usize {
    usize::try_from(number.checked_ilog10().unwrap_or(0)).unwrap_or(0).wrapping_add(1)
}

/// How many characters `number` takes.
#[inline]
pub(crate) fn signed_len(number: i64) -> usize {
    unsigned_len(number.unsigned_abs()).wrapping_add(usize::from(number < 0))
}

/// Writes `number` in decimal digits.
#[inline]
pub(crate) fn put_unsigned<'a, S: Sink<'a>>(number: u64, sink: &mut S) {
    // A count, a flag or an id of one digit is what there is most of.
    if let Ok(digit @ 0..=9) = u8::try_from(number) {
        return sink.put_array([digit | b'0']);
    }
    let mut digits = [0u8; 20];
    let mut rest = number;
    let mut used = 0;
    for slot in digits.iter_mut().rev() {
        *slot = u8::try_from(rest % 10).unwrap_or(0) | b'0';
        rest /= 10;
        used = used_more(used);
        if rest == 0 {
            break;
        }
    }
    sink.put(digits.get(20usize.wrapping_sub(used)..).unwrap_or_default());
}

const fn used_more(used: usize) -> usize {
    used.wrapping_add(1)
}

/// Writes `number` in decimal digits.
#[inline]
pub(crate) fn put_signed<'a, S: Sink<'a>>(number: i64, sink: &mut S) {
    if number < 0 {
        sink.put_array([b'-']);
    }
    put_unsigned(number.unsigned_abs(), sink);
}

static DIGITS: Rule = Rule("must be an integer");
static RANGE: Rule = Rule("does not fit its type");

/// The number at the start of `text` and how many digits it has, if they are up to 18 with a comma or brace behind
/// them, which is what there is most of; else no digits.
#[inline(never)]
pub(crate) fn digits(text: &[u8]) -> (u64, usize) {
    let mut magnitude = 0u64;
    let mut len = 0usize;
    for byte in text.iter().take(19) {
        match byte {
            b'0'..=b'9' if len < 18 => {
                magnitude = magnitude.wrapping_mul(10).wrapping_add(u64::from(byte & 0x0F));
                len = len.wrapping_add(1);
            }
            b',' | b'}' => return (magnitude, len),
            _ => break,
        }
    }
    (0, 0)
}

/// Sign and magnitude of a whole number: digits, perhaps with a fraction of zeros.
pub(crate) fn parse(text: &[u8]) -> Result<(bool, u64), &'static Rule> {
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let mut magnitude = 0u64;
    let mut rest = digits;
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        let digit = u64::from(digit & 0x0F);
        magnitude = magnitude.checked_mul(10).and_then(|n| n.checked_add(digit)).ok_or(&RANGE)?;
        rest = tail;
    }
    let fraction = match rest {
        [] => true,
        [b'.', zeros @ ..] => !zeros.is_empty() && zeros.iter().all(|zero| *zero == b'0'),
        _ => false,
    };
    if rest.len() == digits.len() || !fraction {
        return Err(&DIGITS);
    }
    Ok((negative, magnitude))
}

/// True for a number as JSON has it, whatever its digits.
pub(crate) fn is_json(text: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let text = text.strip_prefix(b"-").unwrap_or(text);
    let whole = digits(text);
    if whole == 0 || (whole > 1 && text.starts_with(b"0")) {
        return false;
    }
    let mut rest = text.get(whole..).unwrap_or_default();
    if let [b'.', fraction @ ..] = rest {
        let len = digits(fraction);
        if len == 0 {
            return false;
        }
        rest = fraction.get(len..).unwrap_or_default();
    }
    match rest {
        [] => true,
        [b'e' | b'E', b'+' | b'-', power @ ..] | [b'e' | b'E', power @ ..] => {
            !power.is_empty() && digits(power) == power.len()
        }
        _ => false,
    }
}

/// The number as one of a signed type.
pub(crate) fn signed((negative, magnitude): (bool, u64)) -> Result<i64, &'static Rule> {
    let number = if negative { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() };
    number.ok_or(&RANGE)
}

/// The number as one of an unsigned type.
pub(crate) fn unsigned((negative, magnitude): (bool, u64)) -> Result<u64, &'static Rule> {
    if negative && magnitude != 0 { Err(&RANGE) } else { Ok(magnitude) }
}

/// The number in a narrower type.
pub(crate) fn narrow<N: Copy, T: TryFrom<N>>(number: N) -> Result<T, &'static Rule> {
    T::try_from(number).map_err(|_| &RANGE)
}

// What is written is collected in a `Vec`.
#[cfg(test)]
#[cfg(feature = "alloc")]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use std::string::ToString;

    #[test]
    fn numbers_are_written_with_all_their_digits() {
        for number in [0, 9, 10, 99, 100, 999_999, 1 << 53, u64::MAX] {
            let mut out = Vec::new();
            put_unsigned(number, &mut out);
            assert_eq!(out, number.to_string().as_bytes());
            assert_eq!(out.len(), unsigned_len(number));
            assert_eq!(parse(&out), Ok((false, number)));
            out.push(b',');
            let short = number < 1_000_000_000_000_000_000;
            assert_eq!(digits(&out), if short { (number, out.len() - 1) } else { (0, 0) });
            assert_eq!(digits(&out[..out.len() - 1]), (0, 0));
        }
        for none in [&b","[..], b"1.0,", b"1 ,"] {
            assert_eq!(digits(none), (0, 0));
        }
        for number in [0, -1, 1, i64::MIN, i64::MAX] {
            let mut out = Vec::new();
            put_signed(number, &mut out);
            assert_eq!(out, number.to_string().as_bytes());
            assert_eq!(out.len(), signed_len(number));
            assert_eq!(parse(&out).and_then(signed), Ok(number));
        }
    }

    #[test]
    fn what_is_no_whole_number_or_does_not_fit_is_refused() {
        assert_eq!(parse(b"5.0"), Ok((false, 5)));
        assert_eq!(parse(b"-9223372036854775809").and_then(signed), Err(&RANGE));
        assert_eq!(parse(b"9223372036854775808").and_then(signed), Err(&RANGE));
        assert_eq!(parse(b"18446744073709551616"), Err(&RANGE));
        assert_eq!(parse(b"-1").and_then(unsigned), Err(&RANGE));
        assert_eq!(parse(b"-0").and_then(unsigned), Ok(0));
        for bad in [&b""[..], b"-", b"5.", b"5.1", b"1e3", b"+1", b"0x1", b".0", b"1 "] {
            assert_eq!(parse(bad), Err(&DIGITS), "{bad:?}");
        }
    }
}
