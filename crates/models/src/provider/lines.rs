//! Lines from bytes that come in pieces.

/// Splits bytes into lines at LF, CR or CRLF, however they are cut into pieces. A character that is cut between two
/// pieces is whole again in its line; what is no UTF-8 becomes U+FFFD. A byte order mark at the start is dropped.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    line: Vec<u8>,
    after_cr: bool,
    started: bool,
}

impl Lines {
    /// Takes a piece and hands each line that is complete to `each`, without its end.
    pub fn push(&mut self, bytes: &[u8], mut each: impl FnMut(String)) {
        for &byte in bytes {
            let second_of_crlf = std::mem::take(&mut self.after_cr) && byte == b'\n';
            match byte {
                _ if second_of_crlf => {}
                b'\n' | b'\r' => {
                    self.after_cr = byte == b'\r';
                    each(self.take());
                }
                byte => self.line.push(byte),
            }
        }
    }

    /// The last line, if it has no end and is not empty.
    pub fn finish(mut self) -> Option<String> {
        Some(self.take()).filter(|line| !line.is_empty())
    }

    fn take(&mut self) -> String {
        let line = std::mem::take(&mut self.line);
        let first = !std::mem::replace(&mut self.started, true);
        let line = line.strip_prefix("\u{feff}".as_bytes()).filter(|_| first).unwrap_or(&line);
        String::from_utf8_lossy(line).into_owned()
    }
}

/// Newline-delimited JSON, as Ollama streams it: the lines that are not blank.
#[derive(Clone, Debug, Default)]
pub struct Ndjson(Lines);

impl Ndjson {
    /// Takes a piece and gives the lines completed by it.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        self.0.push(bytes, |line| found.extend(Some(line).filter(|line| !line.trim().is_empty())));
        found
    }

    /// The last line, if it has no end.
    pub fn finish(self) -> Option<String> {
        self.0.finish().filter(|line| !line.trim().is_empty())
    }
}
