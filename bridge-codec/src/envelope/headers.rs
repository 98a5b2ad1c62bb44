//! Headers.

use alloc::{
    collections::{BTreeMap, btree_map},
    string::String,
};

use super::HeaderValue;

/// Headers: "A map of name to value", in the byte order of the names. Names are exact, their case included.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Headers(BTreeMap<String, HeaderValue>);

impl Headers {
    /// No headers.
    #[must_use]
    pub const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&HeaderValue> {
        self.0.get(name)
    }

    /// The text of a name; `None` also where the value is not text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_text()
    }

    /// Sets a value; gives the one that it replaces.
    pub fn insert(&mut self, name: impl Into<String>, value: impl Into<HeaderValue>) -> Option<HeaderValue> {
        self.0.insert(name.into(), value.into())
    }

    /// Takes a header out.
    pub fn remove(&mut self, name: &str) -> Option<HeaderValue> {
        self.0.remove(name)
    }

    /// Keeps the headers for which `keep` says so.
    pub fn retain(&mut self, mut keep: impl FnMut(&str, &HeaderValue) -> bool) {
        self.0.retain(|name, value| keep(name, value));
    }

    /// Whether there is a name, in any case of its ASCII letters.
    #[must_use]
    pub fn contains_folded(&self, name: &str) -> bool {
        self.0.keys().any(|known| known.eq_ignore_ascii_case(name))
    }

    /// All of them, in the byte order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &HeaderValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// All values, to be changed in place.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut HeaderValue> {
        self.0.values_mut()
    }
}

impl IntoIterator for Headers {
    type Item = (String, HeaderValue);
    type IntoIter = btree_map::IntoIter<String, HeaderValue>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<N: Into<String>, V: Into<HeaderValue>> FromIterator<(N, V)> for Headers {
    /// Where a name repeats, the last one counts.
    fn from_iter<I: IntoIterator<Item = (N, V)>>(headers: I) -> Self {
        Self(headers.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}
