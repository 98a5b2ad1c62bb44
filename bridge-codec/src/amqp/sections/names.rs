//! The names of sections and fields, as errors show them, and the descriptors of sections.

use codec_common::Field;

const PROTOCOL: &str = "amqp";

macro_rules! names {
    ($($name:ident = $section:literal $field:literal;)*) => {
        $(pub(super) static $name: Field = Field::new(PROTOCOL, $section, $field);)*
    };
}

names! {
    MESSAGE = "message" "";
    DURABLE = "header" "durable";
    PRIORITY = "header" "priority";
    TTL = "header" "ttl";
    FIRST_ACQUIRER = "header" "first-acquirer";
    DELIVERY_COUNT = "header" "delivery-count";
    MESSAGE_ID = "properties" "message-id";
    USER_ID = "properties" "user-id";
    TO = "properties" "to";
    SUBJECT = "properties" "subject";
    REPLY_TO = "properties" "reply-to";
    CORRELATION_ID = "properties" "correlation-id";
    CONTENT_TYPE = "properties" "content-type";
    CONTENT_ENCODING = "properties" "content-encoding";
    ABSOLUTE_EXPIRY_TIME = "properties" "absolute-expiry-time";
    CREATION_TIME = "properties" "creation-time";
    GROUP_ID = "properties" "group-id";
    GROUP_SEQUENCE = "properties" "group-sequence";
    REPLY_TO_GROUP_ID = "properties" "reply-to-group-id";
}

macro_rules! sections {
    ($($(#[$doc:meta])* $variant:ident $at:ident = $code:literal $name:literal $symbol:literal;)*) => {
        /// A section, in the order in which they stand in a message.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Section { $($(#[$doc])* $variant,)* }

        $(static $at: Field = Field::new(PROTOCOL, $name, "");)*

        impl Section {
            /// The descriptor's numeric form.
            pub(super) const fn code(self) -> u8 {
                match self { $(Self::$variant => $code,)* }
            }

            /// The name, for errors.
            pub(super) const fn at(self) -> &'static Field {
                match self { $(Self::$variant => &$at,)* }
            }

            pub(super) const fn of_code(code: u64) -> Option<Self> {
                match code { $($code => Some(Self::$variant),)* _ => None }
            }

            /// By the descriptor's symbolic form.
            pub(super) const fn of_symbol(symbol: &[u8]) -> Option<Self> {
                match symbol { $($symbol => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

sections! {
    Header HEADER = 0x70 "header" b"amqp:header:list";
    DeliveryAnnotations DELIVERY_ANNOTATIONS = 0x71 "delivery-annotations" b"amqp:delivery-annotations:map";
    MessageAnnotations MESSAGE_ANNOTATIONS = 0x72 "message-annotations" b"amqp:message-annotations:map";
    Properties PROPERTIES = 0x73 "properties" b"amqp:properties:list";
    ApplicationProperties APPLICATION_PROPERTIES = 0x74 "application-properties" b"amqp:application-properties:map";
    Data DATA = 0x75 "data" b"amqp:data:binary";
    Sequence SEQUENCE = 0x76 "amqp-sequence" b"amqp:amqp-sequence:list";
    Value VALUE = 0x77 "amqp-value" b"amqp:amqp-value:*";
    Footer FOOTER = 0x78 "footer" b"amqp:footer:map";
}

impl Section {
    /// Whether it is one of the three forms of the body.
    pub(super) const fn is_body(self) -> bool {
        matches!(self, Self::Data | Self::Sequence | Self::Value)
    }
}
