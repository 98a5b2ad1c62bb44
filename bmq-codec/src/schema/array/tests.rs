use crate::EncodingType;
use crate::schema::{Schema, StreamParameters};
use std::vec;
use std::vec::Vec;

/// A subscription in definite lengths, with nothing but its id.
const fn subscription(id: u8) -> [u8; 5] {
    [0x30, 3, 0x80, 1, id]
}

/// Stream parameters whose members are `parts`.
fn parameters(parts: &[&[u8]]) -> Vec<u8> {
    [&[0x30, 0x80][..], &parts.concat(), &[0, 0]].concat()
}

/// The ids of the subscriptions, as many as the array says that it has; each encoding writes just those.
fn ids(ber: &[u8]) -> Vec<u32> {
    let message = StreamParameters::from_ber(ber).unwrap();
    let ids: Vec<u32> = message.subscriptions.iter().map(|subscription| subscription.s_id).collect();
    assert_eq!((message.subscriptions.len(), message.subscriptions.iter().len()), (ids.len(), ids.len()));
    for encoding in [EncodingType::BER, EncodingType::JSON] {
        let mut space = vec![0; message.encoded_len(encoding).unwrap()];
        message.encode(encoding, &mut space).unwrap();
    }
    ids
}

#[test]
fn occurrences_are_told_by_their_number_whatever_octets_write_it() {
    let (short, long, longer) = ([0xA1, 5], [0xBF, 0x01, 5], [0xBF, 0x80, 0x01, 5]);
    for tags in [[&short[..], &long[..]], [&long[..], &short[..]], [&longer[..], &long[..]]] {
        let [first, second] = tags;
        let ber = parameters(&[first, &subscription(7), second, &subscription(8)]);
        assert_eq!(ids(&ber), [7, 8], "{tags:02x?}");
    }
    // Indefinite throughout, and subscriptions without members.
    let parts = [0x30, 0x80, 0xA1, 0x80, 0x30, 0x80, 0, 0, 0, 0, 0xBF, 1, 0x80, 0x30, 0x80, 0, 0, 0, 0, 0, 0];
    assert_eq!(ids(&parts), [0, 0]);
}

#[test]
fn a_member_of_another_number_is_no_occurrence() {
    let (ours, number_33) = ([0xBF, 0x01, 5], [0xBF, 0x21, 5]);
    let ber = parameters(&[
        &ours,
        &subscription(7),
        &number_33,
        &subscription(9),
        &ours,
        &subscription(8),
        &number_33,
        &subscription(9),
    ]);
    assert_eq!(ids(&ber), [7, 8]);
}
