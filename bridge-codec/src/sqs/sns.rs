//! Notifications of SNS in the body of SQS messages.

use alloc::string::String;
use mx_codec::json::Object;

/// What is inside an SNS notification.
#[derive(Clone, PartialEq, Eq)]
pub struct Notification {
    /// `TopicArn`; never becomes a subject.
    pub topic_arn: String,
    /// `Subject`; empty where there is none.
    pub subject: String,
    /// `Message`; empty where there is none.
    pub message: String,
}

impl core::fmt::Debug for Notification {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Notification")
            .field("topic_arn", &self.topic_arn)
            .field("subject", &self.subject)
            .field("message", &format_args!("<{} bytes>", self.message.len()))
            .finish()
    }
}

/// The notification in a body: a JSON object whose `Type` is `Notification` and whose `TopicArn` is not empty. Any
/// other body gives `None`, also one in which a member of the four has another type than text, and one that nests
/// deeper than 128 levels. Names of members are exact.
#[must_use]
pub fn unwrap_sns(body: &str) -> Option<Notification> {
    // Most bodies are no notification; do not scan those that cannot be.
    if !body.contains("Notification") || !body.contains("TopicArn") {
        return None;
    }
    let object = Object::new(body).ok()?;
    let text = |name| match object.get(name) {
        None => Some(String::new()),
        Some(value) if value.is_null() => Some(String::new()),
        Some(value) => value.as_text().map(|text| text.to_cow().into_owned()),
    };
    let (kind, topic_arn) = (text("Type")?, text("TopicArn")?);
    let (subject, message) = (text("Subject")?, text("Message")?);
    (kind == "Notification" && !topic_arn.is_empty()).then_some(Notification { topic_arn, subject, message })
}
