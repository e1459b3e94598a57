//! `trivium rescore`.

use crate::{Ending, JsonOnly, print_json};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use trivium_negotiation::compare::{Compared, Verdict, compare};
use trivium_negotiation::report::{FileReport, Report};
use trivium_negotiation::{results, score};

/// The arguments.
#[derive(Args)]
pub struct Arguments {
    /// Result files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The rules to score by.
    #[arg(long, default_value = "reference")]
    profile: Profile,
    /// The form.
    #[arg(long, default_value = "json")]
    format: JsonOnly,
    /// Exit 1 if any recomputed number differs from the stored one.
    #[arg(long)]
    check: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Profile {
    /// The benchmark's own rules, defects included.
    Reference,
}

/// Reads, scores and prints.
pub fn run(arguments: &Arguments) -> Result<Ending, String> {
    let Profile::Reference = arguments.profile;
    let JsonOnly::Json = arguments.format;
    let mut report = Report { files: Vec::new() };
    let mut differences = 0;
    for path in &arguments.files {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|e| format!("{name}: {e}"))?;
        let file = results::load(&bytes).map_err(|e| format!("{name}: {e}"))?;
        let scored = score::score_file(&file, score::Profile::Reference);
        if arguments.check {
            let comparison = compare(&file, &scored);
            for row in &comparison.rows {
                differences += tell(&format!("{name}: row {} (task {})", row.index, row.task_id), &row.values);
            }
            differences += tell(&format!("{name}: aggregates"), &comparison.aggregates);
        }
        report.files.push(FileReport::new(name, &scored));
    }
    print_json(&report)?;
    Ok(if differences == 0 { Ending::Done } else { Ending::Differs })
}

/// Tells the differences and counts them.
fn tell(place: &str, values: &[Compared]) -> u32 {
    let different = values.iter().filter(|value| value.verdict == Verdict::Different);
    different.fold(0, |n, value| {
        let stored = value.stored.as_ref().map(ToString::to_string).unwrap_or_default();
        eprintln!("{place}: {}: stored {stored}, recomputed {}", value.name, value.recomputed);
        n + 1
    })
}
