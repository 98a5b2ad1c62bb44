//! Events as lines.

use super::{control, header_json, interbroker, is_secret, item, message, type_json};
use crate::{Line, Options, hex};
use bmq_codec::compression::Inflater;
use bmq_codec::{Body, DecodeError, Event, Limits, PROTOCOL, SchemaEvent, Strictness};
use serde_json::{Map, Value, json};

/// Reads one event into a line, without `raw`.
pub(super) struct Reader<'r> {
    pub(super) options: &'r Options,
    pub(super) limits: &'r Limits,
    pub(super) inflater: &'r mut Inflater,
    findings: Vec<Value>,
    /// The first message of the event that is broken.
    broken: Option<DecodeError>,
}

impl<'r> Reader<'r> {
    pub(super) fn new(options: &'r Options, limits: &'r Limits, inflater: &'r mut Inflater) -> Self {
        Self { options, limits, inflater, findings: Vec::new(), broken: None }
    }

    pub(super) fn read(mut self, frame: &[u8], offset: u64) -> Line {
        let mut json = Line::head(offset, Some(frame.len()), PROTOCOL);
        let error = match Event::decode(frame) {
            Err(error) => Some(error),
            Ok(event) => {
                json.insert("type".into(), type_json(event.event_type()));
                if let Some(header) = header_json(&event) {
                    json.insert("header".into(), header);
                }
                match self.body(&event) {
                    Ok(message) => {
                        json.insert("message".into(), message);
                        self.broken
                    }
                    Err(error) => Some(error),
                }
            }
        };
        let findings = self.findings.len();
        if findings > 0 {
            json.insert("findings".into(), self.findings.into());
        }
        if let Some(error) = &error {
            json.insert("error".into(), Line::error(error));
            let hidden = is_secret(&json) && !self.options.show_secrets;
            let bytes = if hidden { json!({ "redacted": frame.len() }) } else { hex::encode(frame).into() };
            json.insert("bytes".into(), bytes);
        }
        Line { json, bytes: frame.to_vec(), is_error: error.is_some(), findings }
    }

    /// Notes a deviation that is no error.
    pub(super) fn found(&mut self, finding: &DecodeError) {
        self.findings.push(Line::finding(finding));
    }

    /// Notes a message that is broken and gives what stands in its place.
    pub(super) fn broken(&mut self, error: DecodeError) -> Value {
        self.broken.get_or_insert(error);
        json!({ "error": Line::error(&error) })
    }

    fn body(&mut self, event: &Event<'_>) -> Result<Value, DecodeError> {
        Ok(match event.body_with(self.options.strictness)? {
            Body::Put(messages) => self.messages(messages),
            Body::Push(messages) => self.messages(messages),
            Body::Ack(items) => item::list(items.iter().map(item::ack)),
            Body::Confirm(items) => item::list(items.iter().map(item::confirm)),
            Body::Reject(items) => item::list(items.iter().map(item::reject)),
            Body::Control(schema) | Body::Elector(schema) | Body::Authentication(schema) => {
                self.schema(&schema)?
            }
            Body::Storage(messages) | Body::PartitionSync(messages) if messages.is_empty_event() => {
                self.empty(messages.empty_event_fault())
            }
            Body::Recovery(messages) if messages.is_empty_event() => self.empty(messages.empty_event_fault()),
            Body::Storage(messages) | Body::PartitionSync(messages) => {
                interbroker::messages(messages, interbroker::storage, |error| self.broken(error))
            }
            Body::Recovery(messages) => {
                interbroker::messages(messages, interbroker::recovery, |error| self.broken(error))
            }
            Body::ReplicationReceipt(receipt) => interbroker::receipt(&receipt),
            Body::ClusterState(record) => {
                let faults = [record.padding_fault(), record.crc_fault()];
                faults.iter().flatten().for_each(|fault| self.found(fault));
                interbroker::cluster_state(&record, &mut |finding| self.found(&finding))?
            }
            Body::HeartbeatReq | Body::HeartbeatRsp => match event.body_bytes() {
                [] => Value::Object(Map::new()),
                body => json!({ "body": hex::encode(body) }),
            },
            _ => json!({ "body": hex::encode(event.body_bytes()) }),
        })
    }

    fn messages<K: message::KindJson>(&mut self, messages: bmq_codec::Messages<'_, K>) -> Value {
        if messages.is_empty_event() {
            return self.empty(messages.empty_event_fault());
        }
        let mut list = Vec::new();
        for read in messages {
            let json = match read {
                Ok(message) => message::json(&message, self),
                Err(error) => self.broken(error),
            };
            list.push(json);
        }
        json!({ "messages": list })
    }

    /// An event that must hold a message and holds none.
    fn empty(&mut self, fault: DecodeError) -> Value {
        if self.options.strictness == Strictness::Official {
            self.broken.get_or_insert(fault);
        } else {
            self.found(&fault);
        }
        json!({ "messages": [] })
    }

    fn schema(&mut self, schema: &SchemaEvent<'_>) -> Result<Value, DecodeError> {
        if let Some(fault) = schema.padding_fault() {
            self.found(&fault);
        }
        let message = schema.message_with_findings(&mut |finding| self.found(&finding))?;
        message.validate(|finding| {
            self.findings.push(json!({
                "reason": "bad_value",
                "offset": schema.offset(),
                "text": finding.to_string(),
            }));
        });
        Ok(json!({
            "encoding": schema.encoding().name(),
            "control": control::json(&message, self.options.show_secrets),
        }))
    }
}
