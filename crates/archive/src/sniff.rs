//! Tells what a dropped file is from its first bytes.

use trivium_core::record::FORMAT;

/// What a file seems to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A session record of ours.
    Record,
    /// A JSON file that is no record; perhaps benchmark results.
    Json,
    /// Something that cannot be read here, with its name.
    Foreign(&'static str),
}

/// Signatures of files that people drop by mistake.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "a gzip file"),
    (b"\xff\xfe", "text in UTF-16; save it as UTF-8"),
    (b"\xfe\xff", "text in UTF-16; save it as UTF-8"),
    (b"<!DOCTYPE", "a web page"),
    (b"<html", "a web page"),
];

/// Bytes looked at to find out.
const HEAD: usize = 4096;

/// What the file seems to be. Never fails: what is not known is named so.
pub fn sniff(bytes: &[u8]) -> Kind {
    if let Some((_, name)) = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature)) {
        return Kind::Foreign(name);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let head = &bytes[..bytes.len().min(HEAD)];
    let start = head.iter().position(|b| !b.is_ascii_whitespace());
    match start.map(|i| &head[i..]) {
        None => Kind::Foreign("an empty file"),
        Some([b'{' | b'[', ..]) => {
            let first = head.split(|b| *b == b'\n').next().unwrap_or(head);
            let names_format = |format: &str| first.windows(format.len()).any(|w| w == format.as_bytes());
            let family = FORMAT.split('/').next().unwrap_or(FORMAT);
            if names_format(family) { Kind::Record } else { Kind::Json }
        }
        Some(_) => Kind::Foreign("neither JSON nor a session record"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart() {
        assert_eq!(sniff(b"\x89PNG\r\n"), Kind::Foreign("a PNG picture"));
        assert_eq!(sniff(b""), Kind::Foreign("an empty file"));
        assert_eq!(sniff(b" \n\n"), Kind::Foreign("an empty file"));
        assert_eq!(sniff(b"\xef\xbb\xbf{\"format\":\"trivium-record/1\"}\n"), Kind::Record);
        assert_eq!(sniff(b"{\"format\":\"trivium-record/9\"}"), Kind::Record);
        assert_eq!(sniff(b"{\"config\":{},\"results\":[]}"), Kind::Json);
        assert_eq!(sniff(b"[[[[[["), Kind::Json);
        assert_eq!(sniff(b"hello"), Kind::Foreign("neither JSON nor a session record"));
    }
}
