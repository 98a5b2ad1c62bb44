use super::*;
use std::vec::Vec;

fn options(bytes: &[u8], strictness: Strictness) -> Vec<Result<MessageOption<'_>, DecodeError>> {
    Options::new(bytes, 0, strictness).map(|option| option.and_then(|option| option.value())).collect()
}

fn reason(bytes: &[u8]) -> (&'static str, &'static str) {
    let error = *options(bytes, Strictness::Official).last().unwrap().as_ref().unwrap_err();
    (error.reason().name(), error.field())
}

#[test]
fn the_worked_bytes_of_the_reference_decode() {
    let unlimited = [SubQueueInfo { id: 7, rda: Rda::UNLIMITED }];
    let infos = [0x0C, 0x40, 0, 3, 0, 0, 0, 7, 0x80, 0, 0, 0];
    assert_eq!(
        options(&infos, Strictness::Official),
        [Ok(MessageOption::SubQueueInfos(SubQueueInfos::Items(&unlimited)))]
    );
    let old = [0x04, 0, 0, 2, 0, 0, 0, 7];
    assert_eq!(
        options(&old, Strictness::Official),
        [Ok(MessageOption::SubQueueIdsOld(SubQueueInfos::Items(&unlimited)))]
    );
    let packed = [0x0E, 0, 0, 5];
    let rda = Rda::limited(5, false);
    assert_eq!(options(&packed, Strictness::Official), [Ok(MessageOption::SubQueueInfosPacked(rda))]);
}

/// Case B of the problems: a packed option is 4 bytes long whatever its value.
#[test]
fn a_packed_option_is_four_bytes_whatever_its_value() {
    for rda in [0, 63, 0x80] {
        let bytes = [0x0E, 0, 0, rda, 0x08, 0, 0, 2, b'g', b'r', b'p', 1];
        assert_eq!(
            options(&bytes, Strictness::Official),
            [Ok(MessageOption::SubQueueInfosPacked(Rda(rda))), Ok(MessageOption::MsgGroupId(b"grp"))]
        );
    }
}

#[test]
fn options_that_do_not_advance_or_do_not_fit_are_refused() {
    assert_eq!(reason(&[0x0C, 0x40, 0, 0]), ("bad_length", "words"));
    assert_eq!(reason(&[0x0C, 0x40, 0, 1]), ("bad_length", "words"));
    assert_eq!(reason(&[0x0C, 0x40, 0, 3, 0, 0, 0, 1]), ("bad_length", "words"));
    assert_eq!(reason(&[0x0C, 0x40]), ("truncated", ""));
    assert_eq!(reason(&[0x0C, 0, 0, 3, 0, 0, 0, 7, 0x80, 0, 0, 0]), ("bad_length", "typeSpecific"));
    assert_eq!(reason(&[0x0C, 0x40, 0, 2, 0, 0, 0, 7]), ("bad_length", "payload"));
    assert_eq!(reason(&[0x06, 0, 0, 1]), ("bad_value", "type"));
}

#[test]
fn one_type_may_occur_once() {
    let twice = [0x0E, 0, 0, 5, 0x0E, 0, 0, 5];
    assert_eq!(reason(&twice), ("duplicate", "type"));
    assert_eq!(options(&twice, Strictness::Lenient).len(), 2);
}

#[test]
fn unknown_types_are_errors_or_kept_raw() {
    for kind in [0u8, 4, 63] {
        let bytes = [kind << 2, 0, 0, 2, 1, 2, 3, 4];
        assert_eq!(reason(&bytes), ("bad_value", "type"));
        let kept = options(&bytes, Strictness::Lenient);
        let [Ok(MessageOption::Unknown(option))] = &kept[..] else { panic!("{kept:?}") };
        assert_eq!((option.option_type(), option.bytes()), (OptionType(kind), &bytes[..]));
    }
}

#[test]
fn group_ids_are_unpadded_and_have_1_to_31_bytes() {
    assert_eq!(reason(&[0x08, 0, 0, 2, 4, 4, 4, 4]), ("bad_length", "msgGroupId"));
    assert_eq!(reason(&[0x08, 0, 0, 2, b'a', b'b', b'c', 5]), ("padding", "msgGroupId"));
    let mut long = [b'x'; 40];
    long[..4].copy_from_slice(&[0x08, 0, 0, 10]);
    long[36..].copy_from_slice(&[4; 4]);
    assert_eq!(reason(&long), ("bad_length", "msgGroupId"));
}

#[test]
fn items_may_be_longer_than_what_is_known() {
    let bytes = [0x0C, 0x60, 0, 4, 0, 0, 0, 9, 3, 0, 0, 0, 0xAA, 0xBB, 0xCC, 0xDD];
    let expected = [SubQueueInfo { id: 9, rda: Rda::limited(3, false) }];
    assert_eq!(
        options(&bytes, Strictness::Official),
        [Ok(MessageOption::SubQueueInfos(SubQueueInfos::Items(&expected)))]
    );
}

#[test]
fn the_entry_for_a_client_prefers_infos_over_old_ids_over_the_default() {
    let info = |bytes| Options::new(bytes, 0, Strictness::Official).sub_queue_info().unwrap();
    assert_eq!(info(&[]), SubQueueInfo::DEFAULT);
    assert_eq!(info(&[0x04, 0, 0, 2, 0, 0, 0, 7]).id, 7);
    let both = [0x04, 0, 0, 2, 0, 0, 0, 7, 0x0E, 0, 0, 0x43];
    assert_eq!(info(&both), SubQueueInfo { id: 0, rda: Rda::limited(3, true) });
}

#[test]
fn the_bits_of_an_rda_read_as_the_reference_has_them() {
    assert_eq!((Rda(0x80).counter(), Rda(0xC5).is_potentially_poisonous()), (None, false));
    assert_eq!((Rda(0x43).counter(), Rda(0x43).is_potentially_poisonous()), (Some(3), true));
    assert!(Rda(0x80).is_canonical() && !Rda(0x81).is_canonical() && Rda(0).is_canonical());
    assert_eq!(
        std::format!("{:?} {:?} {:?}", Rda(0x80), Rda(0x43), Rda(5)),
        "unlimited 3 (potentially poisonous) 5"
    );
}

#[test]
fn padding_of_a_group_id_whose_bytes_differ_is_told() {
    let fault = |bytes: &[u8]| {
        let option = Options::new(bytes, 8, Strictness::Official).next().unwrap().unwrap();
        option.padding_fault().map(|error| (error.reason().name(), error.field(), error.offset()))
    };
    assert_eq!(fault(&[0x08, 0, 0, 2, b'g', b'r', b'p', 1]), None);
    assert_eq!(fault(&[0x08, 0, 0, 2, b'g', b'r', 9, 2]), Some(("padding", "msgGroupId", 14)));
    assert_eq!(fault(&[0x0E, 0, 0, 5]), None);
}
