//! Counts and lengths.

use super::*;

#[test]
fn hostile_counts_are_refused_before_anything_is_done_for_them() {
    // A million messages in a body of four bytes.
    for opcode in [0x10, 0x11, 0x14, 0x17, 0x18, 0x19, 0x1A, 0x1B, 0x1C, 0xDD] {
        let count = reason(opcode, &1_000_000u32.to_be_bytes());
        assert_eq!(count, Reason::CountTooLarge { count: 1_000_000, fits: 0 }, "{opcode:#x}");
    }
    // One message that says 65,535 headers and has none.
    let body = b"\0\0\0\x01\0\x01q\xFF\xFF\0\0\0\0\0\0\0\0";
    assert_eq!(reason(0x10, body), Reason::CountTooLarge { count: 65_535, fits: 2 });
}

#[test]
fn lists_of_any_length_round_trip() {
    for count in [65_535, 65_536, 70_000, 1_000_001] {
        let results = vec![ErrorCode(0x42); count];
        let bytes = encoded(AckResult { results: results[..].into() });
        let collected = whole(&bytes).collect::<AckResult>(usize::MAX).unwrap();
        assert!(collected.items == results, "{count}");
    }
    for count in [65_535, 65_536, 70_000] {
        let key_stats =
            FairnessKeyStats { key: "k".into(), pending_count: 1, current_deficit: -1, weight: 1 };
        let queue =
            QueueEntry { name: "q".into(), depth: 1, in_flight: 2, active_consumers: 3, leader_node_id: 4 };
        let config = ConfigEntry { key: "k".into(), value: "v".into() };
        let key = ApiKeyEntry {
            key_id: "i".into(),
            name: "n".into(),
            created_at_ms: 1,
            expires_at_ms: 0,
            is_superadmin: true,
        };
        let permission = Permission { kind: "admin".into(), pattern: "*".into() };
        let ok = ErrorCode::Ok;
        let (stats, queues) = (vec![key_stats; count], vec![queue; count]);
        let (entries, keys, permissions) = (vec![config; count], vec![key; count], vec![permission; count]);
        let Message::GetStatsResult(empty) = decodes(0xF8, &[0; 85]) else { panic!() };
        for message in [
            Message::from(GetStatsResult { per_key_stats: stats[..].into(), ..empty }),
            ListQueuesResult { error_code: ok, cluster_node_count: 1, queues: queues[..].into() }.into(),
            ListConfigResult { error_code: ok, entries: entries[..].into() }.into(),
            ListApiKeysResult { error_code: ok, keys: keys[..].into() }.into(),
            SetAcl { key_id: "i".into(), permissions: permissions[..].into() }.into(),
        ] {
            let bytes = encoded(message);
            let (decoded, trailing) = whole(&bytes).decode().unwrap();
            assert!(decoded == message && trailing.is_empty(), "{:?} {count}", message.name());
        }
    }
}

#[test]
fn what_is_too_long_is_an_error_that_names_the_field() {
    let long = "x".repeat(65_536);
    let error = FrameEncoder::default().encoded_len(&GetStats { queue: Str::new(&long) }).unwrap_err();
    assert_eq!(error.to_string(), "fila GetStats.queue: 65536 bytes, at most 65535 can be written");
    assert!(FrameEncoder::default().encoded_len(&GetStats { queue: Str::new(&long[1..]) }).is_ok());
    // A header count beyond u16, and route hints, whose count is u16 as well.
    let pairs = vec![(Str::new(""), Str::new("")); 65_536];
    let error = Error { error_code: ErrorCode::Ok, message: "".into(), metadata: List::new(&pairs) };
    let error = FrameEncoder::default().encoded_len(&error).unwrap_err();
    assert_eq!(error.reason(), EncodeReason::TooManyItems { length: 65_536, maximum: 65_535 });
    let hints = vec![RouteHint { queue: "".into(), leader_node_id: 0, leader_addr: "".into() }; 65_536];
    let result = EnqueueResult { results: List::default(), route_hints: hints[..].into() };
    assert_eq!(FrameEncoder::default().encoded_len(&result).unwrap_err().field(), "route_hints");
    // Shortening is a choice of the caller's.
    let nack =
        NackItem { queue: "q".into(), message_id: Uuid::nil(), error: cut(&long), retry_after_ms: None };
    assert_eq!(nack.error.len(), 65_535);
}

#[test]
fn a_long_body_is_split_and_never_one_frame_over_the_limit() {
    let payload = vec![7; 17 << 20];
    let messages = [EnqueueMessage {
        queue: "q".into(),
        headers: List::default(),
        payload: payload[..].into(),
        fairness_key: None,
        weight: None,
        delay_ms: None,
        idempotency_key: None,
    }];
    let bytes = encoded(Enqueue { messages: messages[..].into() });
    assert_eq!(bytes[..4], 16_777_216u32.to_be_bytes());
    assert_eq!(short(&receive(&bytes, Limits::new(), Feed::Chunks, &[1 << 16])), ["0x10 7"]);
}
