//! User properties of a received publish.

use alloc::string::{String, ToString};

use super::{GENERATED, MESSAGE_ID, MqttText, QOS, RETAINED, SUBJECT, TOPIC};
use crate::names::is_reserved_bytes;
use crate::{Counter, Headers, Identity, Report, Why};

/// User properties that a publish may have.
pub const MAX_USER_PROPERTIES: usize = 128;

/// What user properties give.
#[derive(Debug, Default)]
pub(super) struct User {
    pub(super) headers: Headers,
    pub(super) id: Option<Identity>,
    pub(super) subject: String,
}

/// What becomes of one user property: the first rule that matches decides.
enum Fate<'p> {
    Subject(&'p str),
    Id(Identity),
    Header(&'p str, &'p str),
    Lost(Why),
    Counted(Why),
}

impl User {
    /// Reads them in order: of one name the last one counts that is fit.
    pub(super) fn read(properties: &[(MqttText, MqttText)], report: &mut Report) -> Self {
        let mut user = Self::default();
        for (key, value) in properties {
            match fate(key, value) {
                Fate::Subject(subject) => user.subject = subject.to_string(),
                Fate::Id(id) => user.id = Some(id),
                Fate::Header(name, text) => {
                    if user.headers.insert(name, text).is_some() {
                        report.leave_out(name, Why::Superseded);
                    }
                }
                Fate::Lost(why) => report.leave_out(key.to_string(), why),
                Fate::Counted(why) => report.count(key.to_string(), why, Counter::MqttIngressHeaderDropped),
            }
        }
        user
    }
}

fn fate<'p>(key: &'p MqttText, value: &'p MqttText) -> Fate<'p> {
    match key.as_str() {
        Some(SUBJECT) => value.safe().map_or(Fate::Lost(unfit(value)), Fate::Subject),
        Some(GENERATED | TOPIC | RETAINED | QOS) => Fate::Lost(Why::TransportName),
        Some(MESSAGE_ID) => match value.safe().map(Identity::new) {
            Some(Some(id)) => Fate::Id(id),
            Some(None) => Fate::Lost(Why::Empty),
            None => Fate::Lost(unfit(value)),
        },
        _ if is_reserved_bytes(key.as_bytes()) => Fate::Lost(Why::Reserved),
        _ => match (key.safe(), value.safe()) {
            (Some(name), Some(text)) => Fate::Header(name, text),
            (None, _) => Fate::Counted(unfit(key)),
            (_, None) => Fate::Counted(unfit(value)),
        },
    }
}

/// What is wrong with a text that is not safe.
fn unfit(text: &MqttText) -> Why {
    if text.len() > super::MAX_TEXT { Why::TooLong } else { Why::Unsafe }
}
