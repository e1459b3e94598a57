//! Server-sent events from bytes that come in pieces.
//!
//! The browser's own `EventSource` can send neither a body nor a key, so streams are read from the body of a `fetch`.
//! Format: the event stream of the HTML standard. Beyond it, an event without its closing blank line at the end of the
//! stream is not lost, and JSON that stands in the stream without a field name is handed on: some servers report
//! errors in that way.

use super::lines::Lines;

/// What comes out of a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Frame {
    /// An event.
    Event {
        /// Its name, if it has one.
        name: Option<String>,
        /// Its data; several lines are joined by a line end.
        data: String,
    },
    /// JSON without a field name before it. Not necessarily whole, if the stream broke off in it.
    Bare(String),
}

/// Reads server-sent events. However the bytes are cut into pieces, the frames are the same.
#[derive(Clone, Debug, Default)]
pub struct Sse {
    lines: Lines,
    events: Events,
}

#[derive(Clone, Debug, Default)]
struct Events {
    name: Option<String>,
    data: Option<String>,
    bare: Option<Bare>,
}

/// JSON under way, with what is needed to see its end.
#[derive(Clone, Debug, Default)]
struct Bare {
    text: String,
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Sse {
    /// Takes a piece and gives the frames completed by it.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Frame> {
        let Sse { lines, events } = self;
        let mut found = Vec::new();
        lines.push(bytes, |line| events.line(&line, &mut found));
        found
    }

    /// What is left at the end of the stream.
    pub fn finish(self) -> Vec<Frame> {
        let Sse { lines, mut events } = self;
        let mut found = Vec::new();
        if let Some(line) = lines.finish() {
            events.line(&line, &mut found);
        }
        found.extend(events.bare.take().map(|bare| Frame::Bare(bare.text)));
        events.dispatch(&mut found);
        found
    }
}

impl Events {
    fn line(&mut self, line: &str, found: &mut Vec<Frame>) {
        let field = [":", "data:", "event:", "id:", "retry:"].iter().any(|start| line.starts_with(start));
        if let Some(mut bare) = self.bare.take() {
            // JSON has no line that starts so: it broke off.
            if field {
                found.push(Frame::Bare(bare.text));
            } else {
                match bare.take(line) {
                    true => found.push(Frame::Bare(bare.text)),
                    false => self.bare = Some(bare),
                }
                return;
            }
        }
        if line.is_empty() {
            return self.dispatch(found);
        }
        if line.trim_start().starts_with(['{', '[']) {
            self.dispatch(found);
            let mut bare = Bare::default();
            match bare.take(line) {
                true => found.push(Frame::Bare(bare.text)),
                false => self.bare = Some(bare),
            }
            return;
        }
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match name {
            "data" => match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => self.data = Some(value.to_owned()),
            },
            "event" => self.name = Some(value.to_owned()),
            // A comment has the empty name; ids and waits are for reconnecting, which these streams do not offer.
            _ => {}
        }
    }

    fn dispatch(&mut self, found: &mut Vec<Frame>) {
        let (name, data) = (self.name.take(), self.data.take());
        if let Some(data) = data.filter(|data| !data.is_empty()) {
            found.push(Frame::Event { name: name.filter(|name| !name.is_empty()), data });
        }
    }
}

impl Bare {
    /// Adds a line; says whether the JSON is whole.
    fn take(&mut self, line: &str) -> bool {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
        for byte in line.bytes() {
            if self.in_string {
                self.in_string = self.escaped || byte != b'"';
                self.escaped = byte == b'\\' && !self.escaped;
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        self.depth == 0
    }
}
