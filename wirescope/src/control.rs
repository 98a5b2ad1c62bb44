//! What BlazingMQ's control messages say, as lines have them.

use serde_json::{Map, Value};

/// The number and the URI of the queue that a line tells of being opened. What selects an application within the
/// queue is left out of the URI.
pub(crate) fn opened(line: &Map<String, Value>) -> Option<(u64, &str)> {
    let control = line.get("message")?.get("control")?;
    let request =
        control.get("openQueue").or_else(|| control.get("openQueueResponse")?.get("originalRequest"))?;
    let parameters = request.get("handleParameters")?;
    Some((parameters.get("qId")?.as_u64()?, without_query(parameters.get("uri")?.as_str()?)))
}

/// A URI up to its question mark.
pub(crate) fn without_query(uri: &str) -> &str {
    uri.split_once('?').map_or(uri, |(uri, _)| uri)
}

/// Choices that hold another one.
const OUTER: [&str; 3] = ["clusterMessage", "choice", "partitionMessage"];

/// The name of the message that a control message has chosen, the innermost where choices are nested.
pub(crate) fn selection(control: &Value) -> Option<&str> {
    let (name, value) = control.as_object()?.iter().find(|(name, _)| *name != "rId")?;
    let inner = if OUTER.contains(&name.as_str()) { selection(value) } else { None };
    inner.or(Some(name))
}

/// The request's number in a control message.
pub(crate) fn request_id(control: &Value) -> Option<i64> {
    control.get("rId")?.as_i64()
}

/// True for the name of a message that answers another.
pub(crate) fn is_answer(selection: &str) -> bool {
    selection.ends_with("Response") || selection == "status"
}
