//! A small map: sorted pairs, in a fraction of the code of a tree. Keys mostly come in order.

/// Pairs, sorted by key.
#[derive(Debug)]
pub(super) struct Sorted<K, V>(Vec<(K, V)>);

impl<K, V> Default for Sorted<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> Sorted<K, V> {
    fn place(&self, key: &K) -> Result<usize, usize> {
        match self.0.last() {
            Some((last, _)) if last < key => Err(self.0.len()),
            _ => self.0.binary_search_by(|(known, _)| known.cmp(key)),
        }
    }

    pub(super) fn get(&self, key: &K) -> Option<&V> {
        let at = self.place(key).ok()?;
        self.0.get(at).map(|(_, value)| value)
    }

    /// Puts a value in; gives the one that was there.
    pub(super) fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(at) => self.0.get_mut(at).map(|(_, old)| std::mem::replace(old, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(K, V)> {
        self.0.iter()
    }

    pub(super) fn remove(&mut self, key: &K) -> Option<V> {
        self.place(key).ok().map(|at| self.0.remove(at).1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_found_replaced_and_removed() {
        let mut map = Sorted::default();
        for key in [5, 1, 9, 3] {
            assert_eq!(map.insert(key, key * 10), None);
        }
        assert_eq!(map.insert(3, 31), Some(30));
        assert_eq!((map.get(&3), map.get(&4), map.get(&9)), (Some(&31), None, Some(&90)));
        assert_eq!((map.remove(&5), map.remove(&5)), (Some(50), None));
        assert_eq!(map.0.iter().map(|(key, _)| *key).collect::<Vec<_>>(), [1, 3, 9]);
    }
}
