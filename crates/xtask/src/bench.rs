//! `cargo xtask bench`: figures, never a verdict. Slow is reported; only a benchmark that breaks
//! makes the command fail.

use std::time::Duration;

use crate::page::{self, Snapshot};
use crate::process::{Show, run};
use crate::test::browser_script;
use crate::tools::{Tool, Toolbox};

const LIMIT: Duration = Duration::from_secs(30 * 60);

/// Runs `examples/speed.rs` of every crate that has one, then the page's own benchmark.
///
/// # Errors
/// When a benchmark cannot be built or breaks.
pub fn bench(toolbox: &mut Toolbox) -> Result<(), String> {
    let crates = toolbox.root.join("crates");
    let entries = std::fs::read_dir(&crates).map_err(|error| format!("cannot list {}: {error}", crates.display()))?;
    let mut packages: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().join("examples/speed.rs").is_file())
        .map(|entry| format!("trivium-{}", entry.file_name().to_string_lossy()))
        .collect();
    packages.sort();

    let mut broken = Vec::new();
    for package in packages {
        println!("\n== {package}: speed, native");
        let command = toolbox.cargo(["run", "--quiet", "--release", "--package", &package, "--example", "speed"]);
        let outcome = run(command, LIMIT, Show::Live)?;
        if !outcome.success() {
            broken.push(format!("{package}: {}", outcome.ending()));
        }
    }

    let script = toolbox.e2e_folder().join("bench.mjs");
    if script.is_file() {
        page::build_or_explain(toolbox)?;
        let needs = [Tool::Chromium, Tool::E2ePackages];
        toolbox.ensure(&needs);
        let missing = toolbox.missing(&needs);
        if !missing.is_empty() {
            return Err(format!("the page's benchmark needs: {}", missing.join(", ")));
        }
        println!("\n== the page: speed in Chromium");
        let snapshot = Snapshot::of_dist(&toolbox.root)?;
        let outcome = run(browser_script(toolbox, &snapshot, "bench.mjs")?, LIMIT, Show::Live)?;
        if !outcome.success() {
            broken.push(format!("the page: {}", outcome.ending()));
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(format!("benchmarks that broke:\n{}", broken.join("\n"))) }
}
