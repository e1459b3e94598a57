//! Server-sent events and lines of JSON, however the bytes are cut into pieces.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use proptest::prelude::*;
use trivium_models::provider::lines::{Lines, Ndjson};
use trivium_models::provider::sse::{Frame, Sse};

fn event(name: Option<&str>, data: &str) -> Frame {
    Frame::Event { name: name.map(str::to_owned), data: data.to_owned() }
}

/// Frames of a stream that comes in these pieces.
fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Frame> {
    let mut sse = Sse::default();
    let mut frames: Vec<Frame> = pieces.into_iter().flat_map(|piece| sse.push(piece)).collect();
    frames.extend(sse.finish());
    frames
}

fn bytewise(stream: &[u8]) -> Vec<Frame> {
    read(stream.chunks(1))
}

#[test]
fn events_are_read_as_the_standard_says() {
    for (stream, expected) in [
        ("data: a\n\n", vec![event(None, "a")]),
        ("data:a\n\n", vec![event(None, "a")]),
        ("data:  a\n\n", vec![event(None, " a")]),
        ("event: x\ndata: a\n\n", vec![event(Some("x"), "a")]),
        ("data: a\ndata: b\n\ndata: c\n\n", vec![event(None, "a\nb"), event(None, "c")]),
        ("data: a\n\nevent: gone\n\ndata: b\n\n", vec![event(None, "a"), event(None, "b")]),
        ("data\n\ndata:\n\n", vec![]),
        ("id: 7\nretry: 5\nunknown: x\ndata: a\n\n", vec![event(None, "a")]),
        ("\u{feff}data: a\n\n", vec![event(None, "a")]),
        ("data: \u{feff}a\n\n", vec![event(None, "\u{feff}a")]),
        ("\n\n\ndata: a\n\n\n\n", vec![event(None, "a")]),
    ] {
        assert_eq!(bytewise(stream.as_bytes()), expected, "{stream:?}");
        assert_eq!(read([stream.as_bytes()]), expected, "{stream:?}");
    }
}

#[test]
fn every_line_end_counts_once() {
    let expected = vec![event(Some("x"), "a\nb"), event(None, "c")];
    for end in ["\n", "\r", "\r\n"] {
        let stream = ["event: x", "data: a", "data: b", "", "data: c", "", ""].join(end);
        assert_eq!(bytewise(stream.as_bytes()), expected, "{end:?}");
    }
    assert_eq!(bytewise(b"data: a\r\ndata: b\n\r\ndata: c\r\r"), [event(None, "a\nb"), event(None, "c")]);
}

#[test]
fn comments_are_no_events_and_the_last_event_needs_no_end() {
    let stream = ": OPENROUTER PROCESSING\n\n: keep-alive\ndata: a\n: in between\ndata: b\n\n:\n\ndata: last";
    assert_eq!(bytewise(stream.as_bytes()), [event(None, "a\nb"), event(None, "last")]);
    assert_eq!(bytewise(b"data: a\n"), [event(None, "a")]);
}

#[test]
fn json_without_a_field_name_is_handed_on() {
    let error = "{\"error\": {\"code\": 503,\n  \"message\": \"a } in \\\" a text\"\n}}";
    let bare = || Frame::Bare(error.to_owned());
    let stream = format!("data: a\n\n{error}\n\ndata: b\n\n");
    assert_eq!(bytewise(stream.as_bytes()), [event(None, "a"), bare(), event(None, "b")]);
    assert_eq!(bytewise(error.as_bytes()), [bare()]);
    assert_eq!(bytewise(format!("data: a\n{error}").as_bytes()), [event(None, "a"), bare()]);
    // It breaks off, or never was JSON.
    assert_eq!(bytewise(b"{\"error\": {\ndata: b\n\n"), [Frame::Bare("{\"error\": {".into()), event(None, "b")]);
    assert_eq!(bytewise(b"{\"error\": {"), [Frame::Bare("{\"error\": {".into())]);
}

#[test]
fn lines_of_json_are_read_without_blank_ones() {
    let mut lines = Ndjson::default();
    let stream = "{\"a\":1}\r\n\n  \n{\"b\":\"ü\"}\n{\"c\":3}";
    let found: Vec<String> = stream.as_bytes().chunks(1).flat_map(|byte| lines.push(byte)).collect();
    assert_eq!(found, ["{\"a\":1}", "{\"b\":\"ü\"}"]);
    assert_eq!(lines.finish().as_deref(), Some("{\"c\":3}"));
    assert_eq!(Ndjson::default().finish(), None);
}

/// Cuts bytes at these places, in any order and as often as they are given.
fn cut<'a>(bytes: &'a [u8], places: &[prop::sample::Index]) -> Vec<&'a [u8]> {
    let mut places: Vec<usize> = places.iter().map(|place| place.index(bytes.len() + 1)).collect();
    places.sort_unstable();
    let mut pieces = Vec::new();
    let mut from = 0;
    for place in places {
        pieces.push(&bytes[from..place]);
        from = place;
    }
    pieces.push(&bytes[from..]);
    pieces
}

/// Streams that look like what servers send, with every oddity, and bytes without any sense.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        "(data|event|id|retry|x)?:? ?[ -~äö€😀]{0,12}".prop_map(String::into_bytes),
        "[{}\\[\\]\"\\\\a:,]{0,10}".prop_map(String::into_bytes),
        prop::sample::select(vec!["\n", "\r", "\r\n", "\n\n", "\u{feff}", "data: ", ":"])
            .prop_map(|text| text.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 0..6),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_chunking_gives_the_same_frames(
        bytes in stream(),
        places in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let whole = read([bytes.as_slice()]);
        prop_assert_eq!(&read(cut(&bytes, &places)), &whole);
        prop_assert_eq!(&bytewise(&bytes), &whole);
    }

    #[test]
    fn any_chunking_gives_the_same_lines(
        bytes in stream(),
        places in prop::collection::vec(any::<prop::sample::Index>(), 0..8),
    ) {
        let lines = |pieces: Vec<&[u8]>| {
            let (mut reader, mut found) = (Lines::default(), Vec::new());
            pieces.into_iter().for_each(|piece| reader.push(piece, |line| found.push(line)));
            (found, reader.finish())
        };
        prop_assert_eq!(lines(cut(&bytes, &places)), lines(vec![&bytes]));
        prop_assert_eq!(lines(bytes.chunks(1).collect()), lines(vec![&bytes]));
    }

    /// What is written as events comes back, whatever the line ends.
    #[test]
    fn written_events_come_back(
        events in prop::collection::vec(("[a-z.]{0,8}", "[^\r\n\u{0}]{1,20}", "[^\r\n\u{0}]{0,9}"), 0..8),
        end in prop::sample::select(vec!["\n", "\r", "\r\n"]),
    ) {
        let mut stream = String::new();
        let mut expected = Vec::new();
        for (name, first, second) in &events {
            stream.push_str(&format!(": sign of life{end}event: {name}{end}data: {first}{end}data: {second}{end}{end}"));
            let name = Some(name.as_str()).filter(|name| !name.is_empty());
            expected.push(event(name, &format!("{first}\n{second}")));
        }
        prop_assert_eq!(bytewise(stream.as_bytes()), expected);
    }
}
