//! The gobridge envelope and what its transports make of it, without I/O.
//!
//! A receiving transport turns its message into an [`Envelope`]; a [`Route`] changes its headers; a sending
//! transport turns it into its own message. The tables are those of gobridge's page "Message mapping between
//! transports", whose section names stand in this documentation.
//!
//! | side | into the envelope | out of the envelope |
//! |---|---|---|
//! | AWS SQS | [`sqs_to_envelope`] | [`envelope_to_sqs`] |
//! | MQTT 5 | [`mqtt_to_envelope`] | [`envelope_to_mqtt`] |
//! | AMQP 1.0 | [`amqp_to_envelope`] | [`envelope_to_amqp`] |
//! | Fila, by tables of our own | [`fila_to_envelope`] | [`envelope_to_fila`] |
//! | BlazingMQ, by tables of our own | [`bmq_to_envelope`] | [`envelope_to_bmq`] |
//! | MessageX, by tables of our own | [`mx_to_envelope`] | [`envelope_to_mx`] |
//!
//! All of them are pure functions: the time and new ids are arguments. What is given comes with a [`Report`] of what
//! was left out, why, and under which [`Counter`]; what fails has a [`Code`], which says whether to try again.
//!
//! ```
//! # #[cfg(feature = "alloc")]
//! # fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use bridge_codec::{Identity, MqttPublish, Route, SqsSender, Timestamp};
//! use bridge_codec::{envelope_to_sqs, mqtt_to_envelope};
//!
//! let now = Timestamp::from_millis(1_772_366_400_000);
//! let new_id = || Identity::new("5f2b9c1e-8a4d-4c36-9b70-2d1e6f3a8c55").unwrap();
//! let publish = MqttPublish { topic: "plant/7/temp".into(), payload: "21.5".into(), ..MqttPublish::default() };
//!
//! let received = mqtt_to_envelope(publish, &Default::default(), now, new_id)?;
//! let carried = Route::default().carry(received.value, now, new_id)?;
//! let sent = envelope_to_sqs(&carried.envelope, &SqsSender::default())?;
//!
//! assert_eq!(sent.value.body, "21.5");
//! assert_eq!(sent.value.attribute("mqtt.topic").unwrap().as_text(), Some("plant/7/temp"));
//! assert!(sent.report.is_empty());
//! # Ok(())
//! # }
//! # #[cfg(feature = "alloc")]
//! # example().unwrap();
//! ```
//!
//! # Decisions
//!
//! Where the page and gobridge's present sources disagree, the page's rule is the default and an option has the
//! other: [`RetryHeaders`], [`Lifted`], [`Unclassified`], [`RejectedRule`].
//!
//! Where both are silent:
//!
//! - **Headers are a map** in the byte order of their names, so every mapping gives the same message every time.
//! - **Times have milliseconds**, as SQS and AMQP have them.
//! - **An empty `mqtt.message-id`** is as good as none: an identity is never empty.
//! - **An MQTT Response Topic** wins over a user property `mqtt.response-topic`.
//! - **An SQS attribute without a value, or with characters that SQS refuses**, would make SQS refuse the whole
//!   message for good. It is left out and counted.
//! - **A retry count that is negative or not whole** is unreadable.
//! - **A message of SQS that is not of the shape of one**, or whose MD5 sums are others, is malformed and stays in the
//!   queue; at `poison_max_receives` receives, that number included, it is deleted.
//! - **A publish with too many properties** is poison before any of them is kept, with the Packet Identifier to
//!   acknowledge; a packet that MQTT calls malformed or a protocol error closes the connection.
//! - **AMQP sections stand in their order**, each once but for the parts of a body; text fields may be strings or
//!   symbols; a missing body is an empty one.
//! - **An AMQP value body of null** is a body that is not bytes: rejected.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `std` (default) | everything of `alloc` |
//! | `alloc` | all but names, times, error codes and what brokers answer |
//! | `mqtt` | `MqttPacket`: PUBLISH packets of MQTT 5 |
//! | `amqp` | `AmqpSections`: the sections of AMQP 1.0 messages |
//! | `sqs` | `sqs::api`: the JSON of SendMessage, SendMessageBatch and ReceiveMessage |
//! | `fila`, `bmq` | messages of `fila-codec` and `bmq-codec` to and from those of this crate |
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(test, allow(clippy::arithmetic_side_effects, clippy::as_conversions, unreachable_pub))]

#[cfg(any(feature = "alloc", test))]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[cfg(feature = "alloc")]
mod address;
pub mod amqp;
#[cfg(feature = "alloc")]
pub mod bmq;
#[cfg(feature = "alloc")]
mod envelope;
mod error;
#[cfg(feature = "alloc")]
pub mod fila;
#[cfg(feature = "alloc")]
mod json;
pub mod mqtt;
#[cfg(feature = "alloc")]
pub mod mx;
pub mod names;
#[cfg(feature = "alloc")]
mod own;
#[cfg(feature = "alloc")]
mod report;
#[cfg(feature = "alloc")]
mod route;
pub mod sqs;
mod time;

#[cfg(feature = "alloc")]
pub use address::{AddressTemplate, Transport};
#[cfg(feature = "amqp")]
pub use amqp::{AmqpAnnotations, AmqpSections};
#[cfg(feature = "alloc")]
pub use amqp::{
    AmqpArray, AmqpBody, AmqpHeader, AmqpId, AmqpMessage, AmqpProperties, AmqpReceiver, AmqpSender,
    AmqpValue, Unclassified, amqp_to_envelope, envelope_to_amqp,
};
pub use amqp::{AmqpOutcome, RejectedRule};
#[cfg(feature = "alloc")]
pub use bmq::{BmqMessage, BmqSender, BmqValue, bmq_to_envelope, envelope_to_bmq};
#[cfg(feature = "amqp")]
pub use codec_common::{DecodeError, EncodeError, Limits};
#[cfg(feature = "alloc")]
pub use envelope::{Envelope, ExpiryBeforeCreation, HeaderValue, Headers, Identity, Payload};
pub use error::Counter;
pub use error::{Code, Failure, Kind};
#[cfg(feature = "alloc")]
pub use error::{MapError, Poison, PoisonClass, Settle};
#[cfg(feature = "alloc")]
pub use fila::{FilaDelivery, FilaEnqueue, FilaSender, envelope_to_fila, fila_to_envelope};
#[cfg(feature = "alloc")]
pub use mqtt::{
    MqttMessageId, MqttProtocol, MqttPublish, MqttReceiver, MqttSender, MqttText, envelope_to_mqtt,
    mqtt_to_envelope,
};
#[cfg(feature = "mqtt")]
pub use mqtt::{MqttPacket, MqttPacketError};
#[cfg(feature = "alloc")]
pub use mx::{MxSender, envelope_to_mx, mx_to_envelope};
#[cfg(feature = "alloc")]
pub use report::{Lost, Mapped, Report, Why};
#[cfg(feature = "alloc")]
pub use route::{Carried, DeliveryMode, Lifted, RetryCount, RetryHeaders, Route, TraceContext};
pub use sqs::SqsFailure;
#[cfg(feature = "alloc")]
pub use sqs::{SqsAttribute, SqsMessage, SqsReceiver, SqsSender, SqsValue, envelope_to_sqs, sqs_to_envelope};
pub use time::Timestamp;

/// The examples of the README, compiled and run.
#[cfg(all(doctest, feature = "amqp"))]
#[doc = include_str!("../README.md")]
struct Readme;
