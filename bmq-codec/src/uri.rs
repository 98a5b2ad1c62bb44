//! Queue URIs (reference 8.2).
//!
//! ```text
//! bmq://  domain  [ .~ tier ]  /  queue  [ ?id= appId ]
//! ```

use core::fmt;
use nom::Parser;
use nom::bytes::complete::{tag, take_while};
use nom::combinator::opt;
use nom::error::ErrorKind;

/// A parsed queue URI, borrowed from its text.
///
/// ```
/// use bmq_codec::{QueueUri, UriErrorKind};
/// let uri = QueueUri::parse("bmq://bmq.test.persistent.fanout.~dev/orders?id=audit")?;
/// assert_eq!((uri.domain(), uri.tier()), ("bmq.test.persistent.fanout", Some("dev")));
/// assert_eq!((uri.queue(), uri.app_id()), ("orders", Some("audit")));
/// assert_eq!(uri.canonical().to_string(), "bmq://bmq.test.persistent.fanout.~dev/orders");
/// assert_eq!(QueueUri::parse("bmq://a/").unwrap_err().kind(), UriErrorKind::MissingQueue);
/// # Ok::<(), bmq_codec::UriError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QueueUri<'a> {
    domain: &'a str,
    tier: Option<&'a str>,
    queue: &'a str,
    app_id: Option<&'a str>,
}

/// What is wrong with a queue URI; the kinds of the official parser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UriErrorKind {
    /// It does not begin with `bmq://` (case matters).
    InvalidScheme,
    /// There is no domain.
    MissingDomain,
    /// `.~` is followed by no tier.
    EmptyTier,
    /// There is no queue.
    MissingQueue,
    /// A character may not stand where it stands.
    UnsupportedChar,
    /// The query is not `id=` and a value.
    BadQuery,
    /// The queue's name is longer than 64 characters.
    QueueNameTooLong,
}

impl UriErrorKind {
    /// The official library's name of the kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::InvalidScheme => "INVALID_SCHEME",
            Self::MissingDomain => "MISSING_DOMAIN",
            Self::EmptyTier => "EMPTY_TIER",
            Self::MissingQueue => "MISSING_QUEUE",
            Self::UnsupportedChar => "UNSUPPORTED_CHAR",
            Self::BadQuery => "BAD_QUERY",
            Self::QueueNameTooLong => "QUEUE_NAME_TOO_LONG",
        }
    }
}

/// A text that is no queue URI: what is wrong, and at which byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("queue URI at byte {offset}: {}", kind.name())]
pub struct UriError {
    kind: UriErrorKind,
    offset: usize,
}

impl UriError {
    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> UriErrorKind {
        self.kind
    }

    /// At which byte.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

/// Longest name of a queue, in characters.
pub const MAX_QUEUE_NAME: usize = 64;

fn name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

fn tier_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-'
}

/// nom's own error, which never leaves this module.
type Step<'a, T> = Result<(&'a str, T), nom::Err<(&'a str, ErrorKind)>>;

fn name(input: &str) -> Step<'_, &str> {
    take_while(name_char).parse(input)
}

fn tier(input: &str) -> Step<'_, &str> {
    take_while(tier_char).parse(input)
}

fn literal<'a>(text: &'static str) -> impl Fn(&'a str) -> Step<'a, &'a str> {
    move |input| tag(text).parse(input)
}

impl<'a> QueueUri<'a> {
    /// Parses a queue URI. There is no percent-decoding and no fragment.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn parse(text: &'a str) -> Result<Self, UriError> {
        let fail = |kind, rest: &str| UriError { kind, offset: text.len().saturating_sub(rest.len()) };
        let step = |step: Step<'a, &'a str>, kind| match step {
            Ok(done) => Ok(done),
            Err(nom::Err::Error((rest, _)) | nom::Err::Failure((rest, _))) => Err(fail(kind, rest)),
            Err(nom::Err::Incomplete(_)) => Err(fail(kind, text)),
        };
        let (authority, _) = step(literal("bmq://")(text), UriErrorKind::InvalidScheme)?;

        // The first `.~` ends the domain, though a dot may be part of one.
        let (rest, run) = step(name(authority), UriErrorKind::MissingDomain)?;
        let (rest, domain, tiered) = match (run.strip_suffix('.'), rest.strip_prefix('~')) {
            (Some(domain), Some(rest)) => (rest, domain, true),
            _ => (rest, run, false),
        };
        if domain.is_empty() && (tiered || matches!(rest.chars().next(), None | Some('/'))) {
            return Err(fail(UriErrorKind::MissingDomain, authority));
        }
        let (rest, tier) = if tiered {
            let (after, tier) = step(tier(rest), UriErrorKind::EmptyTier)?;
            if tier.is_empty() && matches!(after.chars().next(), None | Some('/')) {
                return Err(fail(UriErrorKind::EmptyTier, rest));
            }
            (after, Some(tier))
        } else {
            (rest, None)
        };

