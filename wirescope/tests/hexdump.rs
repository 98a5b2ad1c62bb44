//! Hex dumps that xxd, hexdump and od wrote (`testdata/hexdump`) are read as the bytes that they were made of.

use codec_testkit::fixtures::{read_testdata, testdata};
use proptest::prelude::*;
use std::fmt::Write;
use wirescope::{Format, Given, NoteKind, Options, Session};

fn read(input: &[u8], size: usize, options: &Options) -> Vec<Given> {
    let mut given = Vec::new();
    let mut session = Session::new(options);
    input.chunks(size.max(1)).for_each(|chunk| session.feed(chunk, &mut |what| given.push(what)));
    session.finish(&mut |what| given.push(what));
    given
}

/// What is given without the note on the format, which a dump has.
fn contents(given: Vec<Given>) -> Vec<Given> {
    given
        .into_iter()
        .filter(|what| !matches!(what, Given::Note(note) if note.kind == NoteKind::Format))
        .collect()
}

fn is_dump(given: &[Given]) -> bool {
    matches!(&given[0], Given::Note(note) if note.kind == NoteKind::Format && note.text == "a hex dump")
}

#[test]
fn every_dump_is_read_as_its_stream() {
    let stream = contents(read(&read_testdata("hexdump/stream.bin"), usize::MAX, &Options::default()));
    assert_eq!(stream.iter().filter(|what| matches!(what, Given::Line(_))).count(), 3);
    let mut dumps = 0;
    for entry in std::fs::read_dir(testdata().join("hexdump")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !name.ends_with(".txt") || name.starts_with("no-end") {
            continue;
        }
        dumps += 1;
        let dump = std::fs::read(&path).unwrap();
        for size in [1, 7, 16, usize::MAX] {
            let given = read(&dump, size, &Options::default());
            assert!(is_dump(&given), "{name}: {given:?}");
            assert_eq!(contents(given), stream, "{name} in chunks of {size}");
        }
        let mut options = Options::default();
        options.format = Some(Format::HexDump);
        assert_eq!(contents(read(&dump, usize::MAX, &options)), stream, "{name}");
        // Rows may end as on Windows.
        let dump = String::from_utf8(dump).unwrap().replace('\n', "\r\n");
        assert_eq!(contents(read(dump.as_bytes(), usize::MAX, &Options::default())), stream, "{name}");
    }
    assert_eq!(dumps, 13);
}

#[test]
fn a_dump_of_a_capture_is_a_capture() {
    let dump = read(&read_testdata("hexdump/no-end.pcap.hexdump-C.txt"), usize::MAX, &Options::default());
    let capture = read(&read_testdata("pcap/no-end.pcap"), usize::MAX, &Options::default());
    assert_eq!(contents(dump), contents(capture));
}

#[test]
fn digits_alone_are_a_dump() {
    for text in
        ["000000084b020000", "00 00 00 08 4b 02 00 00", "0000 0008\n4B02 0000\n", "\n  00000008 4b020000"]
    {
        let given = read(text.as_bytes(), usize::MAX, &Options::default());
        assert!(is_dump(&given), "{text}");
        let Some(Given::Line(line)) = given.last() else { panic!("{text}: {given:?}") };
        assert_eq!(line.json["type"], "HEARTBEAT_REQ", "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_dump_is_told_with_its_line() {
    let mut options = Options::default();
    options.format = Some(Format::HexDump);
    let heartbeat = "00000000: 0000 0008 4b02 0000  ....K...\n";
    for (text, told) in [
        (format!("{heartbeat}hello\n"), "line 2 of the hex dump is none of a hex dump"),
        (format!("{heartbeat}00000010: 0000\n"), "line 2 of the hex dump does not follow the one before"),
        (format!("{heartbeat}*\nffffffffffffffff: 00\n"), "line 3 of the hex dump repeats too many bytes"),
        ("000000084b0200000".to_owned(), "line 1 of the hex dump ends inside a byte"),
        ("000000084b020000\nxyz".to_owned(), "line 2 of the hex dump is not hexadecimal"),
        (format!("{heartbeat}{}", "0".repeat(10_000)), "line 2 of the hex dump is too long"),
    ] {
        for size in [1, usize::MAX] {
            let given = read(text.as_bytes(), size, &options);
            let notes: Vec<_> = given
                .iter()
                .filter_map(|what| match what {
                    Given::Note(note) if note.kind == NoteKind::Malformed => Some(note.text.as_str()),
                    _ => None,
                })
                .collect();
            assert_eq!(notes.len(), 1, "{text:.80}: {given:?}");
            assert!(notes[0].starts_with(told), "{notes:?}");
            assert!(
                given.iter().any(|what| matches!(what, Given::Line(line) if !line.is_error)),
                "{text:.80}"
            );
        }
    }
}

proptest! {
    /// Whatever is dumped is read back, in every form.
    #[test]
    fn dumps_of_any_stream_are_read_back(
        lens in proptest::collection::vec(0_usize..70, 1..12),
        columns in 1_usize..40,
        size in 1_usize..300,
    ) {
        // Bodies of zeros, so that rows repeat.
        let frame = |len: &usize| [&u32::try_from(8 + len).unwrap().to_be_bytes()[..], &[0x4B, 2, 0, 0], &vec![0; *len]].concat();
        let stream: Vec<u8> = lens.iter().flat_map(frame).collect();
        let expected = contents(read(&stream, usize::MAX, &Options::default()));
        let mut forms = [String::new(), String::new(), String::new()];
        let mut last = &[][..];
        let mut starred = false;
        for (index, row) in stream.chunks(columns).enumerate() {
            let digits: Vec<_> = row.iter().map(|byte| format!("{byte:02x}")).collect();
            writeln!(forms[0], "{:08x}: {}  text: 00", index * columns, digits.join(" ")).unwrap();
            writeln!(forms[2], "{}", digits.concat()).unwrap();
            if row == last {
                if !starred {
                    writeln!(forms[1], "*").unwrap();
                }
                starred = true;
            } else {
                writeln!(forms[1], "{:08x}  {}  |00|", index * columns, digits.join(" ")).unwrap();
                starred = false;
            }
            last = row;
        }
        writeln!(forms[1], "{:08x}", stream.len()).unwrap();
        for form in forms {
            prop_assert_eq!(&contents(read(form.as_bytes(), size, &Options::default())), &expected, "{}", form);
        }
    }
}
