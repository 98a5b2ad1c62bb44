//! Points in time.

use core::fmt;

const DAY: i64 = 86_400_000;

/// A point in time: Unix milliseconds.
///
/// Shown in RFC 3339, UTC, with as many fractional digits as it needs; `{:.3}` always shows three.
///
/// ```
/// use bridge_codec::Timestamp;
/// let time = Timestamp::from_rfc3339("2026-03-01T13:00:00.5+01:00").unwrap();
/// assert_eq!(time, Timestamp::from_millis(1_772_366_400_500));
/// assert_eq!((format!("{time}"), format!("{time:.3}")),
///     ("2026-03-01T12:00:00.5Z".to_owned(), "2026-03-01T12:00:00.500Z".to_owned()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// From Unix milliseconds.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Unix milliseconds.
    #[must_use]
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// The time `seconds` later, or the last one there is.
    #[must_use]
    pub fn plus_seconds(self, seconds: u32) -> Self {
        self.plus_millis(i64::from(seconds).saturating_mul(1000))
    }

    /// The time `millis` later, or the last one there is.
    #[must_use]
    pub const fn plus_millis(self, millis: i64) -> Self {
        Self(self.0.saturating_add(millis))
    }

    /// Milliseconds from `earlier` to this time; 0 when there are none.
    #[must_use]
    pub fn millis_since(self, earlier: Self) -> u64 {
        u64::try_from(i128::from(self.0).saturating_sub(i128::from(earlier.0))).unwrap_or(0)
    }

    /// Reads RFC 3339: a date, `T`, a time with any number of fractional digits (three count), and `Z` or an offset.
    #[must_use]
    pub fn from_rfc3339(text: &str) -> Option<Self> {
        let (date, time) = text.split_once(['T', 't'])?;
        let (year, month, day) = three(date, '-', [4, 2, 2])?;
        let (clock, offset) = match time.strip_suffix(['Z', 'z']) {
            Some(clock) => (clock, 0),
            None => {
                let (clock, zone) = time.split_at_checked(time.len().checked_sub(6)?)?;
                (clock, offset(zone)?)
            }
        };
        let (whole, fraction) =
            clock.split_once('.').map_or((clock, None), |(whole, rest)| (whole, Some(rest)));
        let (hour, minute, second) = three(whole, ':', [2, 2, 2])?;
        let fits = (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day);
        if !fits || hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        let clock = hour.wrapping_mul(60).wrapping_add(minute).wrapping_mul(60).wrapping_add(second);
        let millis = days(year, month, day).wrapping_mul(DAY).wrapping_add(clock.wrapping_mul(1000));
        Some(Self(millis.wrapping_add(thousandths(fraction)?).wrapping_sub(offset.wrapping_mul(60_000))))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date(self.0.div_euclid(DAY));
        let within = self.0.rem_euclid(DAY);
        let (second, millis) = (within / 1000, within % 1000);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        match (f.precision(), millis) {
            (Some(3..), _) => write!(f, ".{millis:03}Z"),
            (_, 0) => f.write_str("Z"),
            (_, tenths) if tenths % 100 == 0 => write!(f, ".{}Z", tenths / 100),
            (_, hundredths) if hundredths % 10 == 0 => write!(f, ".{:02}Z", hundredths / 10),
            _ => write!(f, ".{millis:03}Z"),
        }
    }
}

/// Numbers of those many digits.
fn three(text: &str, separator: char, digits: [usize; 3]) -> Option<(i64, i64, i64)> {
    let mut parts = text.split(separator);
    let mut next = |len| number(parts.next()?, len);
    let [first, second, third] = digits;
    let found = (next(first)?, next(second)?, next(third)?);
    parts.next().is_none().then_some(found)
}

fn number(text: &str, digits: usize) -> Option<i64> {
    (text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

/// The first three fractional digits.
fn thousandths(fraction: Option<&str>) -> Option<i64> {
    let Some(digits) = fraction else { return Some(0) };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = digits.bytes().chain(core::iter::repeat(b'0')).take(3);
    Some(digits.fold(0, |sum: i64, digit| sum.wrapping_mul(10).wrapping_add(i64::from(digit & 0x0F))))
}

/// Minutes of `+hh:mm` or `-hh:mm`.
fn offset(zone: &str) -> Option<i64> {
    let (sign, zone) = match zone.split_at_checked(1)? {
        ("+", zone) => (1_i64, zone),
        ("-", zone) => (-1, zone),
        _ => return None,
    };
    let (hours, minutes) = zone.split_once(':')?;
    let (hours, minutes) = (number(hours, 2)?, number(minutes, 2)?);
    (hours < 24 && minutes < 60).then(|| sign.wrapping_mul(hours.wrapping_mul(60).wrapping_add(minutes)))
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date of the Gregorian calendar. Years are counted from March here, so that a leap day
/// is the last day of its year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year.wrapping_sub(1) } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let month = if month > 2 { month.wrapping_sub(3) } else { month.wrapping_add(9) };
    let of_year = (month.wrapping_mul(153).wrapping_add(2) / 5).wrapping_add(day).wrapping_sub(1);
    let leaps = (of_era / 4).wrapping_sub(of_era / 100);
    let of_era = of_era.wrapping_mul(365).wrapping_add(leaps).wrapping_add(of_year);
    era.wrapping_mul(146_097).wrapping_add(of_era).wrapping_sub(719_468)
}

/// The date of a day counted from 1970-01-01: the reverse of [`days`].
fn date(day: i64) -> (i64, i64, i64) {
    let day = day.saturating_add(719_468);
    let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let leaps = (of_era / 1460).wrapping_sub(of_era / 36_524).wrapping_add(of_era / 146_096);
    let year = of_era.wrapping_sub(leaps) / 365;
    let before = year.wrapping_mul(365).wrapping_add(year / 4).wrapping_sub(year / 100);
    let of_year = of_era.wrapping_sub(before);
    let month = of_year.wrapping_mul(5).wrapping_add(2) / 153;
    let of_month = of_year.wrapping_sub(month.wrapping_mul(153).wrapping_add(2) / 5).wrapping_add(1);
    let year = era.wrapping_mul(400).wrapping_add(year);
    if month < 10 {
        (year, month.wrapping_add(3), of_month)
    } else {
        (year.wrapping_add(1), month.wrapping_sub(9), of_month)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, string::ToString};

    #[test]
    fn known_times() {
        for (text, millis) in [
            ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59.999Z", -1),
            ("2000-02-29T12:00:00Z", 951_825_600_000),
            ("2026-03-01T11:59:59.25Z", 1_772_366_399_250),
            ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
            ("0000-03-01T00:00:00Z", -62_162_035_200_000),
        ] {
            assert_eq!(Timestamp::from_millis(millis).to_string(), text);
            assert_eq!(Timestamp::from_rfc3339(text), Some(Timestamp::from_millis(millis)), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "",
            "yesterday",
            "2026-03-01",
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-03-01T24:00:00Z",
            "2026-03-01T00:00:00",
            "2026-03-01T00:00:00.Z",
            "2026-03-01T00:00:00+1:00",
            "+026-03-01T00:00:00Z",
        ] {
            assert_eq!(Timestamp::from_rfc3339(text), None, "{text}");
        }
    }

    #[test]
    fn every_number_is_a_time_and_reads_back() {
        for millis in [i64::MIN, i64::MAX] {
            let _ = format!("{}", Timestamp::from_millis(millis));
        }
        for day in -200_000..200_000 {
            let (year, month, of_month) = date(day);
            assert_eq!(days(year, month, of_month), day);
        }
    }
}
