//! Settings of receivers, routes and senders.

use super::shapes::{self, expect_text};
use super::{InputError, expand};
use crate::fields::{FieldError, Fields};
use bridge_codec::{
    AmqpReceiver, AmqpSender, BmqSender, DeliveryMode, FilaSender, Identity, Lifted, MqttMessageId,
    MqttProtocol, MqttReceiver, MqttSender, MxSender, RejectedRule, RetryHeaders, Route, SqsReceiver,
    SqsSender, Timestamp, TraceContext, Transport, Unclassified,
};
use serde_json::Value;

/// Every option.
const NAMES: [&str; 37] = [
    "now",
    "send_now",
    "id_source",
    "sns_unwrap",
    "max_payload_bytes",
    "protocol",
    "message_id",
    "client_id",
    "broker_urls",
    "link_address",
    "trust_bridge_headers",
    "source",
    "route_id",
    "instance_id",
    "route_override",
    "binding_headers",
    "tracing",
    "delivery_mode",
    "address",
    "address_template",
    "configured_address",
    "transport",
    "queue_url",
    "fifo",
    "message_group_id",
    "delay_seconds",
    "max_message_bytes",
    "default_topic",
    "default_queue",
    "qos",
    "retain",
    "max_packet_size",
    "durable",
    "retry_headers",
    "lifted",
    "amqp_unclassified",
    "amqp_rejected",
];

/// Settings of receiver, route and sender: `docs/mapping.md` lists them.
#[derive(Clone, Debug)]
pub struct Settings {
    pub(super) now: Timestamp,
    pub(super) send_now: Timestamp,
    id_source: Vec<Identity>,
    pub(super) sqs_in: SqsReceiver,
    pub(super) mqtt_in: MqttReceiver,
    pub(super) amqp_in: AmqpReceiver,
    route: Route,
    pub(super) address: Option<String>,
    pub(super) address_template: Option<String>,
    pub(super) configured_address: Option<String>,
    pub(super) transport: Transport,
    default_queue: Option<String>,
    sqs_out: SqsSender,
    mqtt_out: MqttSender,
    amqp_out: AmqpSender,
    pub(super) rejected: RejectedRule,
}

impl Settings {
    /// Reads the options of a JSON object; `now` is the time where they name none.
    ///
    /// # Errors
    /// An option that there is not, or a value that it does not have.
    pub fn read(options: &Value, now: Timestamp) -> Result<Self, InputError> {
        let options = expand(options)?;
        Fields::of(&options).and_then(|options| read(options, now)).map_err(InputError)
    }

    /// The ids to draw from.
    pub(super) fn ids(&self) -> Ids {
        Ids { source: self.id_source.clone().into_iter(), drawn: 0 }
    }

    /// The route for a source of that kind, unless an option names another.
    pub(super) fn route(&self, source: Option<&str>) -> Route {
        let mut route = self.route.clone();
        route.source = route.source.or(source.map(String::from));
        route
    }

    pub(super) fn sqs_out(&self, address: Option<String>) -> SqsSender {
        SqsSender { address, ..self.sqs_out.clone() }
    }

    pub(super) fn mqtt_out(&self, address: Option<String>) -> MqttSender {
        MqttSender { address, ..self.mqtt_out.clone() }
    }

    pub(super) fn fila_out(&self, address: Option<String>) -> FilaSender {
        FilaSender { address, default_queue: self.default_queue.clone() }
    }

    pub(super) fn bmq_out(&self, address: Option<String>) -> BmqSender {
        BmqSender { address, default_queue: self.default_queue.clone() }
    }

    pub(super) fn mx_out(&self, address: Option<String>) -> MxSender {
        MxSender { address, default_queue: self.default_queue.clone() }
    }

    pub(super) fn amqp_out(&self, address: Option<String>) -> AmqpSender {
        AmqpSender { address, ..self.amqp_out.clone() }
    }
}

/// Ids in the order in which they are drawn: those given, then numbered ones.
#[derive(Debug)]
pub(super) struct Ids {
    source: std::vec::IntoIter<Identity>,
    drawn: u64,
}

impl Ids {
    pub(super) fn draw(&mut self) -> Identity {
        self.source.next().unwrap_or_else(|| {
            self.drawn += 1;
            Identity::new(format!("{:032x}", self.drawn)).expect("32 digits")
        })
    }
}

