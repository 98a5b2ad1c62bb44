//! Sections onto the wire.

use alloc::vec::Vec;
use codec_common::{At, EncodeError};

use super::names::{self, Section};
use super::write_value::{Output, deeper};
use super::{AmqpAnnotations, AmqpSections, codes};
use crate::{AmqpBody, AmqpHeader, AmqpId, AmqpProperties, AmqpValue};

impl AmqpSections {
    /// The bytes of the message, each value in its shortest form: a message always gives the same bytes.
    ///
    /// # Errors
    /// See [`encode_to`](Self::encode_to).
    pub fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let mut bytes = Vec::new();
        self.encode_to(&mut bytes)?;
        Ok(bytes)
    }

    /// Appends the bytes of the message.
    ///
    /// # Errors
    /// A value over 4 GiB; nesting deeper than [`MAX_DEPTH`](super::MAX_DEPTH); a symbol that is not ASCII; an array
    /// whose items are not of one type, or of more than [`MAX_NULLS`](super::MAX_NULLS) nulls. `bytes` are then as
    /// they were.
    pub fn encode_to(&self, bytes: &mut Vec<u8>) -> Result<(), EncodeError> {
        let before = bytes.len();
        let written = self.write(&mut Output::new(bytes));
        if written.is_err() {
            bytes.truncate(before);
        }
        written
    }

    fn write(&self, out: &mut Output<'_>) -> Result<(), EncodeError> {
        let message = &self.message;
        if let Some(header) = &message.header {
            write_header(header, out)?;
        }
        annotations(Section::DeliveryAnnotations, self.delivery_annotations.as_ref(), out)?;
        annotations(Section::MessageAnnotations, self.message_annotations.as_ref(), out)?;
        if let Some(properties) = &message.properties {
            write_properties(properties, out)?;
        }
        if let Some(properties) = &message.application_properties {
            let at = begin(Section::ApplicationProperties, out);
            out.named(properties, at)?;
        }
        write_body(message.body.as_ref(), out)?;
        annotations(Section::Footer, self.footer.as_ref(), out)
    }
}

/// The descriptor of a section.
fn begin(section: Section, out: &mut Output<'_>) -> At {
    out.put(&[codes::DESCRIBED, codes::SMALL_ULONG, section.code()]);
    section.at()
}

fn annotations(
    section: Section,
    pairs: Option<&AmqpAnnotations>,
    out: &mut Output<'_>,
) -> Result<(), EncodeError> {
    let Some(pairs) = pairs else { return Ok(()) };
    let at = begin(section, out);
    out.map(pairs, 0, at)
}

/// A body without any part has no section.
fn write_body(body: Option<&AmqpBody>, out: &mut Output<'_>) -> Result<(), EncodeError> {
    match body {
        None => {}
        Some(AmqpBody::Data(parts)) => {
            for part in parts {
                let at = begin(Section::Data, out);
                out.binary(part, at)?;
            }
        }
        Some(AmqpBody::Sequence(parts)) => {
            for part in parts {
                let at = begin(Section::Sequence, out);
                out.list(part, 0, at)?;
            }
        }
        Some(AmqpBody::Value(value)) => {
            let at = begin(Section::Value, out);
            out.value(value, 0, at)?;
        }
    }
    Ok(())
}

fn write_header(header: &AmqpHeader, out: &mut Output<'_>) -> Result<(), EncodeError> {
    let boolean = |value: Option<bool>| value.map(AmqpValue::Boolean);
    let uint = |number: Option<u32>| number.map(AmqpValue::Uint);
    let at = begin(Section::Header, out);
    out.fields(at, |fields| {
        fields.put(&names::DURABLE, boolean(header.durable).as_ref(), Output::any)?;
        fields.put(&names::PRIORITY, header.priority.map(AmqpValue::Ubyte).as_ref(), Output::any)?;
        fields.put(&names::TTL, uint(header.ttl).as_ref(), Output::any)?;
        fields.put(&names::FIRST_ACQUIRER, boolean(header.first_acquirer).as_ref(), Output::any)?;
        fields.put(&names::DELIVERY_COUNT, uint(header.delivery_count).as_ref(), Output::any)
    })
}

