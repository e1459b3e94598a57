//! How fast result files are loaded and scored, beside plain `serde_json::Value` parsing.
//!
//! `cargo run --profile fast -p trivium-negotiation --example speed -- FOLDER [SECONDS]`

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use trivium_negotiation::results;
use trivium_negotiation::score::{Profile, score_file};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: speed FOLDER [SECONDS]")?;
    let seconds: u64 = arguments.next().map_or(Ok(2), |text| text.parse())?;
    let budget = Duration::from_secs(seconds);

    let mut files = Vec::new();
    collect(Path::new(&folder), &mut files)?;
    let readable: Vec<&Vec<u8>> = files.iter().filter(|bytes| results::load(bytes).is_ok()).collect();
    let bytes: usize = readable.iter().map(|bytes| bytes.len()).sum();
    let mut rows = 0;
    for bytes in &readable {
        rows += results::load(bytes)?.rows.len();
    }
    println!("{} files, {} rows, {:.2} MB", readable.len(), rows, bytes as f64 / 1e6);
    if readable.is_empty() {
        return Ok(());
    }

    let print = |what: &str, pass: Duration| {
        let seconds = pass.as_secs_f64();
        println!(
            "{what:<28} {:8.2} ms a pass  {:9.0} rows/s  {:8.1} MB/s",
            seconds * 1e3,
            rows as f64 / seconds,
            bytes as f64 / 1e6 / seconds
        );
    };
    let values = per_pass(budget, || {
        for bytes in &readable {
            black_box(serde_json::from_slice::<serde_json::Value>(bytes).is_ok());
        }
    });
    print("serde_json::Value", values);
    let loading = per_pass(budget, || {
        for bytes in &readable {
            black_box(results::load(bytes).is_ok());
        }
    });
    print("load", loading);
    let both = per_pass(budget, || {
        for bytes in &readable {
            if let Ok(file) = results::load(bytes) {
                black_box(score_file(&file, Profile::Reference));
            }
        }
    });
    print("load and score", both);
    println!("load and score / Value: {:.2}", both.as_secs_f64() / values.as_secs_f64());
    Ok(())
}

/// The shortest pass within the budget: the one least disturbed by other work.
#[allow(clippy::disallowed_methods, reason = "a measurement on this machine, outside the library")]
fn per_pass(budget: Duration, mut pass: impl FnMut()) -> Duration {
    let start = Instant::now();
    let mut shortest = Duration::MAX;
    while start.elapsed() < budget {
        let begun = Instant::now();
        pass();
        shortest = shortest.min(begun.elapsed());
    }
    shortest
}

fn collect(folder: &Path, files: &mut Vec<Vec<u8>>) -> Result<(), Box<dyn Error>> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    paths.sort_by_key(std::fs::DirEntry::path);
    for entry in paths {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(std::fs::read(&path)?);
        }
    }
    Ok(())
}
