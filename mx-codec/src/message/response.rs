//! RESPONSE.

use codec_common::{At, Sink};

use crate::{
    encode::{Body, total},
    fields,
    json::{Raw, Text},
};

/// The broker's answer to a command: page, "Response".
///
/// ```text
/// {"version":1,"type":"RESPONSE","requestId":TEXT,"success":true,"payload":VALUE}
/// {"version":1,"type":"RESPONSE","requestId":TEXT,"success":false,"error":{"code":TEXT,"message":TEXT}}
/// ```
///
/// ```
/// use mx_codec::{Encode, LIMITS, Response};
/// let response = Response::failure("r-1", "NO_SUCH_QUEUE", "there is no \"orders\"");
/// let mut frame = [0; 160];
/// let frame = response.encode_to_slice(&mut frame, &LIMITS)?;
/// assert!(frame.ends_with(br#","error":{"code":"NO_SUCH_QUEUE","message":"there is no \"orders\""}}"#));
/// # Ok::<(), codec_common::EncodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Response<'a> {
    /// The request id of the command that this answers.
    pub request_id: Text<'a>,
    /// How it went.
    pub outcome: Outcome<'a>,
}

/// How a command went: the member `success` and what belongs to it.
///
/// What does not belong to it (`error` beside `success: true`, `payload` beside `success: false`, other members of
/// the error) is not part of this; [`Envelope::object`](crate::Envelope::object) has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<'a> {
    /// `success: true`
    Success {
        /// What came of it. The page shows an object and says nothing else, so any value is accepted, and none.
        payload: Option<Raw<'a>>,
    },
    /// `success: false`
    Failure(Failure<'a>),
}

/// Why a command failed: the member `error`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure<'a> {
    /// For programs. An open set; the page names none.
    pub code: Text<'a>,
    /// For people.
    pub message: Text<'a>,
}

impl<'a> Response<'a> {
    /// The answer that a command was carried out.
    #[inline]
    #[must_use]
    pub fn success(request_id: impl Into<Text<'a>>, payload: impl Into<Raw<'a>>) -> Self {
        Self { request_id: request_id.into(), outcome: Outcome::Success { payload: Some(payload.into()) } }
    }

    /// The answer that a command failed.
    #[inline]
    #[must_use]
    pub fn failure(
        request_id: impl Into<Text<'a>>,
        code: impl Into<Text<'a>>,
        message: impl Into<Text<'a>>,
    ) -> Self {
        let failure = Failure { code: code.into(), message: message.into() };
        Self { request_id: request_id.into(), outcome: Outcome::Failure(failure) }
    }

    /// The member `success`.
    #[must_use]
    pub const fn is_success(&self) -> bool {
        matches!(self.outcome, Outcome::Success { .. })
    }

    /// The outcome, to go on with `?`.
    ///
    /// # Errors
    /// The failure.
    pub const fn result(&self) -> Result<Option<Raw<'a>>, Failure<'a>> {
        match self.outcome {
            Outcome::Success { payload } => Ok(payload),
            Outcome::Failure(failure) => Err(failure),
        }
    }
}

impl core::fmt::Display for Failure<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl core::error::Error for Failure<'_> {}

const HEAD: &[u8] = br#"{"version":1,"type":"RESPONSE","requestId":""#;
const SUCCESS: &[u8] = br#"","success":true"#;
const PAYLOAD: &[u8] = br#","payload":"#;
const ERROR_CODE: &[u8] = br#"","success":false,"error":{"code":""#;
const ERROR_MESSAGE: &[u8] = br#"","message":""#;
const ERROR_END: &[u8] = br#""}"#;

impl<'a> Body<'a> for Response<'a> {
    fn at(&self) -> At {
        &fields::RESPONSE
    }

    fn is_utf8(&self) -> bool {
        let error = match self.outcome {
            Outcome::Success { .. } => false,
            Outcome::Failure(error) => error.code.has_lone_surrogate() || error.message.has_lone_surrogate(),
        };
        !self.request_id.has_lone_surrogate() && !error
    }

    #[inline]
    fn measure(&self) -> usize {
        const FIXED: usize = HEAD.len() + 1;
        const FAILURE: usize = ERROR_CODE.len() + ERROR_MESSAGE.len() + ERROR_END.len();
        let outcome = match self.outcome {
            Outcome::Success { payload: None } => SUCCESS.len(),
            Outcome::Success { payload: Some(payload) } => {
                total([SUCCESS.len(), PAYLOAD.len(), payload.as_str().len()])
            }
            Outcome::Failure(failure) => total([FAILURE, failure.code.measure(), failure.message.measure()]),
        };
        total([FIXED, self.request_id.measure(), outcome])
    }

    #[inline]
    fn write<S: Sink<'a>>(&self, sink: &mut S) {
        sink.put(HEAD);
        self.request_id.write(sink);
        match self.outcome {
            Outcome::Success { payload } => {
                sink.put(SUCCESS);
                if let Some(payload) = payload {
                    sink.put(PAYLOAD);
                    sink.put_borrowed(payload.as_str().as_bytes());
                }
            }
            Outcome::Failure(failure) => {
                sink.put(ERROR_CODE);
                failure.code.write(sink);
                sink.put(ERROR_MESSAGE);
                failure.message.write(sink);
                sink.put(ERROR_END);
            }
        }
        sink.put(b"}");
    }
}
