//! Cases: an operation, its input and options, and what is expected to come out.

mod compare;
mod lists;

pub use compare::differences;

use super::options::Settings;
use super::shapes;
use super::{Fate, InputError, Mapping, Side, address, expand, fields, map, receive, send};
use crate::fields::{FieldError, Fields};
use bridge_codec::Timestamp;
use serde_json::{Map, Value};

/// Runs a case and gives the result in the shape of its `expect`.
///
/// # Errors
/// The case is not of the shape of its operation.
pub fn run(case: &Value) -> Result<Value, InputError> {
    let case = expand(case)?;
    of(&case).map(Value::Object).map_err(InputError)
}

fn of(case: &Value) -> Result<Map<String, Value>, FieldError> {
    let case = fields(case)?;
    let input = case.object("input")?;
    let none = Value::Object(Map::new());
    let options = case.optional("options").unwrap_or(&none);
    let settings =
        Settings::read(options, Timestamp::default()).map_err(|error| error.0.within("options"))?;
    let name = case.text("op")?;
    let op = Op::from_name(name).ok_or_else(|| FieldError::new("op", "there is no such operation"))?;
    let result = lists::run(name, input, &settings).unwrap_or_else(|| match op {
        Op::In(side) => take_in(side, input, &settings),
        Op::Out(side) => send_out(side, input, &settings),
        Op::Route if input.0.contains_key("from") => cross(input, &settings),
        Op::Route => route(input, &settings),
        Op::Address => render(input, &settings),
    });
    result.map_err(|error| error.within("input"))
}

/// What a case does.
enum Op {
    In(Side),
    Out(Side),
    Route,
    Address,
}

impl Op {
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "route" => Self::Route,
            "address" => Self::Address,
            _ => match name.split_once('_')? {
                (side, "in") => Self::In(transport(side)?),
                (side, "out") => Self::Out(transport(side)?),
                _ => return None,
            },
        })
    }
}

fn transport(name: &str) -> Option<Side> {
    Side::from_name(name).filter(|side| *side != Side::Envelope)
}

/// `sqs_in` and its kind: a receiver alone, before any rule of the route.
fn take_in(side: Side, input: Fields<'_>, settings: &Settings) -> Result<Map<String, Value>, FieldError> {
    let received = receive(side, input.required("message")?, settings, &mut settings.ids());
    Ok(match received.map_err(|error| error.within("message"))? {
        Ok((envelope, report)) => {
            let mut mapping = Mapping::of(Fate::Message(shapes::envelope::show(&envelope)));
            mapping.reports.push(("receive", report));
            mapping.result("envelope")
        }
        Err(poison) => Mapping::of(Fate::Dropped(poison)).result("envelope"),
    })
}

/// `sqs_out` and its kind: a sender alone.
fn send_out(side: Side, input: Fields<'_>, settings: &Settings) -> Result<Map<String, Value>, FieldError> {
    let envelope =
        shapes::envelope::read(input.required("envelope")?).map_err(|error| error.within("envelope"))?;
    Ok(match send(side, &envelope, settings) {
        Ok((message, report)) => {
            let mut mapping = Mapping::of(Fate::Message(message));
            mapping.reports.push(("send", report));
            mapping.result("message")
        }
        Err(error) => Mapping::of(Fate::Error(error)).result("message"),
    })
}

/// `route` with `from` and `to`: all three in a row.
fn cross(input: Fields<'_>, settings: &Settings) -> Result<Map<String, Value>, FieldError> {
    let side =
        |name| transport(input.text(name)?).ok_or_else(|| FieldError::new(name, "there is no such side"));
    let mapping = map(side("from")?, side("to")?, input.required("message")?, settings);
    Ok(mapping.map_err(|error| error.0.within("message"))?.result("message"))
}

/// `route`: the arrival rules and the sending rules.
fn route(input: Fields<'_>, settings: &Settings) -> Result<Map<String, Value>, FieldError> {
    let envelope =
        shapes::envelope::read(input.required("envelope")?).map_err(|error| error.within("envelope"))?;
    let mut result = Map::new();
    let mut ids = settings.ids();
    match settings.route(None).carry(envelope, settings.send_now, || ids.draw()) {
        Ok(carried) => {
            result.insert("envelope".into(), shapes::envelope::show(&carried.envelope));
            result.insert("retry_count".into(), carried.retry_count.count.into());
            result.insert("retry_count_unreadable".into(), carried.retry_count.unreadable.into());
        }
        Err(error) => {
            result.insert("error".into(), shapes::error(error.code().into()));
        }
    }
    Ok(result)
}

/// `address`: a template and headers.
fn render(input: Fields<'_>, settings: &Settings) -> Result<Map<String, Value>, FieldError> {
    let mut settings = settings.clone();
    settings.address_template = Some(input.text("template")?.to_owned());
    let headers = shapes::envelope::headers(input, "headers")?;
    Ok(match address(settings.transport, headers, &settings) {
        Ok(address) => Mapping::of(Fate::Message(address.into())).result("address"),
        Err(error) => Mapping::of(Fate::Error(error)).result("address"),
    })
}
