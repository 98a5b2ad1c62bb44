//! The names that errors show, as the page spells them.

use codec_common::Field;

/// Short name of the protocol in errors.
pub(crate) const PROTOCOL: &str = "mx";

macro_rules! fields {
    ($($name:ident = $message:literal $field:literal;)+) => {
        $(pub(crate) static $name: Field = Field::new(PROTOCOL, $message, $field);)+
    };
}

fields! {
    VALUE = "value" "";
    ENVELOPE = "envelope" "";
    VERSION = "envelope" "version";
    TYPE = "envelope" "type";
    COMMAND = "COMMAND" "";
    COMMAND_NAME = "COMMAND" "command";
    COMMAND_REQUEST_ID = "COMMAND" "requestId";
    COMMAND_PAYLOAD = "COMMAND" "payload";
    RESPONSE = "RESPONSE" "";
    RESPONSE_REQUEST_ID = "RESPONSE" "requestId";
    RESPONSE_SUCCESS = "RESPONSE" "success";
    RESPONSE_ERROR = "RESPONSE" "error";
    RESPONSE_ERROR_CODE = "RESPONSE" "error.code";
    RESPONSE_ERROR_MESSAGE = "RESPONSE" "error.message";
    EVENT = "EVENT" "";
    EVENT_NAME = "EVENT" "event";
    // Where the type of the message does not matter, or is not known yet.
    ENVELOPE_COMMAND = "envelope" "command";
    ENVELOPE_EVENT = "envelope" "event";
    ENVELOPE_REQUEST_ID = "envelope" "requestId";
    ENVELOPE_SUCCESS = "envelope" "success";
    ENVELOPE_PAYLOAD = "envelope" "payload";
    ENVELOPE_ERROR = "envelope" "error";
    // Parts that only the walk over fields names.
    LENGTH = "frame" "length";
    MEMBER = "envelope" "member";
    MEMBER_NAME = "member" "name";
    MEMBER_VALUE = "member" "value";
}
