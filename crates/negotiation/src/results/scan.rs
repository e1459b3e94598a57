//! One pass over the JSON text that finds the top-level members and the rows.
//!
//! It keeps a path while it goes, so that any trouble can be placed, and looks for what the parser
//! passes over silently in parts that are only skipped: depth, lengths, lone surrogates. It checks
//! the structure (brackets, commas, colons); scalars are checked when the parts are parsed.

use std::ops::Range;

use super::Limits;

/// Where the parts of a results file are.
pub(super) struct Scan {
    /// Top-level members in order: the key between its quotes, and the value.
    pub members: Vec<(Range<usize>, Range<usize>)>,
    /// The elements of the last top-level `results` list.
    pub rows: Vec<Range<usize>>,
    /// What stopped the scan before the end, if anything.
    pub fault: Option<Fault>,
}

/// Trouble found by the scan.
pub(super) struct Fault {
    pub kind: FaultKind,
    pub offset: usize,
    pub path: String,
}

pub(super) enum FaultKind {
    /// The text ended; the row it was in, if in one.
    Truncated {
        row: Option<u32>,
    },
    /// Something else was expected here.
    Expected(&'static str),
    /// Half of a surrogate pair.
    LoneSurrogate,
    TooDeep,
    StringTooLong,
    TooManyRows,
}

#[derive(Clone, Copy)]
struct Frame {
    is_object: bool,
    /// Index of the current element of a list.
    index: u32,
    /// The current key of an object, between its quotes; empty before the first.
    key: (usize, usize),
}

#[derive(Clone, Copy, PartialEq)]
enum Expect {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    CommaOrEnd,
    Nothing,
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Start of the last token read.
    token: usize,
    stack: Vec<Frame>,
    limits: &'a Limits,
}

const RESULTS: &[u8] = b"results";
/// Path segments shown before a path is cut short.
const SHOWN_SEGMENTS: usize = 12;

/// Scans a whole text.
pub(super) fn scan(bytes: &[u8], limits: &Limits) -> Scan {
    let mut scanner = Scanner::new(bytes, limits);
    let mut found = Scan { members: Vec::new(), rows: Vec::new(), fault: None };
    if let Err(kind) = scanner.run(bytes.len(), &mut found) {
        found.fault = Some(Fault { kind, offset: scanner.at, path: scanner.path() });
    }
    found
}

/// The path of the value that is being read, or has just been read, after `offset` bytes, and where
/// its last token starts.
pub(super) fn place_at(bytes: &[u8], offset: usize, limits: &Limits) -> (String, usize) {
    let mut scanner = Scanner::new(bytes, limits);
    let mut found = Scan { members: Vec::new(), rows: Vec::new(), fault: None };
    let _ = scanner.run(offset, &mut found);
    let start = match bytes.get(scanner.token) {
        // Nothing of the value itself was read yet: it starts at the cursor.
        Some(b':' | b',' | b'[' | b'{') | None => scanner.at,
        _ => scanner.token,
    };
    (scanner.path(), start)
}

impl<'a> Scanner<'a> {
    fn new(bytes: &'a [u8], limits: &'a Limits) -> Self {
        Scanner { bytes, at: 0, token: 0, stack: Vec::with_capacity(16), limits }
    }

