//! Lines carry all that is in a stream: encoding them gives the stream back.

use std::path::{Path, PathBuf};
use wirescope::{Encoder, Line, Options, Stream, protocol::Protocol};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/bmq")
}

fn streams(folder: &str) -> Vec<(String, Vec<u8>)> {
    let mut streams: Vec<_> = std::fs::read_dir(testdata().join(folder))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "bin"))
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read(&path).unwrap()))
        .collect();
    streams.sort();
    assert!(!streams.is_empty());
    streams
}

fn lines(bytes: &[u8], options: &Options, chunk: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut stream = Stream::new(Protocol::Bmq, options);
    bytes.chunks(chunk).for_each(|chunk| stream.feed(chunk, &mut |line| lines.push(line)));
    stream.finish(&mut |line| lines.push(line));
    lines
}

fn encode(lines: &[Line]) -> Vec<u8> {
    // Through text, as between two programs.
    let encode = |line: &Line| {
        let text = serde_json::to_string(&line.json).unwrap();
        Encoder::new()
            .encode(&serde_json::from_str(&text).unwrap())
            .unwrap_or_else(|error| panic!("{error}: {text}"))
    };
    lines.iter().flat_map(encode).collect()
}

fn strict() -> Options {
    let mut options = Options::default();
    options.strictness = bmq_codec::Strictness::Official;
    options
}

#[test]
fn every_stream_comes_back_byte_for_byte() {
    for folder in ["cpp", "node", "tolerance"] {
        for (name, bytes) in streams(folder) {
            for options in [Options::default(), strict()] {
                assert_eq!(encode(&lines(&bytes, &options, bytes.len())), bytes, "{name}");
            }
        }
    }
}

/// What the official client writes is canonical but for another zlib's output, and for its identity: this client is
/// older than the last member, which a built one has.
#[test]
fn streams_of_the_official_client_need_raw_bytes_only_where_another_writer_wrote() {
    for (name, bytes) in streams("cpp") {
        if name.ends_with("c2b.bin") {
            for line in lines(&bytes, &Options::default(), 4096) {
                let compressed = line.json["type"] == "PUT"
                    && line.json["message"]["messages"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .any(|message| message["compression"] == "ZLIB");
                let old = line.json["message"]["control"].get("clientIdentity").is_some();
                assert_eq!(line.json.contains_key("raw"), compressed || old, "{name}: {:?}", line.json);
                assert!(!line.is_error && line.findings == 0, "{name}: {:?}", line.json);
            }
        }
    }
}

#[test]
fn streams_of_the_node_sdk_read_without_errors_and_say_whose_they_are() {
    let mut seen = std::collections::BTreeSet::new();
    for (name, bytes) in streams("node") {
        for line in lines(&bytes, &Options::default(), 4096) {
            assert!(!line.is_error, "{name}: {:?}", line.json);
            for message in line.json["message"]["messages"].as_array().into_iter().flatten() {
                if name.ends_with("c2b.bin") && line.json["type"] == "PUT" {
                    assert_eq!(message["dialect"], "node-sdk", "{name}");
                    assert_eq!(message["crc32c"]["scope"], "padded", "{name}");
                }
                if let Some(dialect) = message["dialect"].as_str() {
                    seen.insert(dialect.to_owned());
                }
            }
        }
    }
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["either", "node-sdk", "official"]);
}

#[test]
fn lines_do_not_depend_on_how_the_stream_is_cut() {
    for (name, bytes) in streams("cpp").into_iter().chain(streams("tolerance")) {
        let whole = lines(&bytes, &Options::default(), bytes.len());
        for chunk in [1, 3, 1000] {
            assert_eq!(lines(&bytes, &Options::default(), chunk), whole, "{name}");
        }
    }
}

/// A stream that breaks, at any place and however it is cut, still comes back whole.
#[test]
fn broken_streams_come_back_too() {
    let good = [0, 0, 0, 8, 0x4B, 2, 0, 0];
    let mut broken: Vec<Vec<u8>> =
        (0..8).map(|length| [&good[..], &[0, 0, 0, length], b"rest"].concat()).collect();
    broken.push([&good[..], &[0x80, 0, 0, 36], b"rest"].concat());
    broken.push([&good[..], &[0, 0, 0, 36], b"cut short"].concat());
    broken.push([&good[..], &[0, 0]].concat());
    broken.push(vec![0xFF; 100]);
    for bytes in broken {
        for chunk in 1..=bytes.len() {
            let lines = lines(&bytes, &Options::default(), chunk);
            assert!(lines.last().unwrap().is_error);
            assert_eq!(lines.last().unwrap().json["error"]["fatal"], true);
            assert_eq!(encode(&lines), bytes, "{chunk}");
        }
    }
}

