//! Random bytes from a number.

/// `SplitMix64` (Steele, Lea and Flood 2014): written out here, for what a seed gives must never change with a
/// dependency's version or the platform.
#[derive(Clone, Debug)]
pub(super) struct Seed(u64);

impl Seed {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The next `len` bytes.
    pub(super) fn bytes(&mut self, len: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = (0..len.div_ceil(8)).flat_map(|_| self.next().to_le_bytes()).collect();
        bytes.truncate(len);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the published algorithm for the seed 1234567.
    #[test]
    fn numbers_are_those_of_the_algorithm() {
        let mut seed = Seed::new(1_234_567);
        assert_eq!(seed.next(), 6_457_827_717_110_365_317);
        assert_eq!(seed.next(), 3_203_168_211_198_807_973);
    }
}
