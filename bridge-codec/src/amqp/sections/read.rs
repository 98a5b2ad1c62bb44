//! Sections off the wire.

use alloc::{string::String, vec::Vec};
use bytes::Bytes;
use codec_common::{At, DecodeError, Limits, Reader, Reason, Rule};

use super::fields::Fields;
use super::names::{self, Section};
use super::read_value::{Source, symbol};
use super::{AmqpAnnotations, AmqpSections, codes};
use crate::{AmqpBody, AmqpHeader, AmqpProperties, AmqpValue};

static DESCRIPTOR: Rule = Rule("a section begins with its descriptor");
static NO_SECTION: Rule = Rule("is no section of a message");
static ORDER: Rule = Rule("is a section out of order");
static LIST: Rule = Rule("must be a list");
static MAP: Rule = Rule("must be a map");
static BINARY: Rule = Rule("must be binary");
static NAME: Rule = Rule("a name must be a string");

impl AmqpSections {
    /// Reads the sections of a message: what the transfers of a delivery carry, put together.
    ///
    /// Every legal encoding is taken, descriptors as numbers and as symbols; payloads are slices of `bytes`. A message
    /// without a body is taken too, as some peers leave out an empty one. Of the limits `max_message`, `max_depth` and
    /// `max_items` count; nesting never goes beyond [`MAX_DEPTH`](super::MAX_DEPTH).
    ///
    /// # Errors
    /// What is no section or not of its type; sections out of order or twice; `too_deep`; `count_too_large`.
    pub fn decode(bytes: &Bytes, limits: &Limits) -> Result<Self, DecodeError> {
        if bytes.len() > limits.max_message() {
            let clamp = |length| u32::try_from(length).unwrap_or(u32::MAX);
            let reason = Reason::TooLong { length: clamp(bytes.len()), maximum: clamp(limits.max_message()) };
            return Err(DecodeError::new(reason, 0, &names::MESSAGE));
        }
        let mut source = Source::new(bytes, limits);
        let mut reader = Reader::new(bytes);
        let mut sections = Self::default();
        let mut last = None;
        while !reader.is_empty() {
            let offset = reader.offset();
            let section = descriptor(&mut reader)?;
            if last.is_some_and(|last| !follows(last, section)) {
                return Err(DecodeError::bad_value(section.code().into(), &ORDER, offset, section.at()));
            }
            last = Some(section);
            sections.read(section, &mut source, &mut reader)?;
        }
        Ok(sections)
    }

    fn read<'b>(
        &mut self,
        section: Section,
        source: &mut Source<'b>,
        reader: &mut Reader<'b>,
    ) -> Result<(), DecodeError> {
        let message = &mut self.message;
        match section {
            Section::Header => message.header = Some(header(source, reader)?),
            Section::DeliveryAnnotations => {
                self.delivery_annotations = Some(annotations(section, source, reader)?);
            }
            Section::MessageAnnotations => {
                self.message_annotations = Some(annotations(section, source, reader)?);
            }
            Section::Properties => message.properties = Some(properties(source, reader)?),
            Section::ApplicationProperties => {
                message.application_properties = Some(application_properties(source, reader)?);
            }
            Section::Data => {
                let code = expect(&[codes::BINARY_8, codes::BINARY_32], &BINARY, reader, section.at())?;
                let bytes = source.binary(code, reader, section.at())?;
                match &mut message.body {
                    Some(AmqpBody::Data(parts)) => parts.push(bytes),
                    body => *body = Some(AmqpBody::Data([bytes].into())),
                }
            }
            Section::Sequence => {
                let code = expect(LISTS, &LIST, reader, section.at())?;
                let list = source.compound(code, reader, section.at())?;
                let items = source.items(list, 1, section.at())?;
                match &mut message.body {
                    Some(AmqpBody::Sequence(parts)) => parts.push(items),
                    body => *body = Some(AmqpBody::Sequence([items].into())),
                }
            }
            Section::Value => {
                message.body = Some(AmqpBody::Value(source.value(reader, 0, section.at())?));
            }
            Section::Footer => self.footer = Some(annotations(section, source, reader)?),
        }
        Ok(())
    }
}

/// Whether a section may stand behind another one.
fn follows(last: Section, next: Section) -> bool {
    match (last, next) {
        (Section::Data, Section::Data) | (Section::Sequence, Section::Sequence) => true,
        _ if last.is_body() && next.is_body() => false,
        _ => next > last,
    }
}

