//! Where the specification is silent or contradicts itself: what was decided (README of fila-codec), case by case.

use codec_common::{EncodeReason, Limits, List, Reason, Str, Uuid};
use codec_testkit::fila::drive::{Event, Failure, Feed, receive};
use codec_testkit::oracle::fila::{frame, whole};
use fila_codec::connection::{
    Handshaken, Phase, Role, Rules, ServerOffer, Subscription, SubscriptionEvent, UnknownOpcode,
    ViolationReason, accept,
};
use fila_codec::message::*;
use fila_codec::types::KeyPart;
use fila_codec::{
    Capabilities, Encodable, ErrorCode, FrameEncoder, MaxFrame, Opcode, Reassembler, RequestId, Validate,
    batch, cut,
};

const WHOLE: &[usize] = &[usize::MAX];

/// A frame with everything given.
fn raw(opcode: u8, flags: u8, id: u32, body: &[u8]) -> Vec<u8> {
    let mut bytes = frame(opcode, body);
    bytes[5] = flags;
    bytes[6..10].copy_from_slice(&id.to_be_bytes());
    bytes
}

fn events(bytes: &[u8]) -> Vec<Event> {
    receive(bytes, Limits::new(), Feed::Chunks, WHOLE)
}

/// Opcode and request id of a message, or the reason of an error.
fn short(events: &[Event]) -> Vec<String> {
    let short = |event: &Event| match event {
        Event::Message { opcode, request_id, .. } => format!("{opcode:#04x} {request_id}"),
        Event::Error(Failure { reason, fatal, .. }) => format!("{reason}{}", if *fatal { "!" } else { "" }),
    };
    events.iter().map(short).collect()
}

fn reason(opcode: u8, body: &[u8]) -> Reason {
    Message::decode(opcode, body, 10).unwrap_err().reason()
}

fn decodes(opcode: u8, body: &[u8]) -> Message<'_> {
    Message::decode(opcode, body, 10).unwrap().0
}

fn encoded<'a>(message: impl Encodable<'a>) -> Vec<u8> {
    let mut out = Vec::new();
    FrameEncoder::default().encode_to_vec(&message, RequestId(7), &mut out).unwrap();
    out
}

// ---- Counts and lengths ----

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

// ---- Frames ----

#[test]
fn lengths_below_six_are_refused_with_their_fourth_byte() {
    for length in 0..6u8 {
        assert_eq!(short(&events(&[0, 0, 0, length])), ["length_too_small!"]);
    }
    assert_eq!(short(&events(&[0, 0, 0])), ["eof_in_frame!"]);
}

#[test]
fn the_limit_counts_the_header_and_is_allowed_itself() {
    let limits = Limits::new().with_max_frame(64);
    for (len, outcome) in [(58, "0x42 7"), (59, "frame_too_large!")] {
        assert_eq!(short(&receive(&frame(0x42, &vec![0; len]), limits, Feed::Chunks, WHOLE)), [outcome]);
    }
    assert_eq!(MaxFrame::advertised(0).unwrap().get(), 16_777_216);
    for size in 1..=6 {
        assert!(MaxFrame::advertised(size).is_err());
    }
    assert_eq!(MaxFrame::advertised(u32::MAX).unwrap().get(), u32::MAX);
}

#[test]
fn reserved_flags_cost_their_frame_only_unless_asked_for() {
    let bytes = [raw(0x03, 0xFE, 1, &[]), raw(0x03, 0, 2, &[])].concat();
    assert_eq!(short(&events(&bytes)), ["reserved_flags", "0x03 2"]);
    let mut decoder = codec_common::frame::FrameDecoder::<fila_codec::frame::FilaLenient>::new(Limits::new());
    let mut frames = decoder.frames(&bytes);
    let frame = fila_codec::FrameRef::from(frames.next().unwrap().unwrap());
    assert_eq!(frame.header().flags.unknown(), 0xFE);
}