fn read(options: Fields<'_>, now: Timestamp) -> Result<Settings, FieldError> {
    if let Some(name) = options.0.keys().find(|name| !NAMES.contains(&name.as_str())) {
        return Err(FieldError::new(name, "there is no such option"));
    }
    let time = |name, default| {
        options
            .optional(name)
            .map_or(Ok(default), |value| shapes::time(value).map_err(|error| error.within(name)))
    };
    let now = time("now", now)?;
    let configured_address = text(options, "configured_address")?;
    Ok(Settings {
        now,
        send_now: time("send_now", now)?,
        id_source: options.each("id_source", identity)?,
        sqs_in: SqsReceiver { sns_unwrap: flag(options, "sns_unwrap", false)? },
        mqtt_in: MqttReceiver {
            max_payload_bytes: count(options, "max_payload_bytes")?,
            protocol: choice(options, "protocol", &[("5", MqttProtocol::V5), ("3.1.1", MqttProtocol::V311)])?,
            message_id: choice(
                options,
                "message_id",
                &[("random", MqttMessageId::Random), ("content_hash", MqttMessageId::ContentHash)],
            )?,
            client_id: text(options, "client_id")?.unwrap_or_default(),
            broker_urls: options.each("broker_urls", |url| Ok(expect_text(url)?.to_owned()))?,
        },
        amqp_in: AmqpReceiver { link_address: text(options, "link_address")? },
        route: route(options)?,
        address: text(options, "address")?,
        default_queue: text(options, "default_queue")?,
        address_template: text(options, "address_template")?,
        transport: choice(
            options,
            "transport",
            &[
                ("none", Transport::None),
                ("sqs", Transport::Sqs),
                ("mqtt", Transport::Mqtt),
                ("amqp", Transport::Amqp),
            ],
        )?,
        sqs_out: SqsSender {
            queue_url: text(options, "queue_url")?,
            fifo: flag(options, "fifo", false)?,
            message_group_id: text(options, "message_group_id")?,
            delay_seconds: options.number_or("delay_seconds", 0)?,
            max_message_bytes: options.number_or("max_message_bytes", 0)?,
            configured_address: configured_address.clone(),
            address: None,
        },
        mqtt_out: MqttSender {
            default_topic: text(options, "default_topic")?,
            qos: options.number_or("qos", 0)?,
            retain: flag(options, "retain", false)?,
            max_packet_size: count(options, "max_packet_size")?,
            address: None,
        },
        amqp_out: AmqpSender {
            durable: flag(options, "durable", true)?,
            configured_address: configured_address.clone(),
            unclassified: choice(
                options,
                "amqp_unclassified",
                &[("pass", Unclassified::Pass), ("drop", Unclassified::Drop)],
            )?,
            address: None,
        },
        rejected: choice(
            options,
            "amqp_rejected",
            &[("by_condition", RejectedRule::ByCondition), ("permanent", RejectedRule::Permanent)],
        )?,
        configured_address,
    })
}

fn route(options: Fields<'_>) -> Result<Route, FieldError> {
    let tracing = options.optional("tracing").map(|value| {
        let tracing = Fields::of(value)?;
        Ok(TraceContext {
            traceparent: text(tracing, "traceparent")?,
            tracestate: text(tracing, "tracestate")?,
        })
    });
    Ok(Route {
        trust_bridge_headers: flag(options, "trust_bridge_headers", false)?,
        source: text(options, "source")?,
        route_id: text(options, "route_id")?.unwrap_or_default(),
        instance_id: text(options, "instance_id")?.unwrap_or_default(),
        route_override: text(options, "route_override")?,
        binding_headers: shapes::envelope::headers(options, "binding_headers")?,
        tracing: tracing.transpose().map_err(|error: FieldError| error.within("tracing"))?,
        delivery_mode: choice(
            options,
            "delivery_mode",
            &[("direct_hold", DeliveryMode::DirectHold), ("shared_outbox", DeliveryMode::SharedOutbox)],
        )?,
        retry_headers: choice(
            options,
            "retry_headers",
            &[("keep", RetryHeaders::Keep), ("strip", RetryHeaders::Strip)],
        )?,
        lifted: choice(options, "lifted", &[("strip", Lifted::Strip), ("keep", Lifted::Keep)])?,
    })
}

fn identity(value: &Value) -> Result<Identity, FieldError> {
    Identity::new(expect_text(value)?).ok_or_else(|| FieldError::new("", "must not be empty"))
}

fn text(options: Fields<'_>, name: &str) -> Result<Option<String>, FieldError> {
    options.optional(name).map(|_| options.text(name).map(str::to_owned)).transpose()
}

fn count(options: Fields<'_>, name: &str) -> Result<Option<usize>, FieldError> {
    options.optional(name).map(|_| options.number(name)).transpose()
}

fn flag(options: Fields<'_>, name: &str, default: bool) -> Result<bool, FieldError> {
    match options.optional(name) {
        None => Ok(default),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(_) => Err(FieldError::new(name, "must be true or false")),
    }
}

/// One of several words; the first is the default.
fn choice<T: Copy>(options: Fields<'_>, name: &str, words: &[(&str, T)]) -> Result<T, FieldError> {
    let word = options.optional(name).map(|_| options.text(name)).transpose()?;
    let found = match word {
        None => words.first(),
        Some(word) => words.iter().find(|(known, _)| *known == word),
    };
    found.map(|(_, value)| *value).ok_or_else(|| {
        let words: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        FieldError::new(name, format!("must be one of {}", words.join(", ")))
    })
}
