//! What a message of one transport becomes on another, through gobridge's envelope (`docs/mapping.md`).
//!
//! Messages are JSON, in the shapes of `docs/mapping.md`; [`map`] takes one from receiver to sender, [`case`]
//! runs what is written down with its expectation.

pub mod case;
mod options;
mod repeat;
mod shapes;

pub use options::Settings;
pub use repeat::expand;

use crate::fields::{FieldError, Fields};
use bridge_codec::{
    AddressTemplate, Counter, Envelope, MapError, Poison, Report, RetryCount, Transport, amqp_to_envelope,
    bmq_to_envelope, envelope_to_amqp, envelope_to_bmq, envelope_to_fila, envelope_to_mqtt, envelope_to_mx,
    envelope_to_sqs, fila_to_envelope, mqtt_to_envelope, mx_to_envelope, sqs_to_envelope,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// A message or settings that cannot be read; shows the place and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError(FieldError);

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for InputError {}

/// Where a message comes from or goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// AWS SQS.
    Sqs,
    /// MQTT 5.
    Mqtt,
    /// AMQP 1.0.
    Amqp,
    /// Fila, by tables of our own.
    Fila,
    /// BlazingMQ, by tables of our own.
    Bmq,
    /// MessageX, by tables of our own.
    Mx,
    /// The envelope itself: no route lies between it and the other side.
    Envelope,
}

impl Side {
    /// Every side.
    pub const ALL: [Self; 7] =
        [Self::Sqs, Self::Mqtt, Self::Amqp, Self::Fila, Self::Bmq, Self::Mx, Self::Envelope];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sqs => "sqs",
            Self::Mqtt => "mqtt",
            Self::Amqp => "amqp",
            Self::Fila => "fila",
            Self::Bmq => "bmq",
            Self::Mx => "mx",
            Self::Envelope => "envelope",
        }
    }

    /// The side of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|side| side.name() == name)
    }

    /// What a route calls a source of this kind.
    const fn source(self) -> Option<&'static str> {
        match self {
            Self::Sqs => Some("sqs"),
            Self::Mqtt => Some("mqtt"),
            Self::Amqp => Some("amqp10"),
            Self::Fila => Some("fila"),
            Self::Bmq => Some("bmq"),
            Self::Mx => Some("mx"),
            Self::Envelope => None,
        }
    }

    /// Whose rules an address keeps.
    const fn transport(self) -> Transport {
        match self {
            Self::Sqs => Transport::Sqs,
            Self::Mqtt => Transport::Mqtt,
            Self::Amqp => Transport::Amqp,
            Self::Fila | Self::Bmq | Self::Mx | Self::Envelope => Transport::None,
        }
    }
}

/// What became of a message.
#[derive(Clone, Debug, PartialEq)]
enum Fate {
    /// It arrives, as this JSON.
    Message(Value),
    /// The receiver does not convert it.
    Dropped(Poison),
    /// It cannot be sent.
    Error(MapError),
}

/// What became of a message, and what was left out on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Mapping {
    fate: Fate,
    /// Steps and what they left out.
    reports: Vec<(&'static str, Report)>,
    retry_count: Option<RetryCount>,
}

impl Mapping {
    fn of(fate: Fate) -> Self {
        Self { fate, reports: Vec::new(), retry_count: None }
    }

    /// Whether the message arrives.
    #[must_use]
    pub const fn arrives(&self) -> bool {
        matches!(self.fate, Fate::Message(_))
    }

    /// How much each counter goes up.
    fn counters(&self) -> Map<String, Value> {
        let mut counters: BTreeMap<Counter, u64> = BTreeMap::new();
        for (counter, count) in self.reports.iter().flat_map(|(_, report)| report.counters()) {
            *counters.entry(counter).or_default() += count;
        }
        let failed = match &self.fate {
            Fate::Message(_) => None,
            Fate::Dropped(poison) => Some(poison.counter),
            Fate::Error(error) => error.counter(),
        };
        if let Some(counter) = failed {
            *counters.entry(counter).or_default() += 1;
        }
        counters.into_iter().map(|(counter, count)| (counter.name().into(), count.into())).collect()
    }

    /// What became of it, under the name that `expect` has for it, and the counters.
    fn result(&self, name: &str) -> Map<String, Value> {
        let mut result = Map::new();
        match &self.fate {
            Fate::Message(message) => result.insert(name.into(), message.clone()),
            Fate::Dropped(poison) => result.insert("dropped".into(), shapes::poison(*poison)),
            Fate::Error(error) => result.insert("error".into(), shapes::error(error.code().into())),
        };
        result.insert("counters".into(), self.counters().into());
        result
    }

    /// All of it as one JSON object: `message`, `dropped` or `error`; `counters`; `lost`, what was left out.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut result = self.result("message");
        if let (Fate::Error(error), Some(Value::Object(shown))) = (&self.fate, result.get_mut("error")) {
            shown.insert("text".into(), error.to_string().into());
        }
        if let Some(retry) = self.retry_count {
            result.insert("retry_count".into(), retry.count.into());
        }
        let lost = self.reports.iter().flat_map(|(step, report)| {
            report.lost().iter().map(move |lost| {
                let mut item = json!({ "step": step, "name": lost.name, "why": lost.why.name() });
                if let Some(counter) = lost.counter {
                    item["counter"] = counter.name().into();
                }
                item
            })
        });
        result.insert("lost".into(), lost.collect());
        result.into()
    }
}

