//! PUBLISH packets.

use super::hex;
use bridge_codec::{
    Code, Counter, MqttPacket, MqttPacketError, MqttPublish, MqttReceiver, PoisonClass, Settle, Timestamp,
    mqtt::packet_len, mqtt_to_envelope,
};
use std::num::NonZeroU16;

fn decode(bytes: &[u8]) -> Result<MqttPacket, MqttPacketError> {
    MqttPacket::decode(&bytes.to_vec().into())
}

fn publish() -> MqttPublish {
    MqttPublish { topic: "t".into(), payload: "x".into(), ..MqttPublish::default() }
}

/// A packet of QoS 0 with topic `t`, these properties, and no payload.
fn with_properties(properties: &[u8]) -> Vec<u8> {
    let mut inside = hex("0001 74");
    put_integer(properties.len(), &mut inside);
    inside.extend(properties);
    let mut packet = vec![0x30];
    put_integer(inside.len(), &mut packet);
    packet.extend(inside);
    packet
}

fn put_integer(mut number: usize, out: &mut Vec<u8>) {
    while number > 127 {
        out.push(u8::try_from(number % 128).unwrap() | 128);
        number /= 128;
    }
    out.push(u8::try_from(number).unwrap());
}

/// The packet of the notes on the bridge: QoS 1, expiry 0, correlation, the same name twice.
#[test]
fn the_known_packet() {
    let bytes = hex(
        "32 1f  0001 74  0001  18  02 00000000  09 0002 00ff  26 0001 6b 0001 31  26 0001 6b 0001 32  78",
    );
    let packet = MqttPacket {
        publish: MqttPublish {
            qos: 1,
            user_properties: vec![("k".into(), "1".into()), ("k".into(), "2".into())],
            correlation_data: Some(vec![0, 255].into()),
            message_expiry_interval: Some(0),
            ..publish()
        },
        packet_id: NonZeroU16::new(1),
        ..MqttPacket::default()
    };
    assert_eq!(packet.encode().unwrap(), bytes);
    assert_eq!(packet_len(&packet.publish), bytes.len());
    assert_eq!(decode(&bytes), Ok(packet));
}

#[test]
fn every_property_and_flag() {
    let packet = MqttPacket {
        publish: MqttPublish {
            topic: "å/b".into(),
            qos: 2,
            retain: true,
            payload: Vec::new().into(),
            user_properties: vec![("".into(), "".into()), ("b".into(), "1".into()), ("a".into(), "2".into())],
            correlation_data: Some(Vec::new().into()),
            content_type: Some("c".into()),
            response_topic: Some("r".into()),
            message_expiry_interval: Some(u32::MAX),
        },
        dup: true,
        packet_id: NonZeroU16::new(0xFFFF),
        payload_is_text: Some(true),
        topic_alias: NonZeroU16::new(7),
        subscription_identifiers: vec![1, 268_435_455, 128],
    };
    let bytes = hex("3d 3b  0004 c3a52f62  ffff  32  01 01  02 ffffffff  03 0001 63  08 0001 72  09 0000 \
         0b 01  0b ffffff7f  0b 8001  23 0007  26 0000 0000  26 0001 62 0001 31  26 0001 61 0001 32");
    assert_eq!(packet.encode().unwrap(), bytes);
    assert_eq!(decode(&bytes).as_ref(), Ok(&packet));
    // An alias may stand for the topic.
    let alias = MqttPacket {
        publish: MqttPublish { payload: "x".into(), ..MqttPublish::default() },
        topic_alias: NonZeroU16::new(1),
        ..MqttPacket::default()
    };
    assert_eq!(alias.encode().unwrap(), hex("30 07 0000 03 230001 78"));
    assert_eq!(decode(&hex("30 07 0000 03 230001 78")), Ok(alias));
}

/// Other orders of properties mean the same; of user properties the order stays.
#[test]
fn properties_come_in_any_order() {
    let read =
        decode(&with_properties(&hex("26 0001 62 0001 31  02 00000005  26 0001 61 0001 32  01 00"))).unwrap();
    assert_eq!(read.publish.message_expiry_interval, Some(5));
    assert_eq!(read.payload_is_text, Some(false));
    assert_eq!(read.publish.user_properties, [("b".into(), "1".into()), ("a".into(), "2".into())]);
    assert_eq!(
        read.encode().unwrap(),
        with_properties(&hex("01 00  02 00000005  26 0001 62 0001 31  26 0001 61 0001 32"))
    );
}