#[test]
fn a_long_rest_of_a_broken_stream_is_cut_and_said_to_be() {
    let mut bytes = vec![0; 3 << 20];
    bytes[..4].copy_from_slice(&[0xFF; 4]);
    let lines = lines(&bytes, &Options::default(), 64 * 1024);
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0].json["omitted"], (3 << 20) - (1 << 20));
    let error = Encoder::new().encode(&lines[0].json).unwrap_err();
    assert!(error.to_string().starts_with("omitted: 2097152 bytes"), "{error}");
}

#[test]
fn editing_a_field_changes_the_bytes_and_recomputes_the_rest() {
    let (_, bytes) = streams("cpp").into_iter().find(|(name, _)| name == "cpp-zlib-new.c2b.bin").unwrap();
    let mut lines = lines(&bytes, &Options::default(), 4096);
    let puts: Vec<_> = (0..lines.len()).filter(|i| lines[*i].json["type"] == "PUT").collect();
    // Both a line without raw and one with it (compressed).
    for put in [puts[0], puts[1]] {
        lines[put].json["message"]["messages"][0]["payload"] = "6e6577".into();
        lines[put].json["message"]["messages"][0]["queueId"] = 77.into();
    }
    let edited = encode(&lines);
    let again = self::lines(&edited, &strict(), 4096);
    assert_eq!(again.len(), lines.len());
    for put in [puts[0], puts[1]] {
        let message = &again[put].json["message"]["messages"][0];
        assert_eq!((message["payload"].as_str(), message["queueId"].as_u64()), (Some("6e6577"), Some(77)));
        assert_eq!(message["crc32c"]["scope"], "unpadded");
    }
    // A checksum given as a number is written as it is.
    lines[puts[0]].json["message"]["messages"][0]["crc32c"] = 5.into();
    let again = self::lines(&encode(&lines), &Options::default(), 4096);
    let crc = &again[puts[0]].json["message"]["messages"][0]["crc32c"];
    assert_eq!((crc["value"].as_u64(), crc["scope"].as_str()), (Some(5), Some("mismatch")));
}

