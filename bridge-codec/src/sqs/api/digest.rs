//! MD5 sums by which SQS and its clients find what was damaged on the way. They are no protection against anybody.

use alloc::{string::String, vec::Vec};
use md5::{Digest, Md5};

use crate::amqp::hex;
use crate::{SqsAttribute, SqsValue};

/// `MD5OfMessageBody`, `MD5OfBody`: lowercase hexadecimal.
#[must_use]
pub fn body_md5(body: &str) -> String {
    hex(&Md5::digest(body))
}

/// `MD5OfMessageAttributes`: over the attributes in the byte order of their names, each as name, type, one byte for the
/// kind of value, and value, with lengths of four bytes; lowercase hexadecimal.
///
/// ```
/// use bridge_codec::{SqsAttribute, sqs::api::attributes_md5};
/// let attributes = [("timestamp".to_owned(), SqsAttribute::number("1493147359900"))];
/// assert_eq!(attributes_md5(&attributes), "235c5c510d26fb653d073faed50ae77c");
/// ```
#[must_use]
pub fn attributes_md5(attributes: &[(String, SqsAttribute)]) -> String {
    let mut sorted: Vec<_> = attributes.iter().collect();
    sorted.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut sum = Md5::new();
    for (name, attribute) in sorted {
        put(&mut sum, name.as_bytes());
        put(&mut sum, attribute.data_type.as_bytes());
        let (kind, value): (u8, &[u8]) = match &attribute.value {
            SqsValue::Text(text) => (1, text.as_bytes()),
            SqsValue::Binary(bytes) => (2, bytes),
        };
        sum.update([kind]);
        put(&mut sum, value);
    }
    hex(&sum.finalize())
}

/// Bytes behind their length. No part of a message is longer than four bytes can say.
fn put(sum: &mut Md5, bytes: &[u8]) {
    sum.update(u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_be_bytes());
    sum.update(bytes);
}
