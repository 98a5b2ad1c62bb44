//! Values of every type of AMQP, in every encoding.

use super::amqp::decode;
use super::hex;
use bridge_codec::{AmqpArray, AmqpBody, AmqpMessage, AmqpSections, AmqpValue, AmqpValue as V, Timestamp};

fn sections(value: AmqpValue) -> AmqpSections {
    AmqpMessage { body: Some(AmqpBody::Value(value)), ..AmqpMessage::default() }.into()
}

fn encode(value: AmqpValue) -> Result<Vec<u8>, String> {
    let bytes = sections(value).encode().map_err(|error| error.to_string())?;
    Ok(bytes[3..].to_vec())
}

fn read(bytes: &str) -> Result<AmqpValue, String> {
    let bytes = [hex("00 53 77"), hex(bytes)].concat();
    match decode(&bytes).map_err(|error| error.to_string())?.message.body {
        Some(AmqpBody::Value(value)) => Ok(value),
        other => panic!("{other:?}"),
    }
}

fn array(descriptors: &[AmqpValue], items: &[AmqpValue]) -> AmqpValue {
    V::Array(Box::new(AmqpArray { descriptors: descriptors.to_vec(), items: items.to_vec() }))
}

/// The value, its shortest encoding, and other encodings of it.
#[test]
fn each_type_in_each_encoding() {
    let text = "a".repeat(256);
    let hexed = "61".repeat(256);
    let string = |text: &str| V::String(text.into());
    let symbol = |text: &str| V::Symbol(text.into());
    let cases: Vec<(AmqpValue, String, &[&str])> = vec![
        (V::Null, "40".into(), &[]),
        (V::Boolean(true), "41".into(), &["56 01"]),
        (V::Boolean(false), "42".into(), &["56 00"]),
        (V::Ubyte(255), "50 ff".into(), &[]),
        (V::Ushort(258), "60 0102".into(), &[]),
        (V::Uint(0), "43".into(), &["52 00", "70 00000000"]),
        (V::Uint(255), "52 ff".into(), &["70 000000ff"]),
        (V::Uint(256), "70 00000100".into(), &[]),
        (V::Ulong(0), "44".into(), &["53 00", "80 0000000000000000"]),
        (V::Ulong(255), "53 ff".into(), &["80 00000000000000ff"]),
        (V::Ulong(256), "80 0000000000000100".into(), &[]),
        (V::Byte(-128), "51 80".into(), &[]),
        (V::Short(-2), "61 fffe".into(), &[]),
        (V::Int(-128), "54 80".into(), &["71 ffffff80"]),
        (V::Int(128), "71 00000080".into(), &[]),
        (V::Long(127), "55 7f".into(), &["81 000000000000007f"]),
        (V::Long(-129), "81 ffffffffffffff7f".into(), &[]),
        (V::Float(1.5), "72 3fc00000".into(), &[]),
        (V::Double(-2.0), "82 c000000000000000".into(), &[]),
        (V::Decimal32([1, 2, 3, 4]), "74 01020304".into(), &[]),
        (V::Decimal64([1; 8]), "84 0101010101010101".into(), &[]),
        (V::Decimal128([2; 16]), "94 02020202020202020202020202020202".into(), &[]),
        (V::Char('🌍'), "73 0001f30d".into(), &[]),
        (V::Timestamp(Timestamp::from_millis(-1)), "83 ffffffffffffffff".into(), &[]),
        (V::Uuid([3; 16]), "98 03030303030303030303030303030303".into(), &[]),
        (V::Binary(vec![0].into()), "a0 01 00".into(), &["b0 00000001 00"]),
        (string("å"), "a1 02 c3a5".into(), &["b1 00000002 c3a5"]),
        (string(&text), format!("b1 00000100 {hexed}"), &[]),
        (symbol("x:y"), "a3 03 783a79".into(), &["b3 00000003 783a79"]),
        (V::List(vec![]), "45".into(), &["c0 01 00", "d0 00000004 00000000"]),
        (V::List(vec![V::Null, V::Uint(1)]), "c0 04 02 40 52 01".into(), &["d0 00000007 00000002 40 52 01"]),
        (V::Map(vec![]), "c1 01 00".into(), &["d1 00000004 00000000"]),
        (V::Map(vec![(symbol("k"), V::List(vec![]))]), "c1 05 02 a3 01 6b 45".into(), &[]),
        (V::List(vec![string(&text)]), format!("d0 00000109 00000001 b1 00000100 {hexed}"), &[]),
        (
            V::Described(Box::new((symbol("d"), V::Ulong(1)))),
            "00 a3 01 64 53 01".into(),
            &["00 b3 00000001 64 80 0000000000000001"],
        ),
    ];
    for (value, shortest, others) in cases {
        assert_eq!(encode(value.clone()), Ok(hex(&shortest)), "{value:?}");
        for bytes in [shortest.as_str()].iter().chain(others) {
            assert_eq!(read(bytes), Ok(value.clone()), "{bytes}");
        }
    }
}

