//! BlazingMQ events.

use super::{GenerateError, Wanted, drawn};
use arbitrary::Unstructured;
use bmq_codec::generate::AnyEvent;
use bmq_codec::schema::shape::{Described as _, Member, Shape};
use bmq_codec::schema::{
    AuthenticationMessage, ClusterMessage, ControlMessage, ElectorMessage, NegotiationMessage,
};
use bmq_codec::{Body, EncodingType, Event, EventType, SchemaEvent};

/// The types of event, and of those with a schema message each selection: `CONTROL.openQueue`.
pub(super) fn types() -> Vec<String> {
    let mut types = Vec::new();
    for event_type in EventType::ALL {
        let name = event_type.name().unwrap_or_default();
        let shapes = shapes(*event_type);
        if shapes.is_empty() {
            types.push(name.to_owned());
        }
        shapes.into_iter().for_each(|shape| selections(name, shape, &mut types));
    }
    types
}

/// What an event's message may be.
fn shapes(event_type: EventType) -> Vec<&'static Shape> {
    match event_type {
        EventType::CONTROL => vec![NegotiationMessage::SHAPE, ControlMessage::SHAPE],
        EventType::AUTHENTICATION => vec![AuthenticationMessage::SHAPE],
        EventType::ELECTOR => vec![ElectorMessage::SHAPE],
        EventType::CLUSTER_STATE => vec![ClusterMessage::SHAPE],
        _ => Vec::new(),
    }
}

/// The selections of a choice, or of the choice that is a member of an envelope.
fn choice(shape: &'static Shape) -> Option<&'static [Member]> {
    match shape {
        Shape::Choice { selections, .. } => Some(selections),
        Shape::Sequence { members, .. } => members.iter().find_map(|member| match member.shape {
            Shape::Choice { untagged: true, selections, .. } => Some(*selections),
            _ => None,
        }),
        _ => None,
    }
}

/// Appends the names of all that can be selected, dots between the choices.
fn selections(name: &str, shape: &'static Shape, types: &mut Vec<String>) {
    match choice(shape) {
        Some(members) => members
            .iter()
            .for_each(|member| selections(&format!("{name}.{}", member.name), member.shape, types)),
        None => types.push(name.to_owned()),
    }
}

/// An event of the type of that name; what the name does not say is drawn.
pub(super) fn frame(
    name: &str,
    source: &mut Unstructured<'_>,
    wanted: &Wanted,
) -> Result<Vec<u8>, GenerateError> {
    let mut path = name.split('.');
    let event_type = path.next().and_then(EventType::from_name);
    let event_type = event_type.ok_or_else(|| GenerateError::new(format!("no event type {name:?}")))?;
    let path: Vec<&str> = path.collect();
    let shapes = shapes(event_type);
    let mut event = if path.is_empty() || shapes.is_empty() {
        drawn(AnyEvent::of_type(event_type, source))?
    } else if event_type == EventType::CLUSTER_STATE {
        drawn(AnyEvent::cluster_state(&path, source))?
    } else {
        let named = |shape: &&&'static Shape| {
            choice(shape)
                .is_some_and(|members| members.iter().any(|member| path.first() == Some(&member.name)))
        };
        let shape = shapes.iter().find(named).ok_or_else(|| GenerateError::new("nothing is selected"))?;
        drawn(AnyEvent::schema(event_type, shape, &path, source))?
    };
    if let AnyEvent::Put(dialect, _) | AnyEvent::Push(dialect, _) = &mut event {
        *dialect = wanted.dialect;
    }
    let bytes = event.bytes().map_err(|error| GenerateError::new(error.to_string()))?;
    // Elections know no other encoding than BER.
    if wanted.encoding == EncodingType::JSON
        && let Some(json) = json(&bytes)
    {
        return json;
    }
    Ok(bytes)
}

/// The same message in JSON; `None` where the event can have none.
fn json(event: &[u8]) -> Option<Result<Vec<u8>, GenerateError>> {
    let body = Event::decode(event).and_then(|event| event.body()).ok()?;
    let (Body::Control(schema) | Body::Authentication(schema)) = body else { return None };
    let build = |schema: SchemaEvent<'_>| {
        let mut out = Vec::new();
        let message = schema.message().map_err(|error| error.to_string())?;
        message.build(&mut out, EncodingType::JSON).map_err(|error| error.to_string())?;
        Ok(out)
    };
    Some(build(schema).map_err(|error: String| GenerateError::new(error)))
}
