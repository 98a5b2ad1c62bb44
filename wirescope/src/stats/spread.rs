//! How values are spread: least, mean, greatest, percentiles.

use hdrhistogram::Histogram;
use serde_json::{Map, Value};

/// Most distinct size of a value; larger ones count as this in percentiles.
const CEILING: u64 = 1 << 48;

/// Values, in memory that does not grow with their number: the least, the greatest and the sum are exact,
/// percentiles to two digits.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Spread {
    count: u64,
    sum: u128,
    min: u64,
    max: u64,
    histogram: Option<Histogram<u64>>,
}

impl Spread {
    /// Takes a value.
    pub fn add(&mut self, value: u64) {
        self.min = if self.count == 0 { value } else { self.min.min(value) };
        self.max = self.max.max(value);
        self.count += 1;
        self.sum += u128::from(value);
        if self.histogram.is_none() {
            self.histogram = Histogram::new(2).ok();
        }
        if let Some(histogram) = &mut self.histogram {
            // It grows as is needed, so a value within the ceiling always has a place.
            let _ = histogram.record(value.min(CEILING));
        }
    }

    /// How many there are.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The least; 0 where there is none.
    #[must_use]
    pub const fn min(&self) -> u64 {
        self.min
    }

    /// The greatest; 0 where there is none.
    #[must_use]
    pub const fn max(&self) -> u64 {
        self.max
    }

    /// Their sum.
    #[must_use]
    pub const fn sum(&self) -> u128 {
        self.sum
    }

    /// The mean; 0 where there is none.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// The value that `percent` of all are not above.
    #[must_use]
    pub fn percentile(&self, percent: f64) -> u64 {
        let value = self.histogram.as_ref().map_or(0, |histogram| histogram.value_at_percentile(percent));
        value.clamp(self.min, self.max)
    }

    /// `min`, `mean`, `p50`, `p90`, `p99` and `max`, each as `show` gives it.
    pub(crate) fn json(&self, show: impl Fn(f64) -> Value) -> Value {
        let mut json = Map::new();
        for (name, value) in [
            ("min", self.min as f64),
            ("mean", self.mean()),
            ("p50", self.percentile(50.0) as f64),
            ("p90", self.percentile(90.0) as f64),
            ("p99", self.percentile(99.0) as f64),
            ("max", self.max as f64),
        ] {
            json.insert(name.into(), show(value));
        }
        Value::Object(json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_right_to_two_digits() {
        let mut spread = Spread::default();
        (1..=100_000).for_each(|value| spread.add(value));
        assert_eq!((spread.min(), spread.max(), spread.count()), (1, 100_000, 100_000));
        assert!((spread.mean() - 50_000.5).abs() < 1e-9);
        for (percent, exact) in [(50.0, 50_000.0), (90.0, 90_000.0), (99.0, 99_000.0)] {
            let found = spread.percentile(percent) as f64;
            assert!((found - exact).abs() <= exact / 100.0, "p{percent}: {found}");
        }
    }

    #[test]
    fn extremes_are_kept() {
        let mut spread = Spread::default();
        assert_eq!((spread.percentile(50.0), spread.min(), spread.max()), (0, 0, 0));
        spread.add(u64::MAX);
        spread.add(0);
        assert_eq!((spread.min(), spread.max(), spread.sum()), (0, u64::MAX, u64::MAX.into()));
        assert_eq!(spread.percentile(0.0), 0);
    }
}
