//! Laws of bmq-codec over generated events: each kind reads back as it was built, is cut off at every length without
//! harm, and comes out of a stream however that is cut.

use bmq_codec::Strictness::{Lenient, Official};
use bmq_codec::build::schema_event;
use bmq_codec::{EncodingType, Event, EventType, Split, limits, split_frame};
use codec_testkit::generate::bmq::samples;
use codec_testkit::oracle::{bmq_decode, bmq_roundtrip, bmq_stream, bmq_structured};
use codec_testkit::outcome::read;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// Round trip, exact lengths, the same bytes in a slice and a growing buffer, and one byte changed.
    #[test]
    fn what_is_built_reads_back(data in proptest::collection::vec(any::<u8>(), 0..3000)) {
        bmq_structured(&data);
    }

    #[test]
    fn frames_do_not_depend_on_how_a_stream_is_cut(data in proptest::collection::vec(any::<u8>(), 0..2000)) {
        bmq_stream(&data);
    }

    #[test]
    fn any_bytes_read_without_harm_and_nothing_is_lost(data in proptest::collection::vec(any::<u8>(), 0..600)) {
        bmq_decode(&data);
        bmq_roundtrip(&data);
    }

    /// Mostly right headers reach further than random bytes do.
    #[test]
    fn any_body_behind_a_right_header_reads_without_harm(
        kind in 1u8..=20,
        mut body in proptest::collection::vec(any::<u8>(), 0..400),
    ) {
        let len = u32::try_from(body.len() + 8).unwrap();
        let mut event = bmq_codec::EventHeader::new(EventType(kind), len).to_bytes().to_vec();
        event.append(&mut body);
        bmq_decode(&event);
        bmq_roundtrip(&event);
    }

    #[test]
    fn schema_events_of_any_body_read_back(body in proptest::collection::vec(any::<u8>(), 1..200), json: bool) {
        let encoding = if json { EncodingType::JSON } else { EncodingType::BER };
        let mut out = Vec::new();
        schema_event(&mut out, EventType::CONTROL, encoding, &body).unwrap();
        let Ok(bmq_codec::Body::Control(schema)) = Event::decode(&out).unwrap().body() else { panic!() };
        prop_assert_eq!((schema.encoding(), schema.body()), (encoding, &body[..]));
    }
}

/// A sample of every kind that is cut off: the frame layer waits; with its length made to fit, the event is refused or
/// gives the messages that are whole.
#[test]
fn every_kind_of_event_may_be_cut_off_at_every_length() {
    let samples = samples();
    assert!(samples.len() >= 20);
    for (name, bytes) in samples {
        let whole = read(&bytes, Official);
        assert!(whole.name() == "clean" || name.contains("node"), "{name}");
        for cut in (0..bytes.len()).filter(|cut| *cut < 200 || cut % 7 == 0) {
            match split_frame(&bytes[..cut], &limits::client()) {
                Ok(Split::NeedMore { at_least }) => assert!(at_least > 0 && at_least <= bytes.len() - cut),
                split => panic!("{name} {cut}: {split:?}"),
            }
            if cut < 8 {
                continue;
            }
            let mut event = bytes[..cut].to_vec();
            event[..4].copy_from_slice(&u32::try_from(cut).unwrap().to_be_bytes());
            for strictness in [Official, Lenient] {
                let outcome = read(&event, strictness);
                assert!(outcome.errors.iter().all(|error| error.offset() <= cut), "{name} {cut}");
                let common = outcome.payloads.len().min(whole.payloads.len()).saturating_sub(1);
                assert_eq!(outcome.payloads[..common], whole.payloads[..common], "{name} {cut}");
            }
            bmq_decode(&event);
        }
    }
}
