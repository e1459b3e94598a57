//! Telling other kinds of files by their first bytes.

use super::error::{LoadError, LoadErrorKind};

/// First bytes and what they are a sign of.
const SIGNATURES: [(&[u8], &str); 14] = [
    (b"\x89PNG", "a PNG picture"),
    (b"\xFF\xD8\xFF", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"PK\x03\x04", "a zip archive; unpack it and choose the results.json inside"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\x1F\x8B", "gzip-compressed; unpack it first"),
    (b"\x28\xB5\x2F\xFD", "zstd-compressed; unpack it first"),
    (b"\xFD7zXZ", "xz-compressed; unpack it first"),
    (b"BZh", "bzip2-compressed; unpack it first"),
    (b"%PDF", "a PDF document"),
    (b"SQLite format 3", "an SQLite database"),
    (b"\x00asm", "a WebAssembly module"),
    (b"\x7FELF", "a program"),
    (b"<", "an HTML or XML page"),
];

/// Refuses what is plainly no JSON object, and names it.
pub(super) fn check_kind(bytes: &[u8]) -> Result<(), LoadError> {
    let other = |what: &str| Err(LoadError::whole_file(LoadErrorKind::OtherFormat, format!("the file is {what}")));
    let utf16 = "UTF-16 text; save it as UTF-8";
    match bytes {
        [] => return Err(LoadError::whole_file(LoadErrorKind::Empty, "the file is empty (0 bytes)")),
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => {
            return other("UTF-32 text; save it as UTF-8");
        }
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [0, b'{', ..] | [b'{', 0, ..] => return other(utf16),
        _ => {}
    }
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = text.trim_ascii_start();
    if text.is_empty() {
        return Err(LoadError::whole_file(LoadErrorKind::Empty, "the file holds nothing but white space"));
    }
    if let Some((_, what)) = SIGNATURES.iter().find(|(start, _)| text.starts_with(start)) {
        return other(what);
    }
    match text[0] {
        b'{' => Ok(()),
        b'[' => other("a JSON list; a results file is a JSON object with the key `results`"),
        b'"' => other("a JSON string; a results file is a JSON object with the key `results`"),
        b'0'..=b'9' | b'-' if text.len() < 64 => {
            other("a number; a results file is a JSON object with the key `results`")
        }
        _ if text.starts_with(b"tasks:") => other("a task file (YAML), not a results file"),
        0 => other("binary; a results file is JSON text"),
        _ => other("no JSON object; a results file starts with `{`"),
    }
}
