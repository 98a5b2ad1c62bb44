//! Events between brokers: problems by number, and golden events built from their fields.

use super::*;

/// Problem 4, and the layouts from golden bytes.
#[test]
fn messages_between_brokers_that_do_not_move_on_are_refused() {
    for (kind, header) in [
        (EventType::STORAGE, "0000000{w} 1{h}010003 00001234"),
        (EventType::PARTITION_SYNC, "0000000{w} 1{h}010003 00001234"),
        (EventType::RECOVERY, "0000000{w} 00{h}10003 00001234 00000000000000000000000000000000"),
    ] {
        let words = if kind == EventType::RECOVERY { 7 } else { 3 };
        for (message_words, header_words, good) in [
            (0, words, false),
            (1, words, false),
            (words - 1, words, false),
            (words, words, true),
            (words, 0, false),
            (words, 1, false),
            (words + 1, words, false),
        ] {
            let header =
                header.replace("{w}", &message_words.to_string()).replace("{h}", &header_words.to_string());
            let body = hex(&header);
            let length = u8::try_from(8 + body.len()).unwrap();
            let bytes = [&[0, 0, 0, length, 0x40 | kind.0, 2, 0, 0][..], &body].concat();
            let steps = match Event::decode(&bytes).unwrap().body().unwrap() {
                Body::Storage(all) | Body::PartitionSync(all) => {
                    all.map(|one| one.map(|_| ())).collect::<Vec<_>>()
                }
                Body::Recovery(all) => all.map(|one| one.map(|_| ())).collect(),
                other => panic!("{other:?}"),
            };
            let case = format!("{kind} {message_words} {header_words}: {steps:?}");
            assert_eq!(steps.len(), 1, "{case}");
            assert_eq!(steps[0].is_ok(), good, "{case}");
            if let Err(error) = steps[0] {
                assert_eq!(error.reason().name(), "bad_length", "{case}");
            }
        }
    }
}

/// Problem 18.
#[test]
fn lengths_of_ledger_records_are_added_in_64_bits() {
    let record = |words: &str| hex(&format!("82000000 {words} {} 30800000", "00".repeat(24)));
    for (words, reason) in [("00000000", "bad_length"), ("00000001", "bad_length"), ("0fffffff", "truncated")]
    {
        let body = record(words);
        let length = u8::try_from(8 + body.len()).unwrap();
        let bytes = [&[0, 0, 0, length, 0x46, 2, 0, 0][..], &body].concat();
        assert_eq!(named(Event::decode(&bytes).unwrap().body()).err(), Some(reason), "{words}");
    }
    let message = ClusterMessage::from(StateNotification::from(LeaderPassive {}));
    let record = NewClusterStateRecord {
        record_type: ClusterStateRecordType::COMMIT,
        elector_term: 1,
        sequence_number: 2,
        timestamp: 3,
        message,
    };
    let mut out = Vec::new();
    cluster_state_event(&mut out, &record).unwrap();
    // The header and the BER are from the reference; the CRC is over both.
    let head = "83000000 00000007 0000000000000001 0000000000000002 0000000000000003";
    let ber = "3080 a080 b780 a080 a080 0000 0000 0000 0000 0000 0404 0404";
    let expected = [hex(head), hex(ber)].concat();
    let crc = codec_common::crc::crc32c(&expected);
    assert_eq!(out[8..], [&expected[..], &crc.to_be_bytes()].concat());
    out[50] ^= 1;
    let Body::ClusterState(record) = Event::decode(&out).unwrap().body().unwrap() else { panic!() };
    assert_eq!(record.crc_fault().unwrap().reason().name(), "checksum");
}

#[test]
fn golden_events_between_brokers_are_built_from_their_fields() {
    let receipt =
        ReplicationReceipt { partition_id: 3, sequence_number: 0x01_0203_0405, primary_lease_id: 5 };
    let mut out = Vec::new();
    replication_receipt_event(&mut out, &receipt).unwrap();
    let mut elector = Vec::new();
    let vote = ScoutingResponse { will_vote: true };
    elector_event(&mut elector, &ElectorMessage { term: 1, choice: vote.into() }).unwrap();
    assert_eq!(elector[8..], hex("3080 800101 a180 a680 800101 0000 0000 0000 0202"));
    let Some(folder) = beside("bmq/golden") else { return };
    assert_eq!(out, read(&folder.join("receipt.bin")));
    let bytes = read(&folder.join("storage_multi.bin"));
    let Body::Storage(messages) = Event::decode(&bytes).unwrap().body().unwrap() else { panic!() };
    let mut event = bmq_codec::build::StorageBuilder::new(Vec::new());
    for message in messages {
        let message = message.unwrap();
        assert_eq!((message.storage_protocol_version(), message.partition_id()), (1, 3));
        event
            .push(&bmq_codec::interbroker::NewStorage {
                flags: message.flags(),
                message_type: message.message_type(),
                partition_id: message.partition_id(),
                journal_offset_words: message.journal_offset_words(),
                payload: message.payload(),
            })
            .unwrap();
    }
    assert_eq!(event.finish(), bytes);
}
