//! What the official decoder of JSON was seen to take and refuse.

use super::*;

#[test]
fn json_that_the_official_decoder_takes() {
    for text in [
        r#"{"rId":5,"disconnect":{}}"#,
        " {\t\"rId\" :\r\n5 ,\x0C\"disconnect\" : { } } ",
        r#"{"disconnect":{},"rId":5}"#,
        r#"{"rId":"5","disconnect":{}}"#,
        r#"{"rId":5.0,"disconnect":{}}"#,
        r#"{"rId":5,"x":{"y":[1,{"z":null},"}"]},"disconnect":{}}"#,
        r#"{"rId":5,,,"disconnect":{},}"#,
        r#"{"rId":4,"rId":5,"disconnect":{}}"#,
        r#"{"r\u0049d":5,"disconnect":{}}"#,
        r#"{"rId":5,"disconnect":{}} trailing"#,
        "{\"rId\":5,\"disconnect\":{}}\x03\x03\x03",
    ] {
        assert_eq!(json(text), disconnect(5), "{text}");
    }
    assert_eq!(json(r#"{"rId":null,"disconnect":{}}"#), Ok((None, "Disconnect(Disconnect)".into())));
    assert_eq!(
        json(r#"{"rId":5,"disconnect":{},"closeQueueResponse":{}}"#),
        Ok((Some(5), "CloseQueueResponse(CloseQueueResponse)".into()))
    );
    assert_eq!(json(r#"{"rId":55,"disconnect":{}}"#), disconnect(55));
    for (uri, text) in [
        ("bmq://a/b", r#"bmq://a/b"#),
        ("bmq://a/b", r#"bmq:\/\/a\/b"#),
        ("bmq://a/b?id=x", r#"bmq:\/\/a\/b?id\u003dx"#),
        ("<&>='", r#"\u003c\u0026\u003E\u003d\u0027"#),
    ] {
        let text = format!(r#"{{"handleParameters":{{"uri":"{text}","qId":1,"subIdInfo":null,"flags":6}}}}"#);
        let open = OpenQueue::from_json(text.as_bytes()).unwrap().handle_parameters;
        assert_eq!((open.uri.to_str().unwrap().as_ref(), open.q_id, open.sub_id_info), (uri, 1, None));
        assert_eq!((open.read_count, open.write_count, open.admin_count), (0, 0, 0));
    }
    for category in [r#""E_REFUSED""#, "-6"] {
        let text = format!(r#"{{"category":{category},"code":1,"message":"\u00e9é\ud83d\ude00"}}"#);
        let status = Status::from_json(text.as_bytes()).unwrap();
        assert_eq!((status.category, status.code), (StatusCategory::E_REFUSED, 1));
        assert_eq!(status.message, "éé😀");
    }
    let status = Status::from_json(b"{\"message\":\"\xFF\"}").unwrap();
    assert_eq!(status.message.as_bytes(), Some(&[0xFF][..]));
    assert_eq!(status.to_json().unwrap_err().reason().name(), "utf8");
}

#[test]
fn json_that_is_refused() {
    for (text, reason) in [
        (r#"{"rId":5,"status":{"category":"E_NOPE"}}"#, "bad_value"),
        (r#"{"rId":2147483648,"disconnect":{}}"#, "bad_value"),
        (r#"{"rId":-2147483649,"disconnect":{}}"#, "bad_value"),
        (r#"{"rId":5.5,"disconnect":{}}"#, "bad_value"),
        (r#"{"rId":"","disconnect":{}}"#, "bad_value"),
        (r#"{"rId":"x","disconnect":{}}"#, "bad_value"),
        (r#"{"rId":true,"disconnect":{}}"#, "wrong_type"),
        (r#"{"rId":5,"disconnect":[]}"#, "wrong_type"),
        (r#"{}"#, "unset_choice"),
        (r#"{"rId":5,"nope":{}}"#, "unset_choice"),
        (r#"{"rId":5"disconnect":{}}"#, "invalid_json"),
        (r#"{"rId" 5,"disconnect":{}}"#, "invalid_json"),
        (r#"{"rId":5,"disconnect":{}"#, "invalid_json"),
        (r#"{"rId":5,"disconnect":"#, "invalid_json"),
        (r#"{rId:5}"#, "invalid_json"),
        (r#"[]"#, "wrong_type"),
        ("", "invalid_json"),
        (r#"{"rId":5,"status":{"message":"\x"}}"#, "invalid_json"),
        (r#"{"rId":5,"status":{"message":"a}}"#, "invalid_json"),
        (r#"{"rId":5,"status":{"message":"\ud800"}}"#, "lone_surrogate"),
        (r#"{"x":?,"disconnect":{}}"#, "invalid_json"),
    ] {
        assert_eq!(json(text), Err(reason), "{text}");
    }
}