        let queue_start = match rest.strip_prefix('/') {
            Some(queue_start) => queue_start,
            None if rest.is_empty() => return Err(fail(UriErrorKind::MissingQueue, rest)),
            None => return Err(fail(UriErrorKind::UnsupportedChar, rest)),
        };
        let (rest, queue) = step(name(queue_start), UriErrorKind::MissingQueue)?;
        if queue.is_empty() && matches!(rest.chars().next(), None | Some('?')) {
            return Err(fail(UriErrorKind::MissingQueue, rest));
        }
        let Some(query) = rest.strip_prefix('?') else {
            if !rest.is_empty() {
                return Err(fail(UriErrorKind::UnsupportedChar, rest));
            }
            return Self { domain, tier, queue, app_id: None }.checked(queue_start, text);
        };
        let (value, id) = opt_literal("id=", query);
        if id.is_none() {
            return Err(fail(UriErrorKind::BadQuery, query));
        }
        let (rest, app_id) = step(name(value), UriErrorKind::BadQuery)?;
        if !rest.is_empty() {
            return Err(fail(UriErrorKind::UnsupportedChar, rest));
        }
        if app_id.is_empty() {
            return Err(fail(UriErrorKind::BadQuery, value));
        }
        Self { domain, tier, queue, app_id: Some(app_id) }.checked(queue_start, text)
    }

    fn checked(self, queue_start: &str, text: &str) -> Result<Self, UriError> {
        if self.queue.len() > MAX_QUEUE_NAME {
            let offset = text.len().saturating_sub(queue_start.len());
            return Err(UriError { kind: UriErrorKind::QueueNameTooLong, offset });
        }
        Ok(self)
    }

    /// The domain, without the tier.
    #[must_use]
    pub const fn domain(&self) -> &'a str {
        self.domain
    }

    /// The tier.
    #[must_use]
    pub const fn tier(&self) -> Option<&'a str> {
        self.tier
    }

    /// The queue's name: 1 to 64 characters.
    #[must_use]
    pub const fn queue(&self) -> &'a str {
        self.queue
    }

    /// The application of a fan-out queue.
    #[must_use]
    pub const fn app_id(&self) -> Option<&'a str> {
        self.app_id
    }

    /// The same URI without its application: what names the queue.
    #[must_use]
    pub const fn canonical(&self) -> Self {
        Self { app_id: None, ..*self }
    }
}

fn opt_literal<'a>(text: &'static str, input: &'a str) -> (&'a str, Option<&'a str>) {
    opt(literal(text)).parse(input).unwrap_or((input, None))
}

impl fmt::Display for QueueUri<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bmq://{}", self.domain)?;
        if let Some(tier) = self.tier {
            write!(f, ".~{tier}")?;
        }
        write!(f, "/{}", self.queue)?;
        if let Some(app_id) = self.app_id {
            write!(f, "?id={app_id}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    fn kind(text: &str) -> UriErrorKind {
        QueueUri::parse(text).unwrap_err().kind()
    }

    /// The check vectors of the reference, and problem 15.
    #[test]
    fn every_kind_of_error_is_told_apart() {
        use UriErrorKind::*;
        for (text, expected) in [
            ("bmq://", MissingDomain),
            ("bmq:///q", MissingDomain),
            ("bmq://.~x/q", MissingDomain),
            ("bmq://a/", MissingQueue),
            ("bmq://a", MissingQueue),
            ("bmq://a/?id=x", MissingQueue),
            ("bmq://d/q?", BadQuery),
            ("bmq://d/q?id=", BadQuery),
            ("bmq://d/q?bs=a", BadQuery),
            ("bmq://d.~/q", EmptyTier),
            ("bmq://d.~", EmptyTier),
            ("bmq://d.~a_b/q", UnsupportedChar),
            ("bmq://d.~a.b/q", UnsupportedChar),
            ("bmq://a~b/q", UnsupportedChar),
            ("bmq://~/q", UnsupportedChar),
            ("bmq://a/q~r", UnsupportedChar),
            ("bmq://a/q/r", UnsupportedChar),
            ("bmq://a/q?id=foo&", UnsupportedChar),
            ("bmq://a/q?id=a=b", UnsupportedChar),
            ("bmq://a b/q", UnsupportedChar),
            ("bmq://é/q", UnsupportedChar),
            ("bmq://a/q#f", UnsupportedChar),
            ("BMQ://a/q", InvalidScheme),
            ("bmq:/a/q", InvalidScheme),
            ("", InvalidScheme),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }

    #[test]
    fn a_queue_name_has_at_most_64_characters() {
        let name = "q".repeat(64);
        let uri = std::format!("bmq://d/{name}");
        assert_eq!(QueueUri::parse(&uri).unwrap().queue(), name);
        assert_eq!(kind(&std::format!("{uri}q")), UriErrorKind::QueueNameTooLong);
        assert_eq!(kind(&std::format!("{uri}q?id=a")), UriErrorKind::QueueNameTooLong);
    }

    #[test]
    fn good_uris_print_as_they_were() {
        for text in [
            "bmq://bmq.test.mem.priority/test-queue",
            "bmq://ts.trades.myapp.~bp/my.queue",
            "bmq://d/q?id=my.app_1-2",
            "bmq://a.b.~c-D/q?id=__default",
            "bmq://./q",
        ] {
            assert_eq!(QueueUri::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn errors_tell_the_byte() {
        let error = QueueUri::parse("bmq://a/q~r").unwrap_err();
        assert_eq!(error.offset(), 9);
        assert_eq!(error.to_string(), "queue URI at byte 9: UNSUPPORTED_CHAR");
    }
}
