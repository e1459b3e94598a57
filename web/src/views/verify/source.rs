//! Where a record comes from, and what is said when it cannot be read.

use crate::browser::Fetch;
use crate::intake;
use crate::live::{Keeper, Live, words};
use trivium_archive::{Kind, Report, VerifyError};
use trivium_core::ports::{Request, Store as _, Transport, TransportError};
use trivium_core::{Record, RecordError};
use web_sys::File;

/// Longest wait for a file from an address.
const TIMEOUT_MS: u32 = 30_000;

/// A checked record.
pub struct Checked {
    /// The file's name.
    pub name: String,
    /// Its size in bytes.
    pub size: usize,
    /// The record.
    pub record: Record,
    /// What was found.
    pub report: Report,
    /// How long it took, in milliseconds.
    pub took_ms: f64,
    /// The game's id on this device, if it came from here.
    pub session: Option<String>,
}

/// Why nothing could be checked: what, where, and what to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Trouble {
    /// The finding.
    pub title: String,
    /// What and where.
    pub what: String,
    /// What to do.
    pub advice: String,
}

impl Trouble {
    fn new(title: String, what: impl Into<String>, advice: &str) -> Trouble {
        Trouble { title, what: what.into(), advice: advice.into() }
    }
}

impl Checked {
    /// The finding as a headline.
    pub fn headline(&self) -> String {
        let report = &self.report;
        match report.differences.as_slice() {
            [] if report.complete => format!("All {} values hold.", report.agreed),
            [] => "The record stops before it can be played to its end.".into(),
            [one] => format!(
                "One value differs: {}, line {}.",
                super::checks::plain_what(&one.what, self.record.header.seats.len()),
                one.line
            ),
            many => {
                format!("{} values differ, from line {} on.", words::capital(&words::number(many.len())), many[0].line)
            }
        }
    }
}

/// Checks bytes under a name.
pub fn check(name: &str, bytes: &[u8]) -> Result<Checked, Trouble> {
    if let Kind::Foreign(what) = trivium_archive::sniff(bytes) {
        let seen = match (bytes.len(), bytes.trim_ascii().is_empty()) {
            (0, _) => "it has 0 bytes",
            (_, true) => "it holds nothing but white space",
            (_, false) => "its first bytes say so",
        };
        return Err(Trouble::new(
            format!("{name} is no session record"),
            format!("{name} is {what}: {seen}."),
            "A record is a text file of JSON lines, as “Export the game” writes it.",
        ));
    }
    let start = js_sys::Date::now();
    let report = trivium_archive::verify(bytes).map_err(|error| trouble(name, bytes, &error))?;
    let took_ms = js_sys::Date::now() - start;
    let record = std::str::from_utf8(bytes).ok().and_then(|text| Record::parse(text).ok());
    let record = record.ok_or_else(|| Trouble::new(format!("{name} cannot be read"), "It is no text.", ""))?;
    Ok(Checked { name: name.to_owned(), size: bytes.len(), record, report, took_ms, session: None })
}

fn trouble(name: &str, bytes: &[u8], error: &VerifyError) -> Trouble {
    let said = error.to_string();
    let is_record = trivium_archive::sniff(bytes) == Kind::Record;
    match error {
        VerifyError::NotText(byte) => Trouble::new(
            format!("{name} is no text"),
            format!("Byte {byte} of {name} is not UTF-8."),
            "Save the file as UTF-8, or export the game again.",
        ),
        VerifyError::Record(RecordError::Line { line, what }) => Trouble::new(
            format!("{name} cannot be read in line {line}"),
            format!("Line {line} of {name}: {what}."),
            match line {
                1 => "The file was changed there. Get it again from where it came from.",
                _ => {
                    "The file was cut off or changed there. Get it again from where it came from; the lines before are not lost."
                }
            },
        ),
        VerifyError::Record(RecordError::TooLarge(what)) => Trouble::new(
            format!("{name} is too large to be a record"),
            format!("{name}: {what}."),
            "A record has one short JSON object in each line. Was another file meant?",
        ),
        VerifyError::Record(RecordError::Version(_)) => Trouble::new(
            format!("{name} was written by another version"),
            format!("{name}: {said}."),
            "Open it in the version that wrote it.",
        ),
        VerifyError::Record(_) if !is_record => Trouble::new(
            format!("{name} is no session record"),
            format!("{name}: {said}."),
            "A record starts with a line that names its format, trivium-record. Was another file meant?",
        ),
        VerifyError::Record(_) => Trouble::new(
            format!("{name} cannot be read"),
            format!("{name}: {said}."),
            "The file was cut off or changed. Get it again from where it came from.",
        ),
        VerifyError::Param(_) => Trouble::new(
            format!("{name} is of a game that this version does not have"),
            format!("{name}, {said}."),
            "Either the header was changed, or the file comes from another version.",
        ),
    }
}