/// Takes a message from one side to another: receiver, route and sender in a row. To or from the envelope there is
/// the one step only.
///
/// # Errors
/// The message is not of the shape of its side.
pub fn map(from: Side, to: Side, message: &Value, settings: &Settings) -> Result<Mapping, InputError> {
    let message = expand(message)?;
    let mut ids = settings.ids();
    let mut mapping = Mapping::of(Fate::Message(Value::Null));
    let envelope = match receive(from, &message, settings, &mut ids).map_err(InputError)? {
        Ok((envelope, report)) => {
            mapping.reports.push(("receive", report));
            envelope
        }
        Err(poison) => return Ok(Mapping::of(Fate::Dropped(poison))),
    };
    let envelope = if from == Side::Envelope || to == Side::Envelope {
        envelope
    } else {
        let route = settings.route(from.source());
        match route.carry(envelope, settings.send_now, || ids.draw()) {
            Ok(carried) => {
                mapping.reports.push(("route", carried.report));
                mapping.retry_count = Some(carried.retry_count);
                carried.envelope
            }
            Err(error) => {
                mapping.fate = Fate::Error(error);
                return Ok(mapping);
            }
        }
    };
    match send(to, &envelope, settings) {
        Ok((message, report)) => {
            mapping.reports.push(("send", report));
            mapping.fate = Fate::Message(message);
        }
        Err(error) => mapping.fate = Fate::Error(error),
    }
    Ok(mapping)
}

/// A message of a side as an envelope.
fn receive(
    from: Side,
    message: &Value,
    settings: &Settings,
    ids: &mut options::Ids,
) -> Result<Result<(Envelope, Report), Poison>, FieldError> {
    let (now, new_id) = (settings.now, || ids.draw());
    let mapped = match from {
        Side::Sqs => Ok(sqs_to_envelope(shapes::sqs::read(message)?, &settings.sqs_in, now, new_id)),
        Side::Mqtt => mqtt_to_envelope(shapes::mqtt::read(message)?, &settings.mqtt_in, now, new_id),
        Side::Amqp => amqp_to_envelope(shapes::amqp::read(message)?, &settings.amqp_in, now, new_id),
        Side::Fila => Ok(fila_to_envelope(shapes::fila::read(message)?)),
        Side::Bmq => Ok(bmq_to_envelope(shapes::bmq::read(message)?, now, new_id)),
        Side::Mx => {
            let payload = shapes::mx::read(message)?;
            let object = payload.as_object().ok_or_else(|| FieldError::new("", "must be an object"))?;
            Ok(mx_to_envelope(object, now, new_id))
        }
        Side::Envelope => return Ok(Ok((shapes::envelope::read(message)?, Report::default()))),
    };
    Ok(mapped.map(|mapped| (mapped.value, mapped.report)))
}

/// An envelope as a message of a side.
fn send(to: Side, envelope: &Envelope, settings: &Settings) -> Result<(Value, Report), MapError> {
    let address = address(to.transport(), envelope.headers.clone(), settings)?;
    Ok(match to {
        Side::Sqs => {
            let sent = envelope_to_sqs(envelope, &settings.sqs_out(address))?;
            (shapes::sqs::show(&sent.value), sent.report)
        }
        Side::Mqtt => {
            let sent = envelope_to_mqtt(envelope, &settings.mqtt_out(address), settings.send_now)?;
            (shapes::mqtt::show(&sent.value), sent.report)
        }
        Side::Amqp => {
            let sent = envelope_to_amqp(envelope, &settings.amqp_out(address))?;
            (shapes::amqp::show(&sent.value), sent.report)
        }
        Side::Fila => {
            let sent = envelope_to_fila(envelope, &settings.fila_out(address))?;
            (shapes::fila::show(&sent.value), sent.report)
        }
        Side::Bmq => {
            let sent = envelope_to_bmq(envelope, &settings.bmq_out(address))?;
            (shapes::bmq::show(&sent.value), sent.report)
        }
        Side::Mx => {
            let sent = envelope_to_mx(envelope, &settings.mx_out(address))?;
            (shapes::mx::show(&sent.value), sent.report)
        }
        Side::Envelope => (shapes::envelope::show(envelope), Report::default()),
    })
}

/// The address of a message: the one given, else the template filled in and checked.
fn address(
    transport: Transport,
    headers: bridge_codec::Headers,
    settings: &Settings,
) -> Result<Option<String>, MapError> {
    if settings.address.is_some() {
        return Ok(settings.address.clone());
    }
    let Some(template) = &settings.address_template else { return Ok(None) };
    let address = AddressTemplate::new(template).render(&headers)?;
    if let Some(address) = &address {
        transport.check(address, settings.configured_address.as_deref())?;
    }
    Ok(address)
}

/// The members of an object.
fn fields(value: &Value) -> Result<Fields<'_>, FieldError> {
    Fields::of(value)
}