#[test]
fn what_cannot_be_encoded_says_where_and_why() {
    for (line, text) in [
        (r#"{"type":"ACK"}"#, "protocol: is missing"),
        (r#"{"protocol":"xyz","type":"ACK"}"#, "protocol: \"xyz\" is not known"),
        (r#"{"protocol":"bmq","type":"NOPE","message":{}}"#, "type: \"NOPE\" is not known"),
        (r#"{"protocol":"bmq","type":0,"message":{}}"#, "type: 0 is no event type"),
        (r#"{"protocol":"bmq","type":"ACK"}"#, "message: is missing"),
        (
            r#"{"protocol":"bmq","type":"ACK","message":{"messages":[{"status":"SUCCESS"}]}}"#,
            "message.messages[0].guid: is missing",
        ),
        (
            r#"{"protocol":"bmq","type":"ACK","message":{"messages":[{"status":16,"guid":"","queueId":1}]}}"#,
            "message.messages[0].status: 16 does not fit 4 bits",
        ),
        (
            r#"{"protocol":"bmq","type":"PUT","message":{"messages":[{"queueId":1,"correlationId":1,"payload":""}]}}"#,
            "message: bmq PutHeader.payload: the payload must not be empty",
        ),
        (
            r#"{"protocol":"bmq","type":"PUT","message":{"messages":[{"queueId":1,"correlationId":1,"payload":"0"}]}}"#,
            "message.messages[0].payload: must be hexadecimal text",
        ),
        (
            r#"{"protocol":"bmq","type":"PUT","message":{"messages":[{"queueId":4294967296,"correlationId":1}]}}"#,
            "message.messages[0].queueId: 4294967296 does not fit",
        ),
        (
            r#"{"protocol":"bmq","type":"PUSH","message":{"messages":[{"queueId":1,
               "guid":"40000000000000001122334455660001","flags":["ACK_REQUESTED"],"payload":"00"}]}}"#,
            "message.messages[0].flags[0]: \"ACK_REQUESTED\" is not known",
        ),
    ] {
        let error = Encoder::new().encode(&serde_json::from_str(line).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn credentials_are_redacted_unless_asked_for() {
    let mut show = Options::default();
    show.show_secrets = true;
    // A request in BER and in JSON, and one that is broken behind its credentials.
    let ber = [
        &[0, 0, 0, 32, 0x4F, 2, 0, 0, 0x30, 0x80, 0xA0, 0x80, 0xA0, 0x80, 0x80, 1, b'B', 0x81, 6][..],
        b"secret\0\0\0\0\0\0\x01",
    ]
    .concat();
    let text = br#"{"authenticationRequest":{"mechanism":"B","data":"c2VjcmV0"}}"#;
    let json = [&[0, 0, 0, 72, 0x4F, 2, 0x20, 0][..], text, b"\x03\x03\x03"].concat();
    let broken =
        [&[0, 0, 0, 72, 0x4F, 2, 0x20, 0][..], &text[..text.len() - 1], b"\x04\x04\x04\x04"].concat();
    // An encoding that is not known.
    let unknown = [&[0, 0, 0, 72, 0x4F, 2, 0xE0, 0][..], text, b"\x03\x03\x03"].concat();
    for bytes in [&ber, &json, &broken, &unknown] {
        let hidden = lines(bytes, &Options::default(), 100);
        let text = serde_json::to_string(&hidden[0].json).unwrap();
        assert!(text.contains("\"redacted\""), "{text}");
        assert!(!text.contains("736563726574") && !text.contains("c2VjcmV0"), "{text}");
        assert!(!hidden[0].json.contains_key("raw"), "{text}");
        let error = Encoder::new().encode(&hidden[0].json).unwrap_err();
        assert!(error.to_string().contains("--show-secrets"), "{error}");
        assert_eq!(encode(&lines(bytes, &show, 100)), **bytes);
    }
    let shown = lines(&ber, &show, 100);
    assert_eq!(shown[0].json["message"]["control"]["authenticationRequest"]["data"], "736563726574");
    assert!(!shown[0].json.contains_key("raw"));
    // Broken too: an encoding that is not known.
    let mut unknown = ber.clone();
    unknown[6] = 0xE0;
    let hidden = lines(&unknown, &Options::default(), 100);
    assert!(hidden[0].is_error && hidden[0].is_redacted());
    assert_eq!(hidden[0].json["bytes"]["redacted"], 32);
    assert_eq!(encode(&lines(&unknown, &show, 100)), unknown);
}

#[test]
fn editing_a_control_message_builds_it_again() {
    let path = "cpp/cpp-props-new.c2b.bin";
    let bytes = std::fs::read(testdata().join(path)).unwrap();
    let mut open = lines(&bytes, &Options::default(), 1000).swap_remove(1).json;
    assert_eq!(open["message"]["control"]["openQueue"]["handleParameters"]["qId"], 0);
    open["message"]["control"]["openQueue"]["handleParameters"]["qId"] = 7.into();
    open["message"]["encoding"] = "JSON".into();
    let built = Encoder::new().encode(&open).unwrap();
    let again = lines(&built, &Options::default(), 1000).swap_remove(0).json;
    assert_eq!(again["message"], open["message"]);
    open["message"]["control"]["openQueue"]["handleParameters"]["qId"] = "x".into();
    let error = Encoder::new().encode(&open).unwrap_err();
    assert!(error.to_string().contains("QueueHandleParameters.qId"), "{error}");
}

#[test]
fn text_that_is_not_utf8_and_unknown_values_come_back() {
    // adminCommand {command: "a" FF}, and a status of category -50.
    for body in [
        &b"\x30\x80\x80\x01\x05\xa1\x80\xa7\x80\x80\x02a\xff\0\0\0\0\0\0"[..],
        b"\x30\x80\x80\x01\x05\xa1\x80\xa0\x80\x80\x01\xce\x81\x01\x01\x82\x01a\0\0\0\0\0\0",
    ] {
        let padding = 4 - body.len() % 4;
        let len = u8::try_from(8 + body.len() + padding).unwrap();
        let fill = [u8::try_from(padding).unwrap(); 4];
        let bytes = [&[0, 0, 0, len, 0x41, 2, 0, 0][..], body, &fill[..padding]].concat();
        let mut line = lines(&bytes, &Options::default(), 100).swap_remove(0).json;
        assert!(line.remove("raw").is_none(), "{line:?}");
        assert_eq!(Encoder::new().encode(&line).unwrap(), bytes, "{line:?}");
    }
}

#[test]
fn events_between_brokers_come_back_from_their_fields() {
    for (name, bytes) in codec_testkit::generate::bmq::samples() {
        let mut line = lines(&bytes, &Options::default(), 100).swap_remove(0).json;
        if !["storage", "partition-sync", "recovery", "receipt", "cluster-state"]
            .contains(&&*name.to_string())
        {
            continue;
        }
        assert!(line.remove("raw").is_none(), "{name}: {line:?}");
        assert!(!line["message"].as_object().unwrap().contains_key("body"), "{name}");
        assert_eq!(Encoder::new().encode(&line).unwrap(), bytes, "{name}");
    }
}
