//! JSON objects and their members.

use core::{fmt, iter::FusedIterator, ops::Deref};

use codec_common::{DecodeError, Reason};

use super::{Raw, Scanner, Text};
use crate::{fields, limits::MAX_DEPTH};

/// A [`Raw`] that is an object; it has the methods of that, too.
///
/// ```
/// use mx_codec::json::Object;
/// let object = Object::new(r#"{"name":"orders","durable":true}"#)?;
/// let names: Vec<_> = object.members().map(|member| member.name.to_string()).collect();
/// assert_eq!(names, ["name", "durable"]);
/// assert_eq!(object.get("durable").unwrap().as_bool(), Some(true));
/// assert_eq!(Object::new("[]").unwrap_err().reason().name(), "not_object");
/// # Ok::<(), codec_common::DecodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Object<'a> {
    raw: Raw<'a>,
}

impl<'a> Object<'a> {
    /// `{}`
    pub const EMPTY: Object<'static> = Object::of(Raw::of("{}", super::Kind::Object));

    /// Checks that `text` is a JSON object. See [`Raw::new`].
    ///
    /// # Errors
    /// `invalid_json` or `too_deep`, with the offset in `text`; `not_object`.
    pub fn new(text: &'a str) -> Result<Self, DecodeError> {
        Raw::new(text)?.try_into()
    }

    /// A value of which that is known.
    #[inline]
    pub(crate) const fn of(raw: Raw<'a>) -> Self {
        Self { raw }
    }

    /// The value.
    #[inline]
    #[must_use]
    pub const fn raw(&self) -> Raw<'a> {
        self.raw
    }

    /// The members, in order; repeated names are given as often as they stand there.
    #[must_use]
    pub fn members(&self) -> Members<'a> {
        // It was scanned before, so nothing can be found wrong with it, and its depth is within bounds.
        let mut scanner = Scanner::new(self.raw.as_str(), MAX_DEPTH, 0, &fields::VALUE);
        let opened = scanner.open(0);
        debug_assert!(opened.is_ok(), "the depth is within bounds");
        Members { scanner, first: true }
    }

    /// The value of the last member of this name, as most JSON parsers have it when a name is repeated.
    ///
    /// Reads through the object.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Raw<'a>> {
        self.members().filter(|member| member.name == *name).last().map(|member| member.value)
    }
}

impl<'a> TryFrom<Raw<'a>> for Object<'a> {
    type Error = DecodeError;

    /// `not_object` for a value of another kind.
    fn try_from(raw: Raw<'a>) -> Result<Self, DecodeError> {
        raw.as_object().ok_or_else(|| DecodeError::new(Reason::NotObject, 0, &fields::VALUE))
    }
}

impl<'a> From<Object<'a>> for Raw<'a> {
    #[inline]
    fn from(object: Object<'a>) -> Self {
        object.raw
    }
}

impl<'a> Deref for Object<'a> {
    type Target = Raw<'a>;

    #[inline]
    fn deref(&self) -> &Raw<'a> {
        &self.raw
    }
}

impl fmt::Debug for Object<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt(f)
    }
}

impl fmt::Display for Object<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.raw.as_str())
    }
}

/// A member of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member<'a> {
    /// Its name.
    pub name: Text<'a>,
    /// Its value.
    pub value: Raw<'a>,
}

/// The members of an [`Object`], in order.
#[derive(Clone)]
pub struct Members<'a> {
    scanner: Scanner<'a>,
    first: bool,
}

impl<'a> Iterator for Members<'a> {
    type Item = Member<'a>;

    fn next(&mut self) -> Option<Member<'a>> {
        let member = self.scanner.member(self.first, 1).ok()?;
        self.first = false;
        member
    }
}

// At the end of its text the scanner finds no member, however often it is asked.
impl FusedIterator for Members<'_> {}

impl fmt::Debug for Members<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
