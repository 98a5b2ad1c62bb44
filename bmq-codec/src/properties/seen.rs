//! Names that occur twice, found in one pass.

/// Which names have been seen: one bit for each of 512 classes. Only a name in a class seen before is compared with
/// the earlier ones, so that the check is one pass for names that differ.
#[derive(Default)]
pub(super) struct Names([u64; 8]);

impl Names {
    #[inline]
    /// Marks the class of a name; true where it was marked before.
    pub(super) fn may_have(&mut self, name: &[u8]) -> bool {
        let mut hash = u32::try_from(name.len()).unwrap_or(0);
        // Ends differ most often; at most 16 bytes are mixed in.
        for byte in name.iter().take(8).chain(name.iter().rev().take(8)) {
            hash = (hash ^ u32::from(*byte)).wrapping_mul(0x9E37_79B1);
        }
        let [high, low, ..] = hash.to_be_bytes();
        let bit = 1u64.wrapping_shl(low.into());
        let Some(word) = self.0.get_mut(usize::from(high & 7)) else { return true };
        let seen = *word & bit != 0;
        *word |= bit;
        seen
    }
}