/// The descriptor of a section: a number or a symbol.
fn descriptor(reader: &mut Reader<'_>) -> Result<Section, DecodeError> {
    let at = &names::MESSAGE;
    expect(&[codes::DESCRIBED], &DESCRIPTOR, reader, at)?;
    let offset = reader.offset();
    let code = reader.u8(at)?;
    let section = match code {
        codes::SMALL_ULONG => Section::of_code(reader.u8(at)?.into()),
        codes::ULONG => Section::of_code(reader.u64(at)?),
        codes::SYMBOL_8 | codes::SYMBOL_32 => Section::of_symbol(symbol(code, reader, at)?.as_bytes()),
        _ => None,
    };
    section.ok_or_else(|| DecodeError::bad_value(code.into(), &NO_SECTION, offset, at))
}

const LISTS: &[u8] = &[codes::LIST_0, codes::LIST_8, codes::LIST_32];

/// One of these format codes.
fn expect(known: &[u8], rule: &'static Rule, reader: &mut Reader<'_>, at: At) -> Result<u8, DecodeError> {
    let offset = reader.offset();
    let code = reader.u8(at)?;
    if known.contains(&code) { Ok(code) } else { Err(DecodeError::bad_value(code.into(), rule, offset, at)) }
}

fn fields<'b>(
    section: Section,
    source: &Source<'b>,
    reader: &mut Reader<'b>,
) -> Result<Fields<'b>, DecodeError> {
    let code = expect(LISTS, &LIST, reader, section.at())?;
    Ok(Fields::new(source.compound(code, reader, section.at())?))
}

fn header<'b>(source: &mut Source<'b>, reader: &mut Reader<'b>) -> Result<AmqpHeader, DecodeError> {
    let mut fields = fields(Section::Header, source, reader)?;
    let header = AmqpHeader {
        durable: fields.boolean(source, &names::DURABLE)?,
        priority: fields.ubyte(source, &names::PRIORITY)?,
        ttl: fields.uint(source, &names::TTL)?,
        first_acquirer: fields.boolean(source, &names::FIRST_ACQUIRER)?,
        delivery_count: fields.uint(source, &names::DELIVERY_COUNT)?,
    };
    fields.finish(Section::Header.at())?;
    Ok(header)
}

fn properties<'b>(source: &mut Source<'b>, reader: &mut Reader<'b>) -> Result<AmqpProperties, DecodeError> {
    let mut fields = fields(Section::Properties, source, reader)?;
    let properties = AmqpProperties {
        message_id: fields.id(source, &names::MESSAGE_ID)?,
        user_id: fields.binary(source, &names::USER_ID)?,
        to: fields.text(source, &names::TO)?,
        subject: fields.text(source, &names::SUBJECT)?,
        reply_to: fields.text(source, &names::REPLY_TO)?,
        correlation_id: fields.id(source, &names::CORRELATION_ID)?,
        content_type: fields.symbol(source, &names::CONTENT_TYPE)?,
        content_encoding: fields.symbol(source, &names::CONTENT_ENCODING)?,
        absolute_expiry_time: fields.time(source, &names::ABSOLUTE_EXPIRY_TIME)?,
        creation_time: fields.time(source, &names::CREATION_TIME)?,
        group_id: fields.text(source, &names::GROUP_ID)?,
        group_sequence: fields.uint(source, &names::GROUP_SEQUENCE)?,
        reply_to_group_id: fields.text(source, &names::REPLY_TO_GROUP_ID)?,
    };
    fields.finish(Section::Properties.at())?;
    Ok(properties)
}

fn annotations<'b>(
    section: Section,
    source: &mut Source<'b>,
    reader: &mut Reader<'b>,
) -> Result<AmqpAnnotations, DecodeError> {
    let code = expect(&[codes::MAP_8, codes::MAP_32], &MAP, reader, section.at())?;
    let map = source.compound(code, reader, section.at())?;
    source.pairs(map, 1, section.at())
}

fn application_properties<'b>(
    source: &mut Source<'b>,
    reader: &mut Reader<'b>,
) -> Result<Vec<(String, AmqpValue)>, DecodeError> {
    let section = Section::ApplicationProperties;
    let offset = reader.offset();
    let pairs = annotations(section, source, reader)?.into_iter();
    let named = pairs.map(|(name, value)| match name {
        AmqpValue::String(name) => Ok((name, value)),
        _ => Err(DecodeError::bad_value(0, &NAME, offset, section.at())),
    });
    named.collect()
}
