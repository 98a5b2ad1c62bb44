//! Names of members.

use crate::schema::octets::Octets;

/// The name of a member: the inside of its string.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Key<'a> {
    pub(super) name: Octets<'a>,
    pub(crate) offset: usize,
}

impl Key<'_> {
    /// True when this is the name.
    #[inline]
    pub(crate) fn is(&self, name: &str) -> bool {
        match self.name.as_raw() {
            Some(bytes) => bytes == name.as_bytes(),
            None => self.name == Octets::raw(name.as_bytes()),
        }
    }
}

/// The ids and names of a type's members, looked through from the one behind the last that was found: they usually
/// come in the order of the schema.
#[derive(Debug)]
pub(crate) struct Names {
    all: &'static [(u8, &'static str)],
    next: usize,
}

impl Names {
    #[cfg_attr(not(feature = "small"), inline(always))]
    pub(crate) const fn new(all: &'static [(u8, &'static str)]) -> Self {
        Self { all, next: 0 }
    }

    /// The id of the member of that name.
    #[inline(never)]
    pub(crate) fn find(&mut self, key: &Key<'_>) -> Option<u8> {
        let (passed, ahead) = self.all.split_at_checked(self.next).unwrap_or_default();
        let mut index = self.next;
        for (id, name) in ahead {
            index = index.wrapping_add(1);
            if key.is(name) {
                self.next = index;
                return Some(*id);
            }
        }
        // What comes again, or out of order, does not move the place.
        passed.iter().find(|(_, name)| key.is(name)).map(|(id, _)| *id)
    }
}
