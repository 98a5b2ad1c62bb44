//! Sections that are read and written again, by this project and by `fe2o3-amqp-types`: the modules in `examples` hold one
//! of them each, so that their sizes can be compared.

use bridge_codec::{AmqpSections, Limits};
use fe2o3_amqp_types::messaging::message::__private::{Deserializable, Serializable};
use fe2o3_amqp_types::messaging::{Body, Message};
use serde_amqp::Value;

/// The length of the sections when they are written again; 0 where they cannot be read.
pub fn own(bytes: Vec<u8>) -> usize {
    let read = AmqpSections::decode(&bytes.into(), &Limits::default()).ok();
    read.and_then(|sections| sections.encode().ok()).map_or(0, |bytes| bytes.len())
}

/// The same by `fe2o3-amqp-types`.
pub fn fe2o3(bytes: Vec<u8>) -> usize {
    let read = serde_amqp::from_slice::<Deserializable<Message<Body<Value>>>>(&bytes).ok();
    read.and_then(|message| serde_amqp::to_vec(&Serializable(message.0)).ok()).map_or(0, |bytes| bytes.len())
}

#[cfg(test)]
mod tests {
    #[test]
    fn both_read_and_write() {
        // A data section of one byte.
        let sections = vec![0x00, 0x53, 0x75, 0xA0, 1, 7];
        assert_eq!((super::own(sections.clone()), super::fe2o3(sections)), (6, 6));
        assert_eq!((super::own(vec![9]), super::fe2o3(vec![9])), (0, 0));
    }
}