#[test]
fn bytes_behind_the_handshake_are_not_lost() {
    let ok = raw(0x02, 0, 0, &[0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
    let bytes = [ok, raw(0x13, 0, 1, b"\0\x01c"), raw(0x14, 0, 1, &[0; 4])].concat();
    assert_eq!(short(&events(&bytes)), ["0x02 0", "0x13 1", "0x14 1"]);
}

// ---- Continuation ----

#[test]
fn a_poisoned_operation_never_passes_its_tail_for_a_request() {
    // Over the cap: the last chunk alone would be a request.
    let evil = [
        raw(0x10, 1, 7, &[0; 60]),
        raw(0x10, 1, 7, &[0; 60]),
        raw(0x10, 1, 7, &[0; 4]),
        raw(0x10, 0, 7, &[0; 4]),
        raw(0x10, 0, 7, &[0; 4]),
    ]
    .concat();
    let limits = Limits::new().with_max_message(100);
    let got = receive(&evil, limits, Feed::Chunks, WHOLE);
    assert_eq!(short(&got), ["message_too_large", "0x10 7"]);
    // Another opcode in the middle, then the tail.
    let evil = [raw(0x10, 1, 7, &[]), raw(0x17, 0, 7, &[0; 4]), raw(0x10, 0, 7, &[0; 4])].concat();
    assert_eq!(short(&events(&evil)), ["continuation_mismatch"]);
}

#[test]
fn empty_chunks_are_counted() {
    let flood: Vec<u8> = (0..100_000).flat_map(|_| raw(0x10, 1, 7, &[])).collect();
    let bytes = [flood, raw(0x10, 0, 7, &[0; 4]), raw(0x03, 0, 9, &[])].concat();
    assert_eq!(short(&events(&bytes)), ["too_many_fragments", "0x03 9"]);
    let few = [raw(0x10, 1, 7, &[]), raw(0x10, 1, 7, &[0; 4]), raw(0x10, 0, 7, &[])].concat();
    assert_eq!(short(&events(&few)), ["0x10 7"]);
}

#[test]
fn unknown_opcodes_are_drained_without_keeping_a_byte() {
    let mut reassembler = Reassembler::new(Limits::new().with_max_message(50).with_max_buffered(50));
    for (index, more) in (0..100).map(|index| (index, index < 99)) {
        let bytes = raw(0x42, u8::from(more), 7, &[1; 40]);
        let frame = match fila_codec::split_frame(&bytes, &Limits::new()).unwrap() {
            codec_common::frame::Split::Frame { frame, .. } => frame,
            other => panic!("{other:?}"),
        };
        let ended = reassembler.push(frame).unwrap();
        assert_eq!(
            ended.map(|operation| (operation.is_drained(), operation.frames())),
            (index == 99).then_some((true, 100))
        );
        assert_eq!(reassembler.buffered(), 0);
    }
}

#[test]
fn an_error_aborts_an_unfinished_delivery() {
    let error = b"\x05\0\0\0\0";
    let bytes = [
        raw(0x14, 1, 7, &[0; 20]),
        raw(0xFE, 0, 7, error),
        raw(0x14, 0, 7, &[0; 4]),
        raw(0x14, 0, 7, &[0; 4]),
    ]
    .concat();
    assert_eq!(short(&events(&bytes)), ["0xfe 7", "0x14 7"]);
}

#[test]
fn unfinished_operations_are_bounded_and_those_that_are_open_go_on() {
    let limits = Limits::new().with_max_open_streams(2);
    let bytes = [
        raw(0x10, 1, 1, &[0; 2]),
        raw(0x10, 1, 2, &[0; 2]),
        raw(0x10, 1, 3, &[0; 2]),
        raw(0x10, 0, 1, &[0; 2]),
        raw(0x10, 0, 3, &[0; 2]),
        raw(0x10, 0, 2, &[0; 2]),
        raw(0x10, 0, 3, &[0; 4]),
    ]
    .concat();
    let got = receive(&bytes, limits, Feed::Chunks, WHOLE);
    assert_eq!(short(&got), ["too_many_streams", "0x10 1", "0x10 2", "0x10 3"]);
}

#[test]
fn refused_operations_are_bounded_as_well() {
    let limits = Limits::new().with_max_open_streams(0);
    let flood: Vec<u8> = (0..2_000).flat_map(|id| raw(0x10, 1, id, &[])).collect();
    let got = receive(&flood, limits, Feed::Chunks, WHOLE);
    assert_eq!(got.len(), Reassembler::MAX_POISONED + 1);
    assert_eq!(short(&got[Reassembler::MAX_POISONED..]), ["too_many_streams!"]);
}

#[test]
fn a_handshake_is_one_frame_both_ways() {
    assert_eq!(short(&events(&raw(0x01, 1, 0, &[]))), ["continuation_on_handshake!"]);
    assert_eq!(short(&events(&raw(0x02, 1, 0, &[]))), ["continuation_on_handshake!"]);
    let hello = Handshake { protocol_version: 1, api_key: None, client_capabilities: Capabilities::empty() };
    let small = FrameEncoder::new(MaxFrame::LEAST);
    let error = small.encoded_len(&hello).unwrap_err();
    assert_eq!(error.reason(), EncodeReason::TooLong { length: 7, maximum: 1 });
}

#[test]
fn the_end_of_input_in_an_operation_is_an_error() {
    assert_eq!(short(&events(&raw(0x10, 1, 7, &[0; 4]))), ["eof_in_continuation!"]);
    assert_eq!(short(&events(&raw(0x10, 0, 7, &[0; 4])[..9])), ["eof_in_frame!"]);
}

#[test]
fn every_chunk_size_comes_together_again() {
    let items = [AckItem { queue: "orders".into(), message_id: Uuid::from_u128(9) }; 3];
    let ack = Ack { items: items[..].into() };
    let one = encoded(ack);
    for max in 7..one.len() as u32 {
        let mut frames = Vec::new();
        let encoder = FrameEncoder::new(MaxFrame::advertised(max).unwrap());
        encoder.encode_to_vec(&ack, RequestId(7), &mut frames).unwrap();
        assert_eq!(events(&frames), events(&one), "{max}");
    }
}

// ---- Values ----

#[test]
fn bools_and_presence_bytes_are_zero_or_one() {
    assert_eq!(reason(0xDB, &[0, 0, 0, 0, 0, 0, 0, 1, 2]), Reason::BadBool { value: 2 });
    assert_eq!(reason(0x01, &[0, 1, 7, 0, 0, 0, 1]), Reason::BadPresence { value: 7 });
}

#[test]
fn text_is_utf8_and_nul_bom_and_nothing_are_text() {
    assert_eq!(reason(0x13, b"\0\x02a\xFF"), Reason::Utf8);
    for id in ["", "\0", "\u{FEFF}", "\u{10FFFF}"] {
        let bytes = encoded(ConsumeOk { consumer_id: id.into() });
        let (Message::ConsumeOk(ok), _) = whole(&bytes).decode().unwrap() else { panic!() };
        assert_eq!(ok.consumer_id, id);
    }
}

#[test]
fn duplicates_and_order_of_keys_are_kept_and_the_last_one_counts() {
    let body = b"\x0C\0\0\0\x03\0\x01k\0\x01a\0\x01b\0\x01c\0\x01k\0\x01d";
    let Message::Error(error) = decodes(0xFE, body) else { panic!() };
    let keys: Vec<_> = error.metadata.iter().map(|(key, value)| format!("{key}{value}")).collect();
    assert_eq!(keys, ["ka", "bc", "kd"]);
    assert_eq!(error.metadata.get("k").unwrap(), "d");
    assert_eq!(&encoded(error)[10..], body);
}

#[test]
fn unknown_numbers_are_kept() {
    let Message::AckResult(result) = decodes(0x18, &[0, 0, 0, 2, 0x42, 0xFF]) else { panic!() };
    assert_eq!(result.results.iter().collect::<Vec<_>>(), [ErrorCode(0x42), ErrorCode::InternalError]);
    // Error code 0 in an Error frame, and codes beyond those listed for a result.
    let Message::Error(error) = decodes(0xFE, &[0; 5]) else { panic!() };
    assert!(error.error_code.is_ok());
    let Message::UpdateQueueResult(result) = decodes(0xDE, &[0x1A]) else { panic!() };
    assert_eq!(result.error_code, ErrorCode::ImmutableSetting);
    // A UUID is 16 bytes of any version; an id beside an error and a duplicate with an error are kept.
    let item = [&[0, 0, 0, 1, 0x13][..], &[0xFF; 16], &[1, 0, 0]].concat();
    let Message::EnqueueResult(result) = decodes(0x11, &item) else { panic!() };
    assert_eq!(&encoded(result)[10..], item);
    // Kinds of key parts, and names where none belong.
    let parts = [KeyPart { kind: fila_codec::types::KeyKind(9), name: "x".into() }];
    let Message::CreateQueue(zeros) = decodes(0xFD, &[0; 61]) else { panic!() };
    let queue = CreateQueue { dedup_key: parts[..].into(), ..zeros };
    let bytes = encoded(queue);
    let (decoded, _) = whole(&bytes).decode().unwrap();
    assert_eq!(decoded, queue.into());
    assert_eq!(queue.validate().unwrap_err().to_string(), "dedup_key[0].kind is unknown");
}

#[test]
fn bytes_behind_a_layout_are_tolerated_and_shown_but_are_no_part_of_the_message() {
    let (message, trailing) = Message::decode(0xF7, &[1, 2, 3], 10).unwrap();
    assert_eq!((message, trailing), (Message::ListQueues(ListQueues {}), &[1, 2, 3][..]));
    for (opcode, body) in [(0x03, &[9][..]), (0x04, &[9]), (0x05, &[9])] {
        assert!(Message::decode(opcode, body, 10).is_ok());
    }
    assert_eq!(encoded(Ping {}).len(), 10);
}

#[test]
fn a_terse_reply_is_an_error_but_its_code_can_be_had() {
    let bytes = frame(0xE2, &[0x18]);
    let operation = whole(&bytes);
    let error = operation.decode().unwrap_err();
    assert_eq!(error.to_string(), "fila ThrottleSummary.name at byte 11: needs 2 more bytes, 0 left");
    assert_eq!(operation.error_code(), Some(ErrorCode::ThrottleNotFound));
    assert_eq!(whole(&frame(0x18, &[0, 0, 0, 0])).error_code(), None);
}

#[test]
fn results_are_counted_by_a_helper() {
    assert!(batch::check_results(3, 3).is_ok());
    assert_eq!(batch::check_results(3, 2).unwrap_err().to_string(), "2 results for a batch of 3 items");
}

#[test]
fn nothing_secret_or_large_shows_in_debug() {
    let key = fila_codec::message::CreateApiKeyResult {
        error_code: ErrorCode::Ok,
        key_id: "id".into(),
        key: codec_common::Secret("s3cret".into()),
        is_superadmin: false,
    };
    let bytes = encoded(key);
    let texts = format!("{key:?} {:?} {:?}", Message::from(key), whole(&bytes));
    assert!(!texts.contains("s3cret") && texts.contains("<redacted>"), "{texts}");
    let bytes = encoded(Message::Unknown { code: 0x42, body: b"payload"[..].into() });
    assert!(!format!("{:?} {:?}", whole(&bytes), whole(&bytes).decode()).contains("112"));
}

// ---- The connection ----

/// What a receiver says of a frame.
fn judged(role: Role, phase: Phase, opcode: u8, id: u32, body: &[u8]) -> Option<ViolationReason> {
    let bytes = raw(opcode, 0, id, body);
    Rules::new(role, phase).check(&whole(&bytes)).err().map(|violation| violation.reason())
}

#[test]
fn request_ids_are_judged_by_role() {
    use ViolationReason as V;
    const SERVER_ID: u32 = 0x8000_0001;
    for (role, opcode, id, outcome) in [
        // Disconnect and Error may have no id to name.
        (Role::Server, 0x05, 0, None),
        (Role::Client, 0x05, 0, None),
        (Role::Client, 0x05, SERVER_ID, None),
        (Role::Client, 0xFE, 0, None),
        (Role::Server, 0x10, 0, Some(V::RequestIdZero)),
        (Role::Client, 0x11, 0, Some(V::RequestIdZero)),
        (Role::Server, 0x10, 0x8000_0000, Some(V::RequestIdOutOfRange)),
        // Of the server's range a client only sends Pong.
        (Role::Server, 0x04, SERVER_ID, None),
        (Role::Server, 0x03, SERVER_ID, Some(V::RequestIdWrongSide)),
        (Role::Server, 0x17, SERVER_ID, Some(V::RequestIdWrongSide)),
        (Role::Server, 0x42, SERVER_ID, Some(V::RequestIdWrongSide)),
        (Role::Client, 0x03, SERVER_ID, None),
        (Role::Client, 0x03, 5, Some(V::RequestIdWrongSide)),
        (Role::Client, 0x04, 5, None),
        (Role::Client, 0x14, 5, None),
        (Role::Client, 0x14, SERVER_ID, Some(V::RequestIdWrongSide)),
        // An extension that the server begins.
        (Role::Client, 0x42, SERVER_ID, Some(V::UnknownOpcode)),
    ] {
        assert_eq!(judged(role, Phase::Ready, opcode, id, &[0; 5]), outcome, "{role:?} {opcode:#x} {id:#x}");
    }
}

#[test]
fn directions_and_unknown_opcodes_are_judged_by_role() {
    use ViolationReason as V;
    for (role, opcode, outcome) in [
        (Role::Server, 0x10, None),
        (Role::Server, 0x14, Some(V::WrongDirection)),
        (Role::Server, 0xFE, Some(V::WrongDirection)),
        (Role::Client, 0x14, None),
        (Role::Client, 0x10, Some(V::WrongDirection)),
        (Role::Server, 0x01, Some(V::UnexpectedHandshake)),
        (Role::Client, 0x02, Some(V::UnexpectedHandshake)),
        (Role::Server, 0x00, Some(V::UnknownOpcode)),
        (Role::Server, 0x06, Some(V::UnknownOpcode)),
        (Role::Server, 0x1D, Some(V::UnknownOpcode)),
        (Role::Server, 0xD3, Some(V::UnknownOpcode)),
        (Role::Client, 0xFF, Some(V::UnknownOpcode)),
    ] {
        let judged = judged(role, Phase::Ready, opcode, 5, &[0; 5]);
        assert_eq!(judged, outcome, "{role:?} {opcode:#x}");
        assert!(judged.is_none_or(|reason| !reason.is_fatal()), "one request fails, not the connection");
    }
    assert_eq!(Role::Server.unknown_opcode(true), UnknownOpcode::Reply);
    assert_eq!(Role::Client.unknown_opcode(true), UnknownOpcode::FailRequest);
    assert_eq!(Role::Client.unknown_opcode(false), UnknownOpcode::Ignore);
}

#[test]
fn the_handshake_is_judged_by_role_and_its_faults_are_fatal() {
    use ViolationReason as V;
    let hello = |version: u8| [0, version, 0, 0, 0, 0, 0];
    let ok = |version: u8, size: u8| [0, version, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, size, 0, 0, 0, 1];
    let (server, client) = ((Role::Server, Phase::New), (Role::Client, Phase::Handshaking));
    for ((role, phase), opcode, id, body, outcome) in [
        (server, 0x01, 0, &hello(1)[..], None),
        (server, 0x01, 0, &hello(2), None),
        (server, 0x01, 0, &hello(0), Some(V::UnsupportedVersion)),
        (server, 0x01, 3, &hello(1), Some(V::HandshakeRequestId)),
        (server, 0x03, 1, &[], Some(V::HandshakeExpected)),
        (client, 0x02, 0, &ok(1, 0), None),
        (client, 0x02, 0, &ok(1, 7), None),
        (client, 0x02, 0, &ok(0, 0), Some(V::UnsupportedVersion)),
        (client, 0x02, 0, &ok(2, 0), Some(V::UnsupportedVersion)),
        (client, 0x02, 0, &ok(1, 6), Some(V::MaxFrameSizeTooSmall)),
        (client, 0x02, 9, &ok(1, 0), Some(V::HandshakeRequestId)),
        (client, 0x14, 1, &[0; 4], Some(V::HandshakeExpected)),
        // The refusal comes in the answer's place.
        (client, 0xFE, 0, &[0x0A, 0, 0, 0, 0], None),
    ] {
        let judged = judged(role, phase, opcode, id, body);
        assert_eq!(judged, outcome, "{role:?} {opcode:#x} {id} {body:?}");
        assert!(judged.is_none_or(ViolationReason::is_fatal));
    }
}

#[test]
fn a_subscription_is_accepted_delivers_and_ends() {
    let opcodes = |bytes: &[u8]| -> Vec<Opcode> {
        let opcode = |event: &Event| match event {
            Event::Message { opcode, .. } => Opcode(*opcode),
            Event::Error(failure) => panic!("{failure:?}"),
        };
        events(bytes).iter().map(opcode).collect()
    };
    // In one read, with the results of other requests among them.
    let bytes = [
        raw(0x13, 0, 1, b"\0\x01c"),
        raw(0x14, 0, 1, &[0; 4]),
        raw(0x18, 0, 9, &[0; 4]),
        raw(0x14, 0, 1, &[0; 4]),
        raw(0xFE, 0, 1, &[0; 5]),
        raw(0x14, 0, 1, &[0; 4]),
    ]
    .concat();
    use SubscriptionEvent::{Accepted, Deliver, Failed, Ignore, Unexpected};
    let mut subscription = Subscription::new();
    let own = opcodes(&bytes).into_iter().filter(|opcode| opcode.0 != 0x18);
    let told: Vec<_> = own.map(|opcode| subscription.receive(opcode)).collect();
    assert_eq!(told, [Accepted, Deliver, Deliver, Failed, Ignore]);
    assert!(subscription.has_ended());
    assert_eq!(Subscription::new().receive(Opcode(0x14)), Unexpected);
}

#[test]
fn a_ping_is_answered_under_its_id_and_an_error_never_with_another() {
    let bytes = raw(0x03, 0, 0x8000_0001, &[]);
    let ping = whole(&bytes);
    let mut pong = [0; 10];
    FrameEncoder::default().encode_to_slice(&Pong {}, ping.request_id(), &mut pong).unwrap();
    assert_eq!(pong[..], raw(0x04, 0, 0x8000_0001, &[]));
    let rules = Rules::new(Role::Server, Phase::Ready);
    for (opcode, answered) in [(0xFE, false), (0x14, true), (0x42, true)] {
        let bytes = raw(opcode, 0, 5, &[0; 5]);
        assert_eq!(rules.check(&whole(&bytes)).unwrap_err().is_answered(), answered);
    }
}

#[test]
fn versions_are_negotiated_down_and_unknown_capabilities_accepted() {
    let offer = ServerOffer {
        node_id: 1,
        max_frame: MaxFrame::advertised(1 << 20).unwrap(),
        capabilities: Capabilities(0x8000_0001),
    };
    let hello = Handshake { protocol_version: 2, api_key: None, client_capabilities: Capabilities(3) };
    let answer = accept(&hello, &offer).unwrap();
    assert_eq!((answer.negotiated_version, answer.max_frame_size), (1, 1 << 20));
    let agreed = Handshaken::from_answer(&answer, hello.client_capabilities).unwrap();
    assert_eq!(agreed.capabilities, Capabilities::CREDIT_FLOW_CONTROL);
    let refusal = accept(&Handshake { protocol_version: 0, ..hello }, &offer).unwrap_err();
    assert_eq!((refusal.error_code, refusal.max_version()), (ErrorCode::UnsupportedVersion, Some(1)));
}

#[test]
fn rules_of_values_are_checked_apart_from_decoding() {
    let problems = |message: Message<'_>| {
        let mut found = Vec::new();
        message.problems(&mut |problem| found.push(format!("{problem}: {}", problem.code)));
        found
    };
    let Message::CreateQueue(zeros) = decodes(0xFD, &[0; 61]) else { panic!() };
    assert_eq!(problems(zeros.into()), [""; 0]);
    let parts = [KeyPart::header("tenant"), KeyPart::unnamed(fila_codec::types::KeyKind::PayloadHash)];
    let queue = CreateQueue {
        name: "a.dlq".into(),
        ordering_key: parts[..].into(),
        dedup_key: parts[..].into(),
        backoff_max_ms: 1,
        reclaim_grace_ms: 1,
        ..zeros
    };
    assert_eq!(
        problems(queue.into()),
        [
            "ordering_key must be empty unless ordering = 2: InvalidFrame",
            "backoff_max_ms is for backoff = 3 only: InvalidFrame",
            "reclaim_grace_ms is for delivery_durability = 1 only: InvalidFrame",
            "ordering_key[1].kind is for deduplication keys only: InvalidFrame",
            "name ends in .dlq: ReservedQueueName",
        ]
    );
    let permissions = [Permission { kind: "read".into(), pattern: "*".into() }];
    let acl = SetAcl { key_id: "k".into(), permissions: permissions[..].into() };
    let rule = "permissions[0].kind must be produce, consume or admin: InvalidConfigValue";
    assert_eq!(problems(acl.into()), [rule]);
    let body = [b"\0\x01q\0\0\0\0\0\x02", &[0; 14][..]].concat();
    let consume = decodes(0x12, &body);
    assert_eq!(
        problems(consume),
        [
            "throttles[0].name is empty: InvalidThrottle",
            "throttles[0].limits needs at least 1: InvalidThrottle",
            "throttles[1].name is empty: InvalidThrottle",
            "throttles[1].limits needs at least 1: InvalidThrottle",
            "throttles[1].name is used twice: InvalidThrottle",
        ]
    );
}
