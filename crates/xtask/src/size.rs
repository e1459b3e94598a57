//! The size ratchet: gzip bytes of the home page's first load against a tracked record.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The record, relative to the repository.
pub const RECORD: &str = "web/size-budget.txt";
/// Gzip bytes of wasm, js and css that the first load may have.
const LIMIT: u64 = 350_000;
/// Growth over the newest line of the record that needs a new line with a reason.
const FREE_GROWTH: u64 = 20_000;

/// Gzip bytes of the built page.
pub struct Measured {
    /// Name, raw bytes and gzip bytes of each file of the first load.
    pub first_load: Vec<(String, u64, u64)>,
    /// The same for wasm, js and css that the page fetches later (workers).
    pub later: Vec<(String, u64, u64)>,
}

/// One line of the record: bytes of the first load, bytes fetched later, reason.
#[derive(Debug, PartialEq, Eq)]
struct Recorded {
    first_load: u64,
    later: u64,
    reason: String,
}

/// Measures `dist/`.
///
/// # Errors
/// When the page is not built or `gzip` is missing.
pub fn measure(dist: &Path) -> Result<Measured, String> {
    let index = dist.join("index.html");
    let html = std::fs::read_to_string(&index).map_err(|error| {
        format!("cannot read {} ({error}): build the page first with cargo xtask build", index.display())
    })?;
    let named = files_named_in(&html);
    let mut measured = Measured { first_load: Vec::new(), later: Vec::new() };
    let mut files = Vec::new();
    collect(dist, "", &mut files)?;
    for name in files {
        let bytes = std::fs::read(dist.join(&name)).map_err(|error| format!("cannot read {name} of dist/: {error}"))?;
        let line = (name.clone(), bytes.len() as u64, gzip(&bytes)?);
        if named.contains(&name) {
            measured.first_load.push(line);
        } else {
            measured.later.push(line);
        }
    }
    if !measured.first_load.iter().any(|(name, ..)| name.ends_with(".wasm")) {
        return Err("index.html of dist/ names no wasm file".to_owned());
    }
    Ok(measured)
}

impl Measured {
    pub fn first_load_bytes(&self) -> u64 {
        self.first_load.iter().map(|(.., gzip)| gzip).sum()
    }

    pub fn later_bytes(&self) -> u64 {
        self.later.iter().map(|(.., gzip)| gzip).sum()
    }

    pub fn print(&self) {
        for (title, files) in [("first load", &self.first_load), ("fetched later", &self.later)] {
            for (name, raw, gzip) in files {
                println!("{title:<14} {name:<44} {raw:>9} B  gzip {gzip:>7} B");
            }
        }
        println!(
            "first load {:.1} kB of {:.0} kB gzip; fetched later {:.1} kB",
            kb(self.first_load_bytes()),
            kb(LIMIT),
            kb(self.later_bytes())
        );
    }

    /// Compares with the record; the faults found, in words that say what to do.
    ///
    /// # Errors
    /// When the record cannot be read or is malformed.
    pub fn compare(&self, record_file: &Path) -> Result<Vec<String>, String> {
        let text = std::fs::read_to_string(record_file)
            .map_err(|error| format!("cannot read {}: {error}", record_file.display()))?;
        let record = newest(&text)?;
        Ok(faults(self.first_load_bytes(), self.later_bytes(), &record))
    }
}

fn faults(first_load: u64, later: u64, record: &Recorded) -> Vec<String> {
    let mut faults = Vec::new();
    if first_load > LIMIT {
        faults.push(format!("the first load is {:.1} kB gzip, over the limit of {:.0} kB", kb(first_load), kb(LIMIT)));
    }
    for (what, now, then) in
        [("the first load", first_load, record.first_load), ("what is fetched later", later, record.later)]
    {
        if now > then + FREE_GROWTH {
            faults.push(format!(
                "{what} grew from {:.1} to {:.1} kB gzip since \"{}\"; make it smaller, or add this \
                 line to {RECORD} with the reason:\n{first_load} {later} <reason>",
                kb(then),
                kb(now),
                record.reason
            ));
        }
    }
    faults
}