#[test]
fn broken_packets_close_the_connection() {
    for (bytes, text) in [
        ("", "at byte 0: the packet ends early"),
        ("20 02 0000", "at byte 0: is no PUBLISH packet"),
        ("36 06 0001 74 0001 00", "at byte 0: QoS is 3"),
        ("38 04 0001 74 00", "at byte 0: DUP is set at QoS 0"),
        ("30 ffffffff7f", "at byte 1: a length has more than four bytes"),
        ("30 05 0001 74 00", "at byte 1: the remaining length is not that of the packet"),
        ("30 03 0001 74 00", "at byte 1: the remaining length is not that of the packet"),
        ("30 03 0005 74", "at byte 4: the packet ends early"),
        ("30 03 0001 74", "at byte 5: the packet ends early"),
        ("32 06 0001 74 0000 00", "at byte 5: the Packet Identifier is 0"),
        ("30 04 0001 74 01", "at byte 5: the properties are longer than the packet"),
        ("30 04 0001 ff 00", "at byte 4: is not UTF-8"),
        ("30 04 0001 00 00", "at byte 4: has U+0000"),
        ("30 03 0000 00", "at byte 2: has neither topic nor Topic Alias"),
        ("30 04 0001 23 00", "at byte 2: the topic has a wildcard"),
    ] {
        let error = decode(&hex(bytes)).unwrap_err();
        assert!(matches!(error, MqttPacketError::Malformed { .. }));
        assert_eq!(error.to_string(), format!("mqtt PUBLISH {text}"), "{bytes}");
    }
    for (properties, text) in [
        ("24 01", "at byte 6: is no property of a PUBLISH"),
        ("02 0000", "at byte 9: the packet ends early"),
        ("01 02", "at byte 2: a property is wrong or there twice"),
        ("01 00 01 00", "at byte 2: a property is wrong or there twice"),
        ("02 00000001 02 00000001", "at byte 2: a property is wrong or there twice"),
        ("03 0000 03 0000", "at byte 2: a property is wrong or there twice"),
        ("0b 00", "at byte 2: a property is wrong or there twice"),
        ("0b 80808080 01", "at byte 7: a length has more than four bytes"),
        ("23 0000", "at byte 2: a property is wrong or there twice"),
        ("08 0001 2b", "at byte 2: the Response Topic is empty or has a wildcard"),
        ("26 0001 6b 0001 00", "at byte 12: has U+0000"),
        ("26 0001 6b 0002 c328", "at byte 12: is not UTF-8"),
        ("26 0001 6b 0009 00", "at byte 12: the packet ends early"),
    ] {
        let error = decode(&with_properties(&hex(properties))).unwrap_err();
        assert_eq!(error.to_string(), format!("mqtt PUBLISH {text}"), "{properties}");
    }
}

/// 128 user properties are read, and one more is dropped without being collected; so is too much metadata.
#[test]
fn poison_is_known_before_it_is_collected() {
    let property = hex("26 0001 6b 0001 76");
    let read = decode(&with_properties(&property.repeat(128))).unwrap();
    assert_eq!(read.publish.user_properties.len(), 128);
    let Err(MqttPacketError::Poison { poison, packet_id: None }) =
        decode(&with_properties(&property.repeat(129)))
    else {
        panic!()
    };
    assert_eq!((poison.class, poison.settle), (PoisonClass::UserProperties, Settle::Acked));
    assert_eq!(poison.counter, Counter::MqttIngressPoisonDropped);

    let long = [&hex("26 0001 6b ffff")[..], &[b'v'; 65_535]].concat();
    let Err(MqttPacketError::Poison { poison, .. }) = decode(&with_properties(&long.repeat(2))) else {
        panic!()
    };
    assert_eq!(poison.class, PoisonClass::Metadata);
    assert!(decode(&with_properties(&long)).is_ok());
    // The topic of one byte, 13 bytes, and five for each subscription identifier: 131,072 are read.
    let identifiers = |count: usize| decode(&with_properties(&hex("0b 01").repeat(count)));
    assert!(identifiers((131_072 - 14) / 5).is_ok());
    let Err(MqttPacketError::Poison { poison, .. }) = identifiers((131_072 - 14) / 5 + 1) else { panic!() };
    assert_eq!(poison.class, PoisonClass::Metadata);
    // At QoS 1 the error has what must be acknowledged.
    let mut packet = with_properties(&property.repeat(129));
    packet[0] = 0x32;
    packet.splice(6..6, [0x12, 0x34]);
    packet[1] += 2;
    let Err(MqttPacketError::Poison { packet_id, .. }) = decode(&packet) else { panic!() };
    assert_eq!(packet_id, NonZeroU16::new(0x1234));
}

