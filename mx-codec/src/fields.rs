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
    // Of a member that occurs a second time, before the type of the message is looked at.
    SECOND_COMMAND = "envelope" "command";
    SECOND_EVENT = "envelope" "event";
    SECOND_REQUEST_ID = "envelope" "requestId";
    SECOND_SUCCESS = "envelope" "success";
    SECOND_PAYLOAD = "envelope" "payload";
    SECOND_ERROR = "envelope" "error";
}
