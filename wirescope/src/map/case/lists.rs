//! Cases that ask for many small answers at once.

use super::super::options::Settings;
use super::super::shapes;
use crate::fields::{FieldError, Fields};
use bridge_codec::{AmqpOutcome, Code, Failure, Headers, RetryCount, SqsFailure, mqtt, names, sqs};
use serde_json::{Map, Value, json};

/// The answers, where the input is such a list.
pub(super) fn run(
    op: &str,
    input: Fields<'_>,
    settings: &Settings,
) -> Option<Result<Map<String, Value>, FieldError>> {
    let has = |name| input.0.contains_key(name);
    let (member, answers) = match op {
        "sqs_out" if has("failures") => ("results", input.each("failures", sqs_failure)),
        "sqs_out" if has("dedup_of") => ("dedup_ids", input.each("dedup_of", dedup_id)),
        "mqtt_out" if has("reasons") => ("results", input.each("reasons", mqtt_reason)),
        "amqp_out" if has("outcomes") => {
            ("results", input.each("outcomes", |item| amqp_outcome(item, settings)))
        }
        "route" if has("codes") => ("results", input.each("codes", code)),
        "route" if has("sources") => ("results", sources(input, settings)),
        "route" if has("readings") => ("results", input.each("readings", reading)),
        "route" if has("traceparents") => ("valid", input.each("traceparents", traceparent)),
        _ => return None,
    };
    Some(answers.map(|answers| Map::from_iter([(member.to_owned(), Value::Array(answers))])))
}

fn answer(result: Result<(), Failure>) -> Value {
    match result {
        Ok(()) => json!({ "result": "ok" }),
        Err(failure) => json!({ "error": shapes::error(failure) }),
    }
}

fn flag(fields: Fields<'_>, name: &str) -> bool {
    fields.optional(name).and_then(Value::as_bool).unwrap_or_default()
}

fn sqs_failure(item: &Value) -> Result<Value, FieldError> {
    let fields = Fields::of(item)?;
    let failure = SqsFailure {
        code: fields.text("code")?,
        batch: flag(fields, "batch"),
        sender_fault: flag(fields, "sender_fault"),
        seconds_since_first: fields.number_or("seconds_since_first", 0)?,
    };
    Ok(answer(Err(failure.failure())))
}

fn dedup_id(item: &Value) -> Result<Value, FieldError> {
    let fields = Fields::of(item)?;
    let subject = fields.optional("subject").and_then(Value::as_str).unwrap_or_default();
    Ok(sqs::dedup_id(&fields.bytes("payload")?, subject, fields.text("id")?).into())
}

fn mqtt_reason(item: &Value) -> Result<Value, FieldError> {
    let fields = Fields::of(item)?;
    let reason = fields.number("reason")?;
    Ok(answer(match fields.text("packet")? {
        "PUBACK" | "PUBREC" => mqtt::publish_reason(reason).map_err(Failure::from),
        "DISCONNECT" => Err(mqtt::disconnect_reason(reason).into()),
        _ => return Err(FieldError::new("packet", "must be PUBACK, PUBREC or DISCONNECT")),
    }))
}

fn amqp_outcome(item: &Value, settings: &Settings) -> Result<Value, FieldError> {
    let fields = Fields::of(item)?;
    let condition = fields.optional("condition").and_then(Value::as_str);
    Ok(answer(AmqpOutcome { state: fields.text("state")?, condition }.check(settings.rejected)))
}

fn code(item: &Value) -> Result<Value, FieldError> {
    let code = Code::from_name(shapes::expect_text(item)?);
    Ok(answer(Err(code.ok_or_else(|| FieldError::new("", "there is no such code"))?.into())))
}

/// The retry counts that survive arrival, per kind of source.
fn sources(input: Fields<'_>, settings: &Settings) -> Result<Vec<Value>, FieldError> {
    let envelope =
        shapes::envelope::read(input.required("envelope")?).map_err(|error| error.within("envelope"))?;
    input.each("sources", |item| {
        let source = shapes::expect_text(item)?;
        let (mut envelope, mut ids) = (envelope.clone(), settings.ids());
        settings.route(Some(source)).arrive(&mut envelope, || ids.draw());
        let kept: Vec<_> =
            names::RETRY_COUNTS.into_iter().filter(|name| envelope.headers.get(name).is_some()).collect();
        let count = RetryCount::read(&envelope.headers).count;
        Ok(json!({ "source": source, "kept": kept, "retry_count": count }))
    })
}

fn reading(item: &Value) -> Result<Value, FieldError> {
    let headers: Headers = shapes::envelope::header_list(item)?;
    let read = RetryCount::read(&headers);
    Ok(json!({ "retry_count": read.count, "retry_count_unreadable": read.unreadable }))
}

fn traceparent(item: &Value) -> Result<Value, FieldError> {
    Ok(names::is_traceparent(shapes::expect_text(item)?).into())
}