/// The last line of the record that is not a comment.
fn newest(text: &str) -> Result<Recorded, String> {
    let line = text
        .lines()
        .map(str::trim)
        .rfind(|line| !line.is_empty() && !line.starts_with('#'))
        .ok_or_else(|| format!("{RECORD} has no line"))?;
    let mut parts = line.splitn(3, char::is_whitespace);
    let mut number = || parts.next()?.parse::<u64>().ok();
    let (first_load, later) = (number(), number());
    match (first_load, later, parts.next().map(str::trim)) {
        (Some(first_load), Some(later), Some(reason)) if !reason.is_empty() => {
            Ok(Recorded { first_load, later, reason: reason.to_owned() })
        }
        _ => Err(format!("{RECORD}: this line is not \"bytes bytes reason\": {line}")),
    }
}

/// Files that `index.html` loads: the values of its `href`, `src` and `content` attributes.
fn files_named_in(html: &str) -> BTreeSet<String> {
    html.split(|c: char| c.is_whitespace() || "\"'=<>".contains(c))
        .filter_map(|value| value.strip_prefix("./"))
        .map(|name| name.split(['?', '#']).next().unwrap_or(name).to_owned())
        .collect()
}

/// Wasm, js and css below `dist`, with `/` between folders, sorted.
fn collect(dist: &Path, below: &str, found: &mut Vec<String>) -> Result<(), String> {
    let folder = dist.join(below);
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
    for entry in entries.flatten() {
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            collect(dist, &format!("{name}/"), found)?;
        } else if [".wasm", ".js", ".mjs", ".css"].iter().any(|end| name.ends_with(end)) {
            found.push(name);
        }
    }
    found.sort();
    Ok(())
}

/// Bytes after `gzip -9`, without file name and time in the header.
fn gzip(bytes: &[u8]) -> Result<u64, String> {
    let mut child = Command::new("gzip")
        .args(["-9", "-n", "-c"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot run gzip to measure sizes: {error}"))?;
    let mut stdin = child.stdin.take().ok_or_else(|| "gzip takes no input".to_owned())?;
    let output = std::thread::scope(|scope| {
        scope.spawn(move || {
            // If gzip ends early, its exit code says so below.
            let _ = stdin.write_all(bytes);
        });
        child.wait_with_output()
    })
    .map_err(|error| format!("gzip failed: {error}"))?;
    if !output.status.success() {
        return Err("gzip failed".to_owned());
    }
    Ok(output.stdout.len() as u64)
}

#[expect(clippy::cast_precision_loss, reason = "sizes for people to read")]
fn kb(bytes: u64) -> f64 {
    bytes as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Recorded {
        newest("# comment\n30000 0 the shell\n\n75000 1000 games and scores \n").unwrap()
    }

    #[test]
    fn the_newest_line_counts() {
        assert_eq!(record(), Recorded { first_load: 75_000, later: 1_000, reason: "games and scores".into() });
        for bad in ["", "# only a comment", "75000 1000", "75000 1000  ", "kB 3 reason", "5 reason here"] {
            assert!(newest(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn growth_needs_a_reason_and_the_limit_is_the_limit() {
        assert!(faults(95_000, 21_000, &record()).is_empty());
        let grown = faults(95_001, 1_000, &record());
        assert_eq!(grown.len(), 1);
        assert!(grown[0].contains("95001 1000 <reason>"), "{}", grown[0]);
        assert_eq!(faults(75_000, 21_001, &record()).len(), 1);
        let recorded = newest("350001 0 no reason lifts the limit").unwrap();
        assert_eq!(faults(350_001, 0, &recorded).len(), 1);
    }

    #[test]
    fn the_first_load_is_what_index_html_names() {
        let html = r#"<link rel="stylesheet" href="./base-1.css" integrity="x">
            <meta name="trivium-module" content="./app-2.js"><script src="./boot-3.js?v=1"></script>"#;
        let named = files_named_in(html);
        assert_eq!(named.into_iter().collect::<Vec<_>>(), ["app-2.js", "base-1.css", "boot-3.js"]);
    }

    #[test]
    fn gzip_is_deterministic_and_smaller() {
        let bytes = vec![b'a'; 100_000];
        let size = gzip(&bytes).unwrap();
        assert!(size < 200, "{size}");
        assert_eq!(size, gzip(&bytes).unwrap());
    }
}
