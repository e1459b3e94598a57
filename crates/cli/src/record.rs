//! `trivium score` and `trivium verify`.

use crate::{Ending, print_json};
use serde_json::json;
use std::path::{Path, PathBuf};
use trivium_archive::VerifyError;

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn report(path: &Path) -> Result<trivium_archive::Report, String> {
    let bytes = read(path)?;
    trivium_archive::verify(&bytes).map_err(|e: VerifyError| {
        let hint = match trivium_archive::sniff(&bytes) {
            trivium_archive::Kind::Foreign(what) => format!(" (it is {what})"),
            _ => String::new(),
        };
        format!("{}: {e}{hint}", path.display())
    })
}

/// Re-executes, re-scores, and says what differs.
pub fn verify(files: &[PathBuf]) -> Result<Ending, String> {
    let mut holds = true;
    let mut out = Vec::new();
    for path in files {
        let report = report(path)?;
        holds &= report.holds();
        for difference in &report.differences {
            eprintln!(
                "{}: line {}: {}: expected {}, found {}",
                path.display(),
                difference.line,
                difference.what,
                difference.expected,
                difference.found
            );
        }
        let mut value = serde_json::to_value(&report).map_err(|e| e.to_string())?;
        value["file"] = path.display().to_string().into();
        value["holds"] = report.holds().into();
        out.push(value);
    }
    print_json(&json!({ "files": out }))?;
    Ok(if holds { Ending::Done } else { Ending::Differs })
}

/// Scores what the records say.
pub fn score(files: &[PathBuf]) -> Result<Ending, String> {
    let mut out = Vec::new();
    for path in files {
        let report = report(path)?;
        if !report.complete {
            let why = report.differences.first().map(|d| format!("line {}: {}: {}", d.line, d.what, d.expected));
            return Err(format!("{}: {}", path.display(), why.unwrap_or_default()));
        }
        let scores = report.scores.as_ref().map(trivium_measures::Scores::to_json);
        out.push(json!({
            "file": path.display().to_string(), "game": report.game, "over": report.over, "scores": scores,
        }));
    }
    print_json(&json!({ "files": out }))
}