#[test]
fn what_no_broker_would_take_is_refused_before_it_is_sent() {
    let long = "a".repeat(65_536);
    let packet = |publish| MqttPacket::from(publish);
    let cases = [
        (packet(MqttPublish { topic: long.clone(), ..publish() }), Code::PayloadTooLarge),
        (
            packet(MqttPublish { user_properties: vec![("k".into(), long.as_str().into())], ..publish() }),
            Code::PayloadTooLarge,
        ),
        (
            packet(MqttPublish { correlation_data: Some(long.clone().into()), ..publish() }),
            Code::PayloadTooLarge,
        ),
        (packet(MqttPublish { content_type: Some("a\0".into()), ..publish() }), Code::InvalidPayload),
        (
            packet(MqttPublish { user_properties: vec![(vec![0xFF].into(), "".into())], ..publish() }),
            Code::InvalidPayload,
        ),
        (
            packet(MqttPublish { user_properties: vec![("k".into(), "\0".into())], ..publish() }),
            Code::InvalidPayload,
        ),
        (packet(MqttPublish { topic: String::new(), ..publish() }), Code::InvalidTopic),
        (packet(MqttPublish { topic: "a/+".into(), ..publish() }), Code::InvalidTopic),
        (packet(MqttPublish { response_topic: Some("#".into()), ..publish() }), Code::InvalidTopic),
        (packet(MqttPublish { response_topic: Some(String::new()), ..publish() }), Code::InvalidTopic),
        (packet(MqttPublish { qos: 3, ..publish() }), Code::InvalidConfig),
        (packet(MqttPublish { qos: 1, ..publish() }), Code::InvalidConfig),
        (MqttPacket { dup: true, ..packet(publish()) }, Code::InvalidConfig),
        (MqttPacket { packet_id: NonZeroU16::new(1), ..packet(publish()) }, Code::InvalidConfig),
        (MqttPacket { subscription_identifiers: vec![0], ..packet(publish()) }, Code::InvalidConfig),
        (
            MqttPacket { subscription_identifiers: vec![268_435_456], ..packet(publish()) },
            Code::InvalidConfig,
        ),
    ];
    // What is not UTF-8 counts as what has U+0000 does.
    let bytes = MqttPublish { user_properties: vec![(vec![0xFF].into(), "".into())], ..publish() };
    let error = packet(bytes).encode().unwrap_err();
    assert_eq!(
        (error.counter(), error.to_string().contains("is not UTF-8")),
        (Some(Counter::MqttEgressRejected), true)
    );
    for (packet, code) in cases {
        assert_eq!(packet.encode().map_err(|error| error.code()), Err(code), "{packet:?}");
    }
    // The longest fields are sent whole.
    let longest = packet(MqttPublish { content_type: Some("a".repeat(65_535)), ..publish() });
    assert_eq!(decode(&longest.encode().unwrap()), Ok(longest));
    let huge = packet(MqttPublish { payload: vec![0; 268_435_455].into(), ..publish() });
    assert_eq!(huge.encode().unwrap_err().code(), Code::PayloadTooLarge);
}

/// Payloads are not copied, and a packet goes into the envelope as the table says.
#[test]
fn a_packet_becomes_an_envelope() {
    let bytes: bytes::Bytes = hex("30 0d 0001 74 07 26 0001 6b 0001 76 7879").into();
    let packet = MqttPacket::decode(&bytes).unwrap();
    assert_eq!(packet.publish.payload.as_ptr(), bytes[13..].as_ptr());
    let id = || bridge_codec::Identity::new("fresh").unwrap();
    let got =
        mqtt_to_envelope(packet.publish, &MqttReceiver::default(), Timestamp::from_millis(0), id).unwrap();
    assert_eq!((&*got.value.payload, got.value.headers.text("k")), (&b"xy"[..], Some("v")));
}

#[test]
fn damaged_packets_are_errors_or_packets() {
    let whole = hex("3d 3b  0004 c3a52f62  ffff  32  01 01  02 ffffffff  03 0001 63  08 0001 72  09 0000 \
         0b 01  0b ffffff7f  0b 8001  23 0007  26 0000 0000  26 0001 62 0001 31  26 0001 61 0001 32");
    for len in 0..whole.len() {
        assert!(decode(&whole[..len]).is_err());
    }
    for place in 0..whole.len() {
        for value in 0..=255 {
            let mut changed = whole.clone();
            changed[place] = value;
            if let Ok(packet) = decode(&changed) {
                assert_eq!(decode(&packet.encode().unwrap()), Ok(packet));
            }
        }
    }
}
