//! `Debug` of what holds payloads or bodies: lengths in place of their bytes, which may be secret and are long.

use crate::build::{Buffer, EventBuilder, ItemsBuilder, NewPush, NewPut};
use crate::event::Body;
use crate::items::Item;
use crate::message::{AppData, Kind};
use crate::options::MessageOption;
use crate::properties::NewProperty;
use core::fmt;

/// Bytes that are not shown.
pub(crate) struct Hidden<'a>(pub(crate) &'a [u8]);

impl fmt::Debug for Hidden<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{} bytes>", self.0.len())
    }
}

impl fmt::Debug for AppData<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain { properties, payload } => f
                .debug_struct("Plain")
                .field("properties", properties)
                .field("payload", &Hidden(payload))
                .finish(),
            Self::Zlib { properties, deflated, offset } => f
                .debug_struct("Zlib")
                .field("properties", properties)
                .field("deflated", &Hidden(deflated))
                .field("offset", offset)
                .finish(),
            Self::ZlibWithProperties { deflated, offset, style } => f
                .debug_struct("ZlibWithProperties")
                .field("deflated", &Hidden(deflated))
                .field("offset", offset)
                .field("style", style)
                .finish(),
        }
    }
}

impl fmt::Debug for Body<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut one = |name: &str, value: &dyn fmt::Debug| f.debug_tuple(name).field(value).finish();
        match self {
            Self::Control(schema) => one("Control", schema),
            Self::Put(messages) => one("Put", messages),
            Self::Confirm(items) => one("Confirm", items),
            Self::Push(messages) => one("Push", messages),
            Self::Ack(items) => one("Ack", items),
            Self::ClusterState(body) => one("ClusterState", body),
            Self::Elector(schema) => one("Elector", schema),
            Self::Storage(body) => one("Storage", body),
            Self::Recovery(body) => one("Recovery", body),
            Self::PartitionSync(body) => one("PartitionSync", body),
            Self::HeartbeatReq => f.write_str("HeartbeatReq"),
            Self::HeartbeatRsp => f.write_str("HeartbeatRsp"),
            Self::Reject(items) => one("Reject", items),
            Self::ReplicationReceipt(body) => one("ReplicationReceipt", body),
            Self::Authentication(schema) => one("Authentication", schema),
            Self::Unknown(body) => one("Unknown", &Hidden(body)),
        }
    }
}

impl fmt::Debug for MessageOption<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut one = |name: &str, value: &dyn fmt::Debug| f.debug_tuple(name).field(value).finish();
        match self {
            Self::SubQueueInfosPacked(rda) => one("SubQueueInfosPacked", rda),
            Self::SubQueueInfos(infos) => one("SubQueueInfos", infos),
            Self::SubQueueIdsOld(infos) => one("SubQueueIdsOld", infos),
            Self::MsgGroupId(id) => one("MsgGroupId", &Hidden(id)),
            Self::Unknown(view) => one("Unknown", view),
        }
    }
}

/// As a [`Property`](crate::Property) that was read is shown.
impl fmt::Debug for NewProperty<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.name.escape_ascii(), self.value)
    }
}

impl fmt::Debug for NewPut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewPut")
            .field("queue_id", &self.queue_id)
            .field("id", &self.id)
            .field("flags", &self.flags)
            .field("schema_id", &self.schema_id)
            .field("options", &self.options)
            .field("properties", &self.properties)
            .field("payload", &Hidden(self.payload))
            .field("crc32c", &self.crc32c)
            .finish()
    }
}

impl fmt::Debug for NewPush<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewPush")
            .field("queue_id", &self.queue_id)
            .field("guid", &self.guid)
            .field("flags", &self.flags)
            .field("schema_id", &self.schema_id)
            .field("options", &self.options)
            .field("properties", &self.properties)
            .field("payload", &Hidden(self.payload))
            .finish()
    }
}

impl<B: Buffer, K: Kind> fmt::Debug for EventBuilder<B, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventBuilder")
            .field("kind", &K::NAME)
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}

impl<B: Buffer, T: Item> fmt::Debug for ItemsBuilder<B, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemsBuilder").field("len", &self.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
#[cfg(feature = "alloc")]
mod tests {
    use super::*;
    use crate::compression::Inflater;
    use crate::{Event, EventHeader, EventType};
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    /// As derived `Debug` shows it.
    const PAYLOAD: &[u8] = b"secret";
    const DERIVED: &str = "115, 101, 99";

