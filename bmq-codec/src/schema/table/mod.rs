//! The schema's table: one declaration of each type, from which come the Rust type, both encodings, their lengths,
//! validation and the documentation.
//!
//! ```text
//! schema! {
//!     /// What it is for.
//!     sequence Status<'a> {              // members: id, Rust name, the schema's name, type, default
//!         0 category "category": StatusCategory,
//!         1 code "code": i32,
//!         2 message "message": Text<'a>,
//!     }
//!     choice NegotiationMessage<'a> {    // selections: id, the schema's name, variant and type
//!         0 "clientIdentity" => ClientIdentity(ClientIdentity<'a>),
//!     }
//!     holder ClusterMessage<'a> { ... }  // a sequence of an untagged choice and nothing else, as that choice
//!     untagged ElectorChoice { ... }     // a choice whose selection stands in its parent's place
//!     envelope ElectorMessage { ... }    // a sequence with an untagged choice, which has no default
//!     enumeration ClientType {           // open: unknown numbers are kept
//!         E_UNKNOWN = 0,
//!     }
//! }
//! ```
//!
//! `Option<T>` is an optional member, `Array<'a, T>` an array. A type that is a sequence may have a `check`: a
//! function that tells what the types of its members cannot.

mod choice;
mod enumeration;
mod sequence;
mod tagged;
mod untagged;

pub(crate) use choice::{choice, from};
pub(crate) use enumeration::enumeration;
pub(crate) use sequence::{default, sequence, start};
pub(crate) use tagged::tagged;
pub(crate) use untagged::untagged;

/// Declares types of the schema.
macro_rules! schema {
    () => {};
    (
        $(#[$meta:meta])* sequence $name:ident $(<$lt:lifetime>)? $(check $check:path)? { $($members:tt)* }
        $($rest:tt)*
    ) => {
        sequence! { [$($lt)?] [$($check)?] $(#[$meta])* $name { $($members)* } }
        default! { [$($lt)?] $name { $($members)* } }
        schema! { $($rest)* }
    };
    ($(#[$meta:meta])* envelope $name:ident $(<$lt:lifetime>)? { $($members:tt)* } $($rest:tt)*) => {
        sequence! { [$($lt)?] [] $(#[$meta])* $name { $($members)* } }
        schema! { $($rest)* }
    };
    ($(#[$meta:meta])* choice $name:ident $(<$lt:lifetime>)? { $($selections:tt)* } $($rest:tt)*) => {
        choice! { false [$($lt)?] $(#[$meta])* $name { $($selections)* } }
        tagged! { true [$($lt)?] $name }
        schema! { $($rest)* }
    };
    ($(#[$meta:meta])* holder $name:ident $(<$lt:lifetime>)? { $($selections:tt)* } $($rest:tt)*) => {
        choice! { false [$($lt)?] $(#[$meta])* $name { $($selections)* } }
        tagged! { false [$($lt)?] $name }
        schema! { $($rest)* }
    };
    ($(#[$meta:meta])* untagged $name:ident $(<$lt:lifetime>)? { $($selections:tt)* } $($rest:tt)*) => {
        choice! { true [$($lt)?] $(#[$meta])* $name { $($selections)* } }
        untagged! { [$($lt)?] $name }
        schema! { $($rest)* }
    };
    ($(#[$meta:meta])* enumeration $name:ident { $($values:tt)* } $($rest:tt)*) => {
        enumeration! { $(#[$meta])* $name { $($values)* } }
        schema! { $($rest)* }
    };
}

/// The static names of a member, as errors show them.
macro_rules! at {
    ($name:ident $key:literal) => {
        const { &::codec_common::Field::new(crate::PROTOCOL, stringify!($name), $key) }
    };
}

pub(crate) use {at, schema};

#[cfg(test)]
mod tests {
    use crate::schema::{
        ClusterMessage, ClusterStateFSMMessage, FollowerLsnRequest, NegotiationMessage, PartitionMessage,
        ReplicaStateRequest, Schema, StateNotification,
    };
    use std::string::String;

    /// The names of errors, or what was selected.
    fn read<'t, M: Schema<'t>>(text: &'t str, name: impl Fn(&M) -> &'static str) -> String {
        M::from_json(text.as_bytes()).map_or_else(|e| e.reason().name(), |m| name(&m)).into()
    }

    /// Reference 7.7: the first member decides of a tagged choice; a sequence has its members in any order, skips
    /// those that it does not know, and of several selections the last one counts.
    #[test]
    fn members_of_a_sequence_around_a_choice_come_in_any_order() {
        let cluster = |text| read::<ClusterMessage<'_>>(text, ClusterMessage::name);
        assert_eq!(cluster(r#"{"later":1,"leaderSyncStateQuery":{}}"#), "leaderSyncStateQuery");
        assert_eq!(cluster(r#"{"leaderSyncStateQuery":{},"leaderSyncDataQuery":{}}"#), "leaderSyncDataQuery");
        assert_eq!(cluster(r#"{"later":1}"#), "unset_choice");
        let state = r#"{"later":1,"leaderPassive":{}}"#;
        assert_eq!(read::<StateNotification>(state, StateNotification::name), "leaderPassive");
        let fsm = r#"{"later":1,"followerLSNRequest":{}}"#;
        let name = read::<ClusterStateFSMMessage<'_>>(fsm, ClusterStateFSMMessage::name);
        assert_eq!(name, ClusterStateFSMMessage::FollowerLsnRequest(FollowerLsnRequest {}).name());
        let partition = r#"{"later":1,"replicaStateRequest":{}}"#;
        let name = read::<PartitionMessage>(partition, PartitionMessage::name);
        assert_eq!(name, PartitionMessage::from(ReplicaStateRequest::default()).name());
        let negotiation = r#"{"later":1,"clientIdentity":{}}"#;
        assert_eq!(read::<NegotiationMessage<'_>>(negotiation, NegotiationMessage::name), "unset_choice");
    }

    #[test]
    fn errors_of_texts_show_no_number() {
        let text = |json: &'static str| crate::schema::Status::from_json(json.as_bytes()).unwrap_err();
        let shown = |json| std::format!("{}", text(json));
        assert_eq!(
            shown(r#"{"category":"E_X"}"#),
            "bmq Status.category at byte 12: no value that the schema names"
        );
        assert_eq!(shown(r#"{"code":1.5}"#), "bmq Status.code at byte 8: must be an integer");
        assert_eq!(shown(r#"{"code":4294967296}"#), "bmq Status.code at byte 8: does not fit its type");
        assert_eq!(text(r#"{"code":1.5}"#).reason().name(), "bad_value");
    }
}
