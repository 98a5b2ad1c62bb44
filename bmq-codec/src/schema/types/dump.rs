//! Dumping messages to a log (reference 7.4, 7.5). No message of the schema holds these: what sends them encodes them by
//! themselves.

use crate::schema::table::*;

schema! {
    /// Starts or stops dumping messages.
    sequence DumpMessages {
        /// Which messages.
        0 msg_type_to_dump "msgTypeToDump": DumpMsgType,
        /// From when or until when.
        1 dump_action_type "dumpActionType": DumpActionType,
        /// How many messages or seconds, where the action counts them.
        2 dump_action_value "dumpActionValue": i32 = 0,
    }

    /// Which messages are dumped.
    enumeration DumpMsgType {
        /// Those that come in.
        E_INCOMING = 0,
        /// Those that go out.
        E_OUTGOING = 1,
        /// PUSH messages.
        E_PUSH = 2,
        /// ACK messages.
        E_ACK = 3,
        /// PUT messages.
        E_PUT = 4,
        /// CONFIRM messages.
        E_CONFIRM = 5,
    }

    /// What is done about dumping.
    enumeration DumpActionType {
        /// It starts.
        E_ON = 0,
        /// It stops.
        E_OFF = 1,
        /// It goes on for a number of messages.
        E_MESSAGE_COUNT = 2,
        /// It goes on for a number of seconds.
        E_TIME_IN_SECONDS = 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Schema;

    #[test]
    fn it_is_encoded_by_the_rules_of_the_reference() {
        let dump = DumpMessages {
            msg_type_to_dump: DumpMsgType::E_PUSH,
            dump_action_type: DumpActionType::E_TIME_IN_SECONDS,
            dump_action_value: 300,
        };
        let mut space = [0; 96];
        let ber = dump.encode_ber(&mut space).unwrap();
        assert_eq!(ber, [0x30, 0x80, 0x80, 1, 2, 0x81, 1, 3, 0x82, 2, 1, 0x2C, 0, 0]);
        assert_eq!(DumpMessages::from_ber(ber), Ok(dump));
        let json = dump.encode_json(&mut space).unwrap();
        let text =
            br#"{"msgTypeToDump":"E_PUSH","dumpActionType":"E_TIME_IN_SECONDS","dumpActionValue":300}"#;
        assert_eq!(json, &text[..]);
        assert_eq!(DumpMessages::from_json(json), Ok(dump));
        assert_eq!(DumpMessages::from_json(b"{}"), Ok(DumpMessages::default()));
    }
}