fn write_properties(properties: &AmqpProperties, out: &mut Output<'_>) -> Result<(), EncodeError> {
    let time = |time: Option<crate::Timestamp>| time.map(AmqpValue::Timestamp);
    let at = begin(Section::Properties, out);
    out.fields(at, |fields| {
        fields.put(&names::MESSAGE_ID, properties.message_id.as_ref(), Output::id)?;
        fields.put(&names::USER_ID, properties.user_id.as_deref(), Output::binary)?;
        fields.put(&names::TO, properties.to.as_deref(), Output::string)?;
        fields.put(&names::SUBJECT, properties.subject.as_deref(), Output::string)?;
        fields.put(&names::REPLY_TO, properties.reply_to.as_deref(), Output::string)?;
        fields.put(&names::CORRELATION_ID, properties.correlation_id.as_ref(), Output::id)?;
        fields.put(&names::CONTENT_TYPE, properties.content_type.as_deref(), Output::symbol)?;
        fields.put(&names::CONTENT_ENCODING, properties.content_encoding.as_deref(), Output::symbol)?;
        let (expiry, creation) = (properties.absolute_expiry_time, properties.creation_time);
        fields.put(&names::ABSOLUTE_EXPIRY_TIME, time(expiry).as_ref(), Output::any)?;
        fields.put(&names::CREATION_TIME, time(creation).as_ref(), Output::any)?;
        fields.put(&names::GROUP_ID, properties.group_id.as_deref(), Output::string)?;
        let sequence = properties.group_sequence.map(AmqpValue::Uint);
        fields.put(&names::GROUP_SEQUENCE, sequence.as_ref(), Output::any)?;
        fields.put(&names::REPLY_TO_GROUP_ID, properties.reply_to_group_id.as_deref(), Output::string)
    })
}

/// The fields of a list section while they are written: those at the end that are not there are left out.
struct Fields<'f, 'o> {
    out: &'f mut Output<'o>,
    count: usize,
    /// Fields that are not there, and may have to be nulls.
    missing: usize,
}

impl<'o> Fields<'_, 'o> {
    fn put<T: ?Sized>(
        &mut self,
        at: At,
        value: Option<&T>,
        write: impl FnOnce(&mut Output<'o>, &T, At) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let Some(value) = value else {
            self.missing = self.missing.saturating_add(1);
            return Ok(());
        };
        for _ in 0..self.missing {
            self.out.put(&[codes::NULL]);
        }
        self.count = self.count.saturating_add(self.missing).saturating_add(1);
        self.missing = 0;
        write(self.out, value, at)
    }
}

impl<'o> Output<'o> {
    fn fields(
        &mut self,
        at: At,
        write: impl FnOnce(&mut Fields<'_, 'o>) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        self.list_of(at, |out| {
            let mut fields = Fields { out, count: 0, missing: 0 };
            write(&mut fields)?;
            Ok(fields.count)
        })
    }

    /// A map whose keys are strings.
    fn named(&mut self, pairs: &[(alloc::string::String, AmqpValue)], at: At) -> Result<(), EncodeError> {
        self.map_of(at, |out| {
            let depth = deeper(0, at)?;
            for (name, value) in pairs {
                out.string(name, at)?;
                out.value(value, depth, at)?;
            }
            Ok(pairs.len().saturating_mul(2))
        })
    }

    fn any(&mut self, value: &AmqpValue, at: At) -> Result<(), EncodeError> {
        self.value(value, 1, at)
    }

    fn id(&mut self, id: &AmqpId, at: At) -> Result<(), EncodeError> {
        match id {
            AmqpId::String(text) => self.string(text, at),
            AmqpId::Binary(bytes) => self.binary(bytes, at),
            AmqpId::Ulong(number) => {
                self.ulong(*number);
                Ok(())
            }
            AmqpId::Uuid(bytes) => self.value(&AmqpValue::Uuid(*bytes), 1, at),
        }
    }
}
