//! AMQP 1.0 messages.

use super::{boolean, known, maybe, maybe_bytes, maybe_text, only, pair, show_time, time, typed};
use crate::fields::{FieldError, Fields, bytes, number};
use crate::hex;
use bridge_codec::{AmqpBody, AmqpHeader, AmqpMessage, AmqpProperties};
use serde_json::{Map, Value, json};

pub(in super::super) fn read(value: &Value) -> Result<AmqpMessage, FieldError> {
    let fields = Fields::of(value)?;
    known(fields, &["header", "properties", "application_properties", "body"])?;
    let application = fields.optional("application_properties").is_some();
    let properties = fields.each("application_properties", |item| pair(item, typed::read))?;
    Ok(AmqpMessage {
        header: maybe(fields, "header", header)?,
        properties: maybe(fields, "properties", properties_of)?,
        application_properties: application.then_some(properties),
        body: maybe(fields, "body", body)?,
    })
}

fn header(value: &Value) -> Result<AmqpHeader, FieldError> {
    let fields = Fields::of(value)?;
    known(fields, &["durable", "priority", "ttl", "first-acquirer", "delivery-count"])?;
    Ok(AmqpHeader {
        durable: maybe(fields, "durable", boolean)?,
        priority: maybe(fields, "priority", number)?,
        ttl: maybe(fields, "ttl", number)?,
        first_acquirer: maybe(fields, "first-acquirer", boolean)?,
        delivery_count: maybe(fields, "delivery-count", number)?,
    })
}

fn properties_of(value: &Value) -> Result<AmqpProperties, FieldError> {
    let fields = Fields::of(value)?;
    known(
        fields,
        &[
            "message-id",
            "user-id",
            "to",
            "subject",
            "reply-to",
            "correlation-id",
            "content-type",
            "content-encoding",
            "absolute-expiry-time",
            "creation-time",
            "group-id",
            "group-sequence",
            "reply-to-group-id",
        ],
    )?;
    Ok(AmqpProperties {
        message_id: maybe(fields, "message-id", typed::read_id)?,
        user_id: maybe_bytes(fields, "user-id")?.map(Into::into),
        to: maybe_text(fields, "to")?,
        subject: maybe_text(fields, "subject")?,
        reply_to: maybe_text(fields, "reply-to")?,
        correlation_id: maybe(fields, "correlation-id", typed::read_id)?,
        content_type: maybe_text(fields, "content-type")?,
        content_encoding: maybe_text(fields, "content-encoding")?,
        absolute_expiry_time: maybe(fields, "absolute-expiry-time", time)?,
        creation_time: maybe(fields, "creation-time", time)?,
        group_id: maybe_text(fields, "group-id")?,
        group_sequence: maybe(fields, "group-sequence", number)?,
        reply_to_group_id: maybe_text(fields, "reply-to-group-id")?,
    })
}

fn body(value: &Value) -> Result<AmqpBody, FieldError> {
    let (kind, value) = only(value)?;
    let read = || {
        Ok(match kind {
            "data" => {
                let sections = typed::items(value)?.iter().map(|section| Ok(bytes(section)?.into()));
                AmqpBody::Data(sections.collect::<Result<_, FieldError>>()?)
            }
            "value" => AmqpBody::Value(typed::read(value)?),
            "sequence" => {
                let sections = typed::items(value)?.iter();
                let sections =
                    sections.map(|section| typed::items(section)?.iter().map(typed::read).collect());
                AmqpBody::Sequence(sections.collect::<Result<_, FieldError>>()?)
            }
            _ => return Err(FieldError::new("", "must be data, value or sequence")),
        })
    };
    read().map_err(|error: FieldError| error.within(kind))
}

pub(in super::super) fn show(message: &AmqpMessage) -> Value {
    let application = message.application_properties.as_ref().map(|properties| {
        properties.iter().map(|(name, value)| json!([name, typed::show(value)])).collect::<Vec<_>>()
    });
    json!({
        "header": message.header.as_ref().map(show_header),
        "properties": message.properties.as_ref().map(show_properties),
        "application_properties": application,
        "body": message.body.as_ref().map(show_body),
    })
}

/// The members that are there.
fn section(members: &[(&str, Option<Value>)]) -> Value {
    let there = members.iter().filter_map(|(name, value)| Some(((*name).to_owned(), value.clone()?)));
    Value::Object(there.collect::<Map<_, _>>())
}

fn show_header(header: &AmqpHeader) -> Value {
    section(&[
        ("durable", header.durable.map(Value::from)),
        ("priority", header.priority.map(Value::from)),
        ("ttl", header.ttl.map(Value::from)),
        ("first-acquirer", header.first_acquirer.map(Value::from)),
        ("delivery-count", header.delivery_count.map(Value::from)),
    ])
}

fn show_properties(properties: &AmqpProperties) -> Value {
    let text = |text: &Option<String>| text.as_deref().map(Value::from);
    section(&[
        ("message-id", properties.message_id.as_ref().map(typed::show_id)),
        ("user-id", properties.user_id.as_ref().map(|id| hex::encode(id).into())),
        ("to", text(&properties.to)),
        ("subject", text(&properties.subject)),
        ("reply-to", text(&properties.reply_to)),
        ("correlation-id", properties.correlation_id.as_ref().map(typed::show_id)),
        ("content-type", text(&properties.content_type)),
        ("content-encoding", text(&properties.content_encoding)),
        ("absolute-expiry-time", properties.absolute_expiry_time.map(show_time)),
        ("creation-time", properties.creation_time.map(show_time)),
        ("group-id", text(&properties.group_id)),
        ("group-sequence", properties.group_sequence.map(Value::from)),
        ("reply-to-group-id", text(&properties.reply_to_group_id)),
    ])
}

fn show_body(body: &AmqpBody) -> Value {
    match body {
        AmqpBody::Data(sections) => {
            json!({ "data": sections.iter().map(|section| hex::encode(section)).collect::<Vec<_>>() })
        }
        AmqpBody::Value(value) => json!({ "value": typed::show(value) }),
        AmqpBody::Sequence(sections) => {
            let sections = sections.iter().map(|section| section.iter().map(typed::show).collect::<Vec<_>>());
            json!({ "sequence": sections.collect::<Vec<_>>() })
        }
    }
}
