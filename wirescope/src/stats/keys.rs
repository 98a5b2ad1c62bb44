//! Counts by name, of a bounded number of names.

use crate::names::cut;
use std::collections::HashMap;

/// Values by name: those of names that come when there are enough already are kept together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Keys<V> {
    most: usize,
    known: HashMap<Box<str>, V>,
    other: Option<V>,
}

impl<V: Default> Keys<V> {
    pub(super) fn new(most: usize) -> Self {
        Self { most, known: HashMap::new(), other: None }
    }

    /// The value of a name, for all that are not known any more the same.
    pub(super) fn of(&mut self, name: &str) -> &mut V {
        let name = cut(name);
        // Asking twice is what the borrow checker can follow.
        if !self.known.contains_key(name) {
            if self.known.len() >= self.most {
                return self.other.get_or_insert_default();
            }
            self.known.insert(name.into(), V::default());
        }
        match self.known.get_mut(name) {
            Some(value) => value,
            None => self.other.get_or_insert_default(),
        }
    }

    /// All with their names, in their order; `None` for what stands for the others.
    pub(super) fn sorted(&self) -> Vec<(Option<&str>, &V)> {
        let mut all: Vec<_> = self.known.iter().map(|(name, value)| (Some(&**name), value)).collect();
        all.sort_by_key(|(name, _)| *name);
        all.extend(self.other.iter().map(|value| (None, value)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_beyond_the_bound_count_together() {
        let mut keys = Keys::<u32>::new(2);
        for name in ["b", "a", "c", "a", "d"] {
            *keys.of(name) += 1;
        }
        assert_eq!(keys.sorted(), [(Some("a"), &2), (Some("b"), &1), (None, &2)]);
    }
}
