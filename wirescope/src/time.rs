//! Times of captured packets.

use std::fmt;

/// Nanoseconds since the start of 1970, UTC; shown as RFC 3339 with nine digits: `2026-01-01T00:00:00.000000738Z`.
///
/// Such texts sort as their times do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u64);

const SECOND: u64 = 1_000_000_000;
const DAY: u64 = 86_400;

impl Time {
    /// Reads what [`Display`](fmt::Display) writes.
    ///
    /// ```
    /// use wirescope::time::Time;
    /// let time = Time(1_767_225_600_000_000_738);
    /// assert_eq!(time.to_string(), "2026-01-01T00:00:00.000000738Z");
    /// assert_eq!(Time::parse("2026-01-01T00:00:00.000000738Z"), Some(time));
    /// assert_eq!(Time::parse("2026-02-30T00:00:00.000000000Z"), None);
    /// ```
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let number = |from: usize, to: usize| -> Option<u64> {
            let digits = text.get(from..to)?;
            digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
        };
        let days = days_of(number(0, 4)?, number(5, 7)?, number(8, 10)?)?;
        let seconds = (days * 24 + number(11, 13)?) * 60 + number(14, 16)?;
        let time = Self((seconds * 60 + number(17, 19)?).checked_mul(SECOND)?.checked_add(number(20, 29)?)?);
        (time.to_string() == text).then_some(time)
    }

    /// Nanoseconds from an earlier time to this one; 0 when it is not earlier.
    #[must_use]
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, nanos) = (self.0 / SECOND, self.0 % SECOND);
        let (year, month, day) = date_of(seconds / DAY);
        let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{nanos:09}Z")
    }
}

/// Days from 0000-03-01 to 1970-01-01 in the Gregorian calendar, where years begin in March so that the leap day is
/// their last.
const EPOCH: u64 = 719_468;

/// The date of a day since 1970.
const fn date_of(days: u64) -> (u64, u64, u64) {
    let days = days + EPOCH;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

/// The day since 1970 of a date, not all of which are checked to be one.
fn days_of(year: u64, month: u64, day: u64) -> Option<u64> {
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let (year, month) = if month > 2 { (year, month - 3) } else { (year.checked_sub(1)?, month + 9) };
    let (era, in_era) = (year / 400, year % 400);
    let days = in_era * 365 + in_era / 4 - in_era / 100 + (153 * month + 2) / 5 + day - 1;
    (era * 146_097 + days).checked_sub(EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_days_are_read_as_they_are_written() {
        let mut last = String::new();
        for day in 0..(1 << 17) {
            let time = Time(day * DAY * SECOND + 1);
            let text = time.to_string();
            assert!(last < text, "{last} {text}");
            assert_eq!(Time::parse(&text), Some(time));
            last = text;
        }
    }

    #[test]
    fn known_times() {
        assert_eq!(Time(0).to_string(), "1970-01-01T00:00:00.000000000Z");
        assert_eq!(Time(951_782_400 * SECOND).to_string(), "2000-02-29T00:00:00.000000000Z");
        assert_eq!(Time(u64::MAX).to_string(), "2554-07-21T23:34:33.709551615Z");
        assert_eq!(Time::parse(&Time(u64::MAX).to_string()), Some(Time(u64::MAX)));
        for text in [
            "",
            "2026",
            "2026-01-01T00:00:00Z",
            "2026-01-01T24:00:00.000000000Z",
            "1969-12-31T00:00:00.000000000Z",
        ] {
            assert_eq!(Time::parse(text), None, "{text}");
        }
    }
}