    fn check(texts: &[String]) {
        for text in texts {
            assert!(!text.contains(DERIVED) && !text.contains("secret"), "{text}");
            assert!(["bytes>", "len", "left"].iter().any(|length| text.contains(length)), "{text}");
        }
    }

    #[test]
    fn payloads_are_shown_by_their_length() {
        let new = NewPut { payload: PAYLOAD, ..NewPut::default() };
        let push = NewPush { payload: PAYLOAD, ..NewPush::default() };
        let mut event = EventBuilder::put(Vec::new());
        event.push(&new).unwrap();
        check(&[format!("{new:?}"), format!("{push:?}"), format!("{event:?}")]);
        let bytes = event.into_buffer();
        let Body::Put(mut messages) = Event::decode(&bytes).unwrap().body().unwrap() else { panic!() };
        let message = messages.next().unwrap().unwrap();
        let mut inflater = Inflater::new();
        let contents = format!("{:?}", message.contents(&mut inflater, 100).unwrap());
        let read = format!("{:?}", message.read(None, &mut inflater, 100, &mut |_| {}).unwrap());
        check(&[format!("{message:?}"), format!("{:?}", message.app().unwrap()), contents, read]);
    }

    #[test]
    fn bodies_are_shown_by_their_length() {
        for event_type in [EventType::STORAGE, EventType::RECOVERY, EventType(20), EventType::CONTROL] {
            let mut bytes = EventHeader::new(event_type, 14).to_bytes().to_vec();
            bytes.extend(PAYLOAD);
            let event = Event::decode(&bytes).unwrap();
            check(&[format!("{:?}", event.body().unwrap())]);
        }
    }

    #[test]
    fn iterators_and_options_are_shown_by_their_length() {
        // CONFIRM, whose GUIDs are made of the payload.
        let mut body = [0; 52];
        body[0] = 0x16;
        body[8..14].copy_from_slice(PAYLOAD);
        let items = crate::Confirms::decode(&body, 8).unwrap();
        check(&[format!("{:?}", items.iter())]);
        let mut event = ItemsBuilder::new(Vec::new());
        items.iter().for_each(|item| event.push(&item).unwrap());
        check(&[format!("{event:?}")]);
        // A message group id, and entries of the payload's bytes.
        let bytes = [&[0x08, 0, 0, 3][..], PAYLOAD, &[2, 2], &[0x0C, 0x40, 0, 3], PAYLOAD, &[0, 0]].concat();
        for option in crate::Options::new(&bytes, 0, crate::Strictness::Official) {
            match option.unwrap().value().unwrap() {
                MessageOption::SubQueueInfos(crate::SubQueueInfos::Encoded(infos)) => {
                    check(&[format!("{infos:?}")]);
                }
                value => check(&[format!("{value:?}")]),
            }
        }
        // An array, in either encoding.
        let subscriptions = [crate::schema::Subscription {
            expression: crate::schema::Expression { text: "secret".into(), ..Default::default() },
            ..Default::default()
        }];
        let parameters =
            crate::schema::StreamParameters { subscriptions: subscriptions[..].into(), ..Default::default() };
        let mut space = [0; 200];
        for encoding in [crate::EncodingType::BER, crate::EncodingType::JSON] {
            use crate::schema::{Schema, StreamParameters};
            let encoded = &*parameters.encode(encoding, &mut space).unwrap();
            let read = match encoding {
                crate::EncodingType::JSON => StreamParameters::from_json(encoded),
                _ => StreamParameters::from_ber(encoded),
            };
            let text = format!("{:?}", read.unwrap().subscriptions.iter());
            assert_eq!(text, "Iter { left: 1, .. }");
        }
    }

    #[cfg(feature = "arbitrary")]
    #[test]
    fn what_is_drawn_is_shown_by_its_length() {
        use crate::generate::{AnyEvent, AnyMessage, AnyOption, AnyValue};
        let message = AnyMessage {
            queue_id: 1,
            id: crate::MessageGuid::UNSET,
            flags: 0,
            schema_id: crate::SchemaId(1),
            options: [AnyOption::GroupId(PAYLOAD.into())].into(),
            properties: [(b"p".to_vec(), AnyValue::Binary(PAYLOAD.into()))].into(),
            payload: PAYLOAD.into(),
            compress: false,
        };
        let option = format!("{:?}", AnyOption::GroupId(PAYLOAD.into()));
        let event = AnyEvent::Carried(EventType::STORAGE, PAYLOAD.into());
        let schema = AnyEvent::Schema(EventType::CONTROL, crate::EncodingType::BER, PAYLOAD.into());
        check(&[format!("{message:?}"), option, format!("{event:?}"), format!("{schema:?}")]);
    }
}