/// A file that was dropped or chosen.
pub async fn from_file(file: &File) -> Result<Checked, Trouble> {
    let name = file.name();
    let bytes = intake::bytes_of(file).await.map_err(|why| {
        Trouble::new(format!("{name} cannot be read"), why, "A folder cannot be read; choose the file inside it.")
    })?;
    check(&name, &bytes)
}

/// A game of this device, as it would be exported.
pub async fn from_device(keeper: &Keeper, id: &str) -> Result<Checked, Trouble> {
    let missing = || {
        Trouble::new(
            "This game is not on this device".into(),
            format!("No game of the name {id} is kept in this browser."),
            "A game stays in the browser in which it was played. Its exported file can be checked anywhere.",
        )
    };
    let live = match keeper.open(id) {
        Some(live) => live,
        None => {
            let lines = keeper.store().read(id).await.map_err(|error| {
                Trouble::new(
                    "This browser does not open its storage".into(),
                    error.0,
                    "Export the game and check the file.",
                )
            })?;
            if lines.is_empty() {
                return Err(missing());
            }
            match Live::resume(id.to_owned(), &lines) {
                Ok(live) => live,
                // Lines that cannot be played on are checked as they are.
                Err(_) => return check(&format!("trivium-{id}.jsonl"), format!("{}\n", lines.join("\n")).as_bytes()),
            }
        }
    };
    let mut checked = check(&live.file_name(), live.export().as_bytes())?;
    checked.session = Some(id.to_owned());
    Ok(checked)
}

/// A file at an address.
pub async fn from_address(address: &str) -> Result<Checked, Trouble> {
    let name = address.rsplit('/').find(|part| !part.is_empty()).unwrap_or(address).to_owned();
    let failed = |what: String, advice: &str| Trouble::new(format!("{name} could not be fetched"), what, advice);
    let request = Request {
        method: "GET",
        url: address.to_owned(),
        headers: Vec::new(),
        body: Vec::new(),
        timeout_ms: TIMEOUT_MS,
    };
    let answer = Fetch.send(request).await.map_err(|error| match error {
        TransportError::Timeout(ms) => {
            failed(format!("{address} did not answer within {} s.", ms / 1000), "Try again, or download the file and drop it here.")
        }
        TransportError::BadAddress(why) => failed(format!("{address} is no address that can be called: {why}"), "Check the link."),
        TransportError::Broken(why) => failed(
            format!("{address} answered, but the answer broke off: {why}."),
            "Try again, or download the file and drop it here.",
        ),
        TransportError::Opaque(_) | TransportError::Cancelled => failed(
            format!("{address} gave no answer that this page may read."),
            "Either you are offline, or the server does not allow other pages to read it (CORS). Download the file and drop it here.",
        ),
    })?;
    match answer.status {
        200..=299 => check(&name, &answer.body),
        404 => Err(failed(format!("There is no file at {address} (404)."), "Check the link.")),
        status => {
            Err(failed(format!("{address} answered with status {status}."), "Download the file and drop it here."))
        }
    }
}
