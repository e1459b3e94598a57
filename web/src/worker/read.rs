//! From bytes to rows, or to words that say what is wrong and where.

use crate::messages::{Fault, Named};
use crate::words::{capital, count};
use trivium_archive::{Kind, sniff};
use trivium_negotiation::results::{LoadError, LoadErrorKind, ResultsFile, load, salvage};

/// Reads a file; where it is salvaged, the words say what was passed over.
pub fn open<'a>(file: &Named, bytes: &'a [u8]) -> Result<(ResultsFile<'a>, Vec<String>), Fault> {
    let name = &file.name;
    if sniff(bytes) == Kind::Record {
        return Err(Fault {
            title: format!("{name} is a session record, not a results file"),
            what: "It holds a game that was played here. The verify view plays and scores it again.".into(),
            advice: String::new(),
            readable: 0,
            is_record: true,
        });
    }
    if file.salvage {
        let salvaged = salvage(bytes).map_err(|error| fault(name, bytes, &error))?;
        let problems = salvaged.problems.iter().map(sentence).collect();
        return Ok((salvaged.file, problems));
    }
    load(bytes).map(|results| (results, Vec::new())).map_err(|error| fault(name, bytes, &error))
}

/// The place and what was expected there, without what could be rescued. Names of keys stay as they are written.
fn sentence(error: &LoadError) -> String {
    let said = LoadError { rows_before: None, ..error.clone() }.to_string();
    match (error.kind, error.path.is_empty()) {
        (LoadErrorKind::OtherFormat, true) => format!("From its first byte on, {said}."),
        (_, true) => format!("{}.", capital(&said)),
        (_, false) => format!("At {said}."),
    }
}

fn fault(name: &str, bytes: &[u8], error: &LoadError) -> Fault {
    let readable = match error.kind {
        LoadErrorKind::Empty | LoadErrorKind::OtherFormat | LoadErrorKind::NotUtf8 => 0,
        _ => salvage(bytes).map_or(0, |salvaged| u32::try_from(salvaged.file.rows.len()).unwrap_or(u32::MAX)),
    };
    let title = match error.kind {
        LoadErrorKind::Empty => format!("{name} is empty"),
        LoadErrorKind::OtherFormat => format!("{name} is no results file"),
        LoadErrorKind::NotUtf8 => format!("{name} is not UTF-8 text"),
        LoadErrorKind::Truncated => format!("{name} is cut off"),
        LoadErrorKind::Syntax | LoadErrorKind::LoneSurrogate => format!("{name} is broken JSON"),
        LoadErrorKind::Limit => format!("{name} goes beyond what is read here"),
        LoadErrorKind::Shape if error.path.is_empty() => format!("{name} is no results file"),
        LoadErrorKind::Shape => format!("{name} has a value of the wrong kind"),
    };
    let what = match (error.kind, row_of(&error.path).or_else(|| cut_row(error)), error.position) {
        (LoadErrorKind::Truncated, Some(row), Some(place)) => {
            format!("It ends inside row {row} (line {}, byte {}).", place.line, place.byte)
        }
        (LoadErrorKind::Truncated, None, Some(place)) => {
            format!("It ends in line {}, byte {}, before the JSON is complete.", place.line, place.byte)
        }
        _ => sentence(error),
    };
    let rescue = match (error.kind, error.rows_before) {
        _ if readable == 0 => None,
        (LoadErrorKind::Truncated, Some(rows)) if rows == readable && rows > 1 => {
            Some(format!("Rows 0 to {} can still be scored.", rows - 1))
        }
        _ => Some(format!("{} can still be scored.", count(readable as usize, "row", "rows"))),
    };
    let advice = rescue.unwrap_or_else(|| match error.kind {
        LoadErrorKind::Truncated | LoadErrorKind::Empty => {
            "Copy or download it again: a whole results.json ends with a closing brace.".into()
        }
        _ => "A results file is the results.json that SocialReasoning-Bench writes for a run.".into(),
    });
    Fault { title, what, advice, readable, is_record: false }
}

/// The row a cut-off file ends in.
fn cut_row(error: &LoadError) -> Option<u32> {
    let message = error.message.strip_prefix("the file ends inside ")?;
    row_of(message)
}

/// The number in `results[14].execution…`.
fn row_of(path: &str) -> Option<u32> {
    path.strip_prefix("results[")?.split(']').next()?.parse().ok()
}
