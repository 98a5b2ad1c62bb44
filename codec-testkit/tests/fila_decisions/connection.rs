//! What a peer may send when.

use super::*;

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
fn a_second_handshake_and_one_that_nobody_asked_for_cost_their_frame_only() {
    let hello = [0, 1, 0, 0, 0, 0, 0];
    let ok = [0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1];
    for (role, phase, opcode, body) in [
        (Role::Server, Phase::Handshaking, 0x01, &hello[..]),
        (Role::Server, Phase::Ready, 0x01, &hello),
        (Role::Client, Phase::New, 0x02, &ok),
        (Role::Client, Phase::Ready, 0x02, &ok),
    ] {
        let judged = judged(role, phase, opcode, 0, body);
        assert_eq!(judged, Some(ViolationReason::UnexpectedHandshake), "{role:?} {phase:?}");
        assert!(!judged.unwrap().is_fatal());
    }
    // A server that takes no more clients says so at once.
    assert_eq!(judged(Role::Client, Phase::New, 0xFE, 0, &[0x0A, 0, 0, 0, 0]), None);
    assert!(judged(Role::Client, Phase::New, 0x14, 1, &[0; 4]).unwrap().is_fatal());
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
