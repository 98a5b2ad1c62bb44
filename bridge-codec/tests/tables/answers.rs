//! What brokers answer.

use bridge_codec::{AmqpOutcome, Code, Kind, RejectedRule, mqtt, sqs::SqsFailure};

fn sqs(code: &str) -> Code {
    SqsFailure { code, ..SqsFailure::default() }.failure().code
}

#[test]
fn errors_of_sqs() {
    for (code, expected) in [
        ("InvalidMessageContents", Code::InvalidPayload),
        ("EmptyBatchRequest", Code::InvalidPayload),
        ("TooManyEntriesInBatchRequest", Code::InvalidPayload),
        ("BatchEntryIdsNotDistinct", Code::InvalidPayload),
        ("ValidationError", Code::InvalidPayload),
        ("InvalidParameterValue", Code::InvalidPayload),
        ("MissingParameter", Code::InvalidPayload),
        ("BatchRequestTooLong", Code::PayloadTooLarge),
        ("OverLimit", Code::Throttled),
        ("ThrottlingException", Code::Throttled),
        ("RequestLimitExceeded", Code::Throttled),
        ("KmsThrottled", Code::Throttled),
        ("KmsAccessDenied", Code::TemporaryAuthFailure),
        ("ReceiptHandleIsInvalid", Code::Unavailable),
        ("MessageNotInflight", Code::Unavailable),
        ("SomethingNew", Code::Unavailable),
        ("KmsDisabled", Code::NotAuthorized),
        ("KmsInvalidState", Code::NotAuthorized),
        ("KmsNotFound", Code::NotAuthorized),
        ("KmsOptInRequired", Code::NotAuthorized),
        ("KmsInvalidKeyUsage", Code::NotAuthorized),
        ("QueueDoesNotExist", Code::NotFound),
        ("UnsupportedOperation", Code::ProtocolError),
    ] {
        assert_eq!(sqs(code), expected, "{code}");
    }
}

#[test]
fn refused_access_may_be_temporary_at_first() {
    let code = |seconds_since_first| {
        SqsFailure { code: "AccessDeniedException", seconds_since_first, ..SqsFailure::default() }
            .failure()
            .code
    };
    assert_eq!((code(0), code(119)), (Code::TemporaryAuthFailure, Code::TemporaryAuthFailure));
    assert_eq!(code(121), Code::NotAuthorized);
}

#[test]
fn batch_entries_go_by_their_code_first() {
    let entry = |code, sender_fault| SqsFailure { code, batch: true, sender_fault, ..SqsFailure::default() };
    assert_eq!(entry("KmsThrottled", true).failure().code, Code::Throttled);
    assert_eq!(entry("SomethingNew", true).failure().code, Code::InvalidPayload);
    assert_eq!(entry("SomethingNew", false).failure().code, Code::Unavailable);
}

#[test]
fn reasons_of_mqtt() {
    for (reason, expected) in [
        (0x00, Ok(())),
        (0x10, Ok(())),
        (0x80, Err(Code::Unavailable)),
        (0x83, Err(Code::ProtocolError)),
        (0x87, Err(Code::Forbidden)),
        (0x90, Err(Code::InvalidTopic)),
        (0x91, Err(Code::ProtocolError)),
        (0x97, Err(Code::Throttled)),
        (0x99, Err(Code::InvalidPayload)),
        (0xFF, Err(Code::Unavailable)),
    ] {
        assert_eq!(mqtt::publish_reason(reason), expected, "{reason:#x}");
    }
    for (reason, expected) in [
        (0x86, Code::NotAuthorized),
        (0x87, Code::NotAuthorized),
        (0x88, Code::Unavailable),
        (0x9C, Code::Unavailable),
        (0x89, Code::BrokerBusy),
        (0x8D, Code::Timeout),
        (0x8E, Code::ConnectionLost),
        (0x8F, Code::InvalidTopic),
        (0x91, Code::ProtocolError),
        (0x95, Code::PayloadTooLarge),
        (0x97, Code::Throttled),
    ] {
        assert_eq!(mqtt::disconnect_reason(reason), expected, "{reason:#x}");
    }
}

#[test]
fn outcomes_of_amqp() {
    let outcome = |state, condition| {
        AmqpOutcome { state, condition }.check(RejectedRule::ByCondition).map_err(|failure| failure.code)
    };
    assert_eq!(outcome("accepted", None), Ok(()));
    for state in ["released", "modified", "something-new"] {
        assert_eq!(outcome(state, None), Err(Code::Unavailable));
    }
    for (condition, expected) in [
        (None, Code::InvalidPayload),
        (Some("amqp:not-found"), Code::NotFound),
        (Some("amqp:resource-deleted"), Code::NotFound),
        (Some("amqp:unauthorized-access"), Code::NotAuthorized),
        (Some("amqp:not-allowed"), Code::Forbidden),
        (Some("amqp:link:stolen"), Code::Forbidden),
        (Some("amqp:resource-limit-exceeded"), Code::Throttled),
        (Some("amqp:link:transfer-limit-exceeded"), Code::Throttled),
        (Some("amqp:connection:forced"), Code::ConnectionLost),
        (Some("amqp:link:detach-forced"), Code::ConnectionLost),
        (Some("amqp:connection:framing-error"), Code::ProtocolError),
        (Some("amqp:decode-error"), Code::ProtocolError),
        (Some("amqp:session:errant-link"), Code::Unavailable),
        (Some("amqp:internal-error"), Code::Unavailable),
        (Some("vendor:odd"), Code::Unavailable),
        (Some("amqp:link:message-size-exceeded"), Code::PayloadTooLarge),
        (Some("amqp:not-implemented"), Code::NotSupported),
        (Some("amqp:invalid-field"), Code::InvalidPayload),
    ] {
        assert_eq!(outcome("rejected", condition), Err(expected), "{condition:?}");
    }
}

#[test]
fn no_rejection_is_tried_again_by_the_older_rule() {
    for condition in [None, Some("amqp:resource-limit-exceeded"), Some("amqp:internal-error")] {
        let failure =
            AmqpOutcome { state: "rejected", condition }.check(RejectedRule::Permanent).unwrap_err();
        assert!(!failure.kind.retry(), "{condition:?}");
    }
}

#[test]
fn kinds_of_codes() {
    let of = |kind: Kind| Code::ALL.iter().filter(|code| code.kind() == kind).count();
    assert_eq!((of(Kind::Transient), of(Kind::Permanent), of(Kind::Rejected)), (7, 6, 6));
    assert_eq!((of(Kind::Expired), of(Kind::Config)), (1, 1));
    for code in Code::ALL {
        assert_eq!(code.retry(), code.kind() == Kind::Transient);
        assert_eq!(Code::from_name(code.name()), Some(*code));
    }
}