    /// Reads tokens until the text is complete or the next token would end after `stop`.
    fn run(&mut self, stop: usize, found: &mut Scan) -> Result<(), FaultKind> {
        let bytes = self.bytes;
        let mut expect = Expect::Value;
        let mut member_start = 0;
        let mut row_start = 0;
        let mut in_results = false;
        loop {
            self.at = after_white_space(bytes, self.at);
            if self.at >= stop {
                if stop < bytes.len() || expect == Expect::Nothing {
                    return Ok(());
                }
                return Err(self.truncated(in_results));
            }
            let byte = bytes[self.at];
            let before = self.at;
            let mut value_ended = false;
            match (expect, byte) {
                (Expect::Nothing, _) => return Err(FaultKind::Expected("the end of the file")),
                (Expect::Colon, b':') => {
                    self.at += 1;
                    expect = Expect::Value;
                }
                (Expect::Colon, _) => return Err(FaultKind::Expected("`:` after a key")),
                (Expect::Key | Expect::KeyOrEnd, b'"') => {
                    let end = self.string(in_results)?;
                    if end > stop {
                        self.at = before;
                        return Ok(());
                    }
                    self.at = end;
                    if let Some(frame) = self.stack.last_mut() {
                        frame.key = (before + 1, end - 1);
                    }
                    expect = Expect::Colon;
                }
                (Expect::KeyOrEnd | Expect::CommaOrEnd, b'}')
                    if self.stack.last().is_some_and(|frame| frame.is_object) =>
                {
                    self.at += 1;
                    self.stack.pop();
                    value_ended = true;
                }
                (Expect::ValueOrEnd | Expect::CommaOrEnd, b']')
                    if self.stack.last().is_some_and(|frame| !frame.is_object) =>
                {
                    self.at += 1;
                    self.stack.pop();
                    if self.stack.len() == 1 {
                        in_results = false;
                    }
                    value_ended = true;
                }
                (Expect::Key | Expect::KeyOrEnd, _) => {
                    return Err(FaultKind::Expected("a key in double quotes"));
                }
                (Expect::CommaOrEnd, b',') => {
                    self.at += 1;
                    match self.stack.last_mut() {
                        Some(frame) if frame.is_object => {
                            frame.key = (0, 0);
                            expect = Expect::Key;
                        }
                        Some(frame) => {
                            frame.index = frame.index.saturating_add(1);
                            expect = Expect::Value;
                        }
                        None => return Err(FaultKind::Expected("the end of the file")),
                    }
                }
                (Expect::CommaOrEnd, _) => {
                    return Err(match self.stack.last() {
                        Some(frame) if frame.is_object => FaultKind::Expected("`,` or `}`"),
                        _ => FaultKind::Expected("`,` or `]`"),
                    });
                }
                (Expect::Value | Expect::ValueOrEnd, byte) => {
                    let depth = self.stack.len();
                    if depth == 1 {
                        member_start = self.at;
                    } else if depth == 2 && in_results {
                        row_start = self.at;
                    }
                    match byte {
                        b'"' => {
                            let end = self.string(in_results)?;
                            if end > stop {
                                self.at = before;
                                return Ok(());
                            }
                            self.at = end;
                            value_ended = true;
                        }
                        b'{' | b'[' => {
                            if depth >= self.limits.max_depth as usize {
                                return Err(FaultKind::TooDeep);
                            }
                            if depth == 1 && byte == b'[' && self.key_is_results() {
                                in_results = true;
                                found.rows.clear();
                            }
                            self.at += 1;
                            let is_object = byte == b'{';
                            self.stack.push(Frame { is_object, index: 0, key: (0, 0) });
                            expect = if is_object { Expect::KeyOrEnd } else { Expect::ValueOrEnd };
                        }
                        b'-' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                            while let Some(b'-' | b'+' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z') =
                                bytes.get(self.at)
                            {
                                self.at += 1;
                            }
                            if self.at > stop {
                                self.at = before;
                                return Ok(());
                            }
                            if self.at == bytes.len() && !self.stack.is_empty() {
                                return Err(self.truncated(in_results));
                            }
                            value_ended = true;
                        }
                        _ => return Err(FaultKind::Expected("a value")),
                    }
                }
            }
            self.token = before;
            if value_ended {
                let depth = self.stack.len();
                expect = if depth == 0 { Expect::Nothing } else { Expect::CommaOrEnd };
                if depth == 2 && in_results {
                    if found.rows.len() >= self.limits.max_rows as usize {
                        return Err(FaultKind::TooManyRows);
                    }
                    found.rows.push(row_start..self.at);
                } else if depth == 1 && self.stack[0].is_object {
                    let (from, to) = self.stack[0].key;
                    found.members.push((from..to, member_start..self.at));
                }
            }
        }
    }

    fn key_is_results(&self) -> bool {
        self.stack[0].is_object && &self.bytes[self.stack[0].key.0..self.stack[0].key.1] == RESULTS
    }

    fn truncated(&self, in_results: bool) -> FaultKind {
        let row = (in_results && self.stack.len() >= 2).then(|| self.stack[1].index);
        FaultKind::Truncated { row }
    }

