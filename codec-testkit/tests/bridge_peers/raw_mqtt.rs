//! As much of an MQTT 5 connection as is needed to send and get PUBLISH packets as bytes.

use bytes::Bytes;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

pub(crate) struct RawMqtt(TcpStream);

impl RawMqtt {
    /// Connects with a clean start and the client id `raw`.
    pub(crate) fn connect(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut raw = Self(stream);
        raw.send(b"\x10\x10\0\x04MQTT\x05\x02\0\x3c\0\0\x03raw");
        let answer = raw.packet();
        assert_eq!((answer[0], answer[3]), (0x20, 0), "CONNACK: {answer:02x?}");
        raw
    }

    /// Subscribes to one topic at QoS 2, with Subscription Identifier 300.
    pub(crate) fn subscribe(&mut self, topic: &str) {
        let mut inside = b"\0\x01\x03\x0b\xac\x02\0".to_vec();
        inside.push(u8::try_from(topic.len()).unwrap());
        inside.extend_from_slice(topic.as_bytes());
        inside.push(2);
        self.send(&[&[0x82, u8::try_from(inside.len()).unwrap()], &inside[..]].concat());
        let answer = self.packet();
        assert_eq!((answer[0], *answer.last().unwrap()), (0x90, 2), "SUBACK: {answer:02x?}");
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).unwrap();
    }

    /// The next packet, whole.
    pub(crate) fn packet(&mut self) -> Bytes {
        let mut packet = Vec::new();
        let (mut length, mut shift) = (0, 0);
        self.read(&mut packet, 1);
        loop {
            self.read(&mut packet, 1);
            let byte = *packet.last().unwrap();
            length |= usize::from(byte & 0x7F) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        self.read(&mut packet, length);
        packet.into()
    }

    fn read(&mut self, into: &mut Vec<u8>, count: usize) {
        let before = into.len();
        into.resize(before + count, 0);
        self.0.read_exact(&mut into[before..]).unwrap();
    }
}