#[test]
fn arrays_have_one_constructor() {
    let cases = [
        (array(&[], &[]), "e0 02 00 40"),
        (array(&[], &[V::Null, V::Null]), "e0 02 02 40"),
        (array(&[], &[V::Boolean(true), V::Boolean(false)]), "e0 04 02 56 01 00"),
        (array(&[], &[V::Uint(0), V::Uint(255)]), "e0 04 02 52 00 ff"),
        (array(&[], &[V::Uint(1), V::Uint(256)]), "e0 0a 02 70 00000001 00000100"),
        (array(&[], &[V::Long(-1), V::Long(5)]), "e0 04 02 55 ff 05"),
        (array(&[], &[V::Int(-1), V::Int(500)]), "e0 0a 02 71 ffffffff 000001f4"),
        (array(&[], &[V::Ulong(7)]), "e0 03 01 53 07"),
        (array(&[], &[V::Symbol("a".into()), V::Symbol("bc".into())]), "e0 07 02 a3 01 61 02 6263"),
        (array(&[], &[V::Binary(vec![9].into())]), "e0 04 01 a0 01 09"),
        (
            array(&[], &[V::List(vec![V::Null]), V::List(vec![])]),
            "e0 13 02 d0 00000005 00000001 40 00000004 00000000",
        ),
        (array(&[], &[V::Map(vec![])]), "e0 0a 01 d1 00000004 00000000"),
        (array(&[], &[array(&[], &[V::Byte(1)])]), "e0 0c 01 f0 00000006 00000001 51 01"),
        (array(&[V::Ulong(9)], &[V::Ubyte(1), V::Ubyte(2)]), "e0 07 02 00 53 09 50 01 02"),
        (array(&[V::Ulong(9), V::Ulong(0)], &[V::Ubyte(1)]), "e0 08 01 00 53 09 00 44 50 01"),
    ];
    for (value, bytes) in cases {
        assert_eq!(encode(value.clone()), Ok(hex(bytes)), "{value:?}");
        assert_eq!(read(bytes), Ok(value), "{bytes}");
    }
    // Empty items, and the wide form.
    assert_eq!(read("e0 02 03 43"), Ok(array(&[], &[V::Uint(0), V::Uint(0), V::Uint(0)])));
    assert_eq!(read("f0 00000005 00000001 41"), Ok(array(&[], &[V::Boolean(true)])));
    assert_eq!(read("f0 00000006 00000001 56 01"), Ok(array(&[], &[V::Boolean(true)])));
    let many = vec![V::Ushort(7); 200];
    let bytes = encode(array(&[], &many)).unwrap();
    assert_eq!(bytes[..10], hex("f0 00000195 000000c8 60"));
    let whole = [hex("00 53 77"), bytes].concat();
    assert_eq!(decode(&whole).unwrap(), sections(array(&[], &many)));
}

#[test]
fn what_is_no_value_is_refused() {
    for (bytes, error) in [
        ("46", "at byte 3: value 70: is no format code"),
        ("00", "at byte 4: needs 1 more bytes, 0 left"),
        ("00 44", "at byte 5: needs 1 more bytes, 0 left"),
        ("56 02", "at byte 4: bool byte is 2, must be 0 or 1"),
        ("73 0000d800", "at byte 4: value 55296: is no Unicode scalar value"),
        ("a1 02 61ff", "at byte 6: not UTF-8"),
        ("a3 02 61e5", "at byte 6: value 229: a symbol is ASCII"),
        ("c0 00", "at byte 5: needs 1 more bytes, 0 left"),
        ("c0 02 00 40", "at byte 6: 1 bytes left over"),
        ("c0 02 02 40", "at byte 4: count 2, at most 1 can follow"),
        ("d0 00000005 ffffffff 40", "at byte 4: count 4294967295, at most 1 can follow"),
        ("d0 ffffffff 00000000", "at byte 8: needs 4294967295 more bytes, 4 left"),
        ("c1 02 01 40", "at byte 4: length 1: a map has as many values as keys"),
        ("e0 01 00", "at byte 6: needs 1 more bytes, 0 left"),
        ("e0 02 00 46", "at byte 6: value 70: is no format code"),
        ("e0 03 03 52 00", "at byte 4: count 3, at most 1 can follow"),
    ] {
        let error = format!("amqp amqp-value {error}");
        assert_eq!(read(bytes), Err(error), "{bytes}");
    }
}

#[test]
fn what_cannot_be_written_is_refused_and_the_output_is_as_it_was() {
    let mut deep = V::Null;
    for _ in 0..65 {
        deep = V::List(vec![deep]);
    }
    for (value, error) in [
        (V::Symbol("å".into()), "value 229: a symbol is ASCII"),
        (array(&[], &[V::Symbol("å".into())]), "value 229: a symbol is ASCII"),
        (deep, "value 64: nested deeper than 64"),
        (
            array(&[], &[V::Uint(1), V::Int(1)]),
            "value 0: the items of an array are of one type, without descriptors of their own",
        ),
        (
            array(&[], &[V::Described(Box::new((V::Null, V::Null)))]),
            "value 0: the items of an array are of one type, without descriptors of their own",
        ),
        (array(&[], &vec![V::Null; 257]), "257 items, at most 256 can be written"),
        (V::List(vec![array(&[], &vec![V::Null; 200]); 2]), "400 items, at most 256 can be written"),
    ] {
        let mut bytes = vec![7];
        let refused = sections(value).encode_to(&mut bytes).unwrap_err();
        assert_eq!(refused.to_string(), format!("amqp amqp-value: {error}"));
        assert_eq!(bytes, [7]);
    }
    // What is just not too much can be read back.
    let mut deep = array(&[], &vec![V::Null; 256]);
    for _ in 0..63 {
        deep = V::List(vec![deep]);
    }
    let bytes = sections(deep.clone()).encode().unwrap();
    assert_eq!(decode(&bytes), Ok(sections(deep)));
}