    /// The end of the string that starts at the cursor; escapes of surrogates are checked.
    fn string(&mut self, in_results: bool) -> Result<usize, FaultKind> {
        let bytes = self.bytes;
        let start = self.at;
        let mut at = start + 1;
        loop {
            at = quote_or_backslash(bytes, at);
            match bytes.get(at) {
                Some(b'"') => {
                    if at - start > self.limits.max_string_bytes as usize {
                        return Err(FaultKind::StringTooLong);
                    }
                    return Ok(at + 1);
                }
                Some(_) => match bytes.get(at + 1) {
                    Some(b'u') => match surrogate(&bytes[at..]) {
                        Surrogate::None => at += 2,
                        Surrogate::Pair => at += 12,
                        Surrogate::Lone => {
                            self.at = at;
                            return Err(FaultKind::LoneSurrogate);
                        }
                    },
                    _ => at += 2,
                },
                None => {
                    self.at = bytes.len();
                    return Err(self.truncated(in_results));
                }
            }
        }
    }

    fn path(&self) -> String {
        let mut path = String::new();
        for (depth, frame) in self.stack.iter().enumerate() {
            if depth == SHOWN_SEGMENTS {
                path.push('…');
                break;
            }
            if !frame.is_object {
                path.push_str(&format!("[{}]", frame.index));
            } else if frame.key.1 > 0 {
                let key = String::from_utf8_lossy(&self.bytes[frame.key.0..frame.key.1]);
                let plain = !key.is_empty()
                    && key.len() <= 64
                    && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                if plain {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(&key);
                } else {
                    let shown: String = key.chars().take(64).collect();
                    path.push_str(&format!("[\"{shown}\"]"));
                }
            }
        }
        path
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    let chunk: [u8; 8] = bytes.get(at..at + 8)?.try_into().ok()?;
    Some(u64::from_le_bytes(chunk))
}

/// The first `"` or `\` from here on, or the end of the text.
///
/// Eight bytes at a time: in WebAssembly, where 64-bit words are the widest there are without
/// vectors, this is several times as fast as a search built for wide vectors.
fn quote_or_backslash(bytes: &[u8], mut at: usize) -> usize {
    while let Some(word) = word(bytes, at) {
        // A byte becomes 0 where it equals the pattern; the lowest zero byte is found exactly.
        let quotes = word ^ (ONES * b'"' as u64);
        let slashes = word ^ (ONES * b'\\' as u64);
        let zeros = ((quotes.wrapping_sub(ONES) & !quotes) | (slashes.wrapping_sub(ONES) & !slashes)) & HIGHS;
        if zeros != 0 {
            return at + zeros.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while at < bytes.len() && !matches!(bytes[at], b'"' | b'\\') {
        at += 1;
    }
    at.min(bytes.len())
}

/// The first byte from here on that is no white space, or the end of the text.
fn after_white_space(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match bytes.get(at) {
            Some(b'\n') => {
                at += 1;
                while word(bytes, at) == Some(ONES * b' ' as u64) {
                    at += 8;
                }
            }
            Some(b' ' | b'\r' | b'\t') => at += 1,
            _ => return at,
        }
    }
}

enum Surrogate {
    None,
    Pair,
    Lone,
}

/// What the `\u` escape at the start of this text stands for.
fn surrogate(escape: &[u8]) -> Surrogate {
    // Surrogates are \uD800 to \uDFFF; almost no escape is one.
    if !matches!(escape.get(2), Some(b'd' | b'D')) {
        return Surrogate::None;
    }
    let unit = |at: usize| -> Option<u32> {
        let escape = escape.get(at..at + 6)?;
        if !escape.starts_with(b"\\u") {
            return None;
        }
        std::str::from_utf8(&escape[2..]).ok().and_then(|hex| u32::from_str_radix(hex, 16).ok())
    };
    match unit(0) {
        Some(0xD800..=0xDBFF) => match unit(6) {
            Some(0xDC00..=0xDFFF) => Surrogate::Pair,
            _ => Surrogate::Lone,
        },
        Some(0xDC00..=0xDFFF) => Surrogate::Lone,
        // Malformed escapes are left to the parser, which names them.
        _ => Surrogate::None,
    }
}
