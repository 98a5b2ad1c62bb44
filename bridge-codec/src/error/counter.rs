//! Counters of the page.

use core::fmt;

macro_rules! counters {
    ($($(#[$doc:meta])* $variant:ident $name:literal;)+) => {
        /// What an operator counts: the page's names.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Counter { $($(#[$doc])* $variant,)+ }

        impl Counter {
            /// Every counter.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Its name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }
    };
}

counters! {
    /// Headers that found no room as SQS attributes.
    SqsDroppedAttributes "SQSDroppedAttributes";
    /// Messages of SQS that cannot be converted, and stay in the queue.
    SqsMalformedMessages "SQSMalformedMessages";
    /// Messages of SQS that cannot be converted, and were deleted after they were received too often.
    SqsPoisonDropped "SQSPoisonDropped";
    /// Publishes that were not converted at all.
    MqttIngressPoisonDropped "MQTTIngressPoisonDropped";
    /// User properties and native properties of an incoming publish that are too long or unsafe.
    MqttIngressHeaderDropped "MQTTIngressHeaderDropped";
    /// Headers that MQTT cannot carry, since they are not text.
    MqttNonStringHeaderDropped "MQTTNonStringHeaderDropped";
    /// Publishes that were refused before sending.
    MqttEgressRejected "MQTTEgressRejected";
    /// AMQP messages whose body is not bytes.
    Amqp10IngressRejected "AMQP10IngressRejected";
    /// Address templates that a message did not fill in.
    AddressTemplateErrors "AddressTemplateErrors";
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
