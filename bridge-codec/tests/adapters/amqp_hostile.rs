//! Messages that want to use up the stack, the memory or the time of who reads them.

use super::amqp::decode;
use super::hex;

fn reason(bytes: &[u8]) -> &'static str {
    decode(bytes).map_or_else(|error| error.reason().name(), |_| "read")
}

/// Lists in lists, maps in maps, descriptors of descriptors, arrays of arrays: a hundred thousand levels.
#[test]
fn nesting_ends_early() {
    const LEVELS: usize = 100_000;
    let nested = |opening: &dyn Fn(u32) -> Vec<u8>, inside: usize| {
        let mut bytes = hex("00 53 77");
        for level in 0..LEVELS {
            bytes.extend(opening(u32::try_from((LEVELS - level) * inside).unwrap()));
        }
        bytes
    };
    let list = |size: u32| [&[0xD0][..], &size.to_be_bytes(), &1_u32.to_be_bytes()].concat();
    let map = |size: u32| [&[0xD1][..], &size.to_be_bytes(), &2_u32.to_be_bytes(), &[0x40]].concat();
    let array = |size: u32| [&[0xF0][..], &size.to_be_bytes(), &1_u32.to_be_bytes(), &[0x00, 0x44]].concat();
    assert_eq!(reason(&nested(&|size| list(size - 5), 9)), "too_deep");
    assert_eq!(reason(&nested(&|size| map(size - 5), 10)), "too_deep");
    assert_eq!(reason(&nested(&|size| array(size - 5), 11)), "too_deep");
    assert_eq!(reason(&[hex("00 53 77"), vec![0; LEVELS]].concat()), "too_deep");
    assert_eq!(reason(&[hex("00 53 77"), hex("00 44").repeat(LEVELS)].concat()), "too_deep");
}

#[test]
fn counts_do_not_allocate() {
    // Four thousand million nulls in ten bytes.
    assert_eq!(reason(&hex("00 53 77 f0 00000005 ffffffff 40")), "count_too_large");
    assert_eq!(reason(&hex("00 53 77 f0 00000005 00ffffff 45")), "count_too_large");
    // Array after array of as many as are allowed at once.
    let one = hex("f0 00000005 00000100 40");
    let list =
        [&hex("00 53 76 d0")[..], &(4 + 1000 * 10_u32).to_be_bytes(), &1000_u32.to_be_bytes()].concat();
    assert_eq!(reason(&[list, one.repeat(1000)].concat()), "count_too_large");
}

/// Every place of a message cut short, and every byte of it changed: an error or a message, and no more.
#[test]
fn damaged_messages_are_errors_or_messages() {
    let whole = hex("00 53 70 c0 08 03 41 40 70 0000afc8  00 53 72 c1 06 02 a3 01 78 52 01 \
         00 53 73 c0 06 01 b1 00000001 6d  00 53 74 d1 00000011 00000002 a1 01 61 e0 07 02 00 53 09 50 01 02 \
         00 53 75 a0 03 78797a  00 53 78 c1 01 00");
    for len in 0..whole.len() {
        let _ = decode(&whole[..len]);
    }
    for place in 0..whole.len() {
        for value in 0..=255 {
            let mut changed = whole.clone();
            changed[place] = value;
            if let Ok(sections) = decode(&changed) {
                let again = sections.encode().unwrap();
                assert_eq!(decode(&again).unwrap(), sections);
            }
        }
    }
}
