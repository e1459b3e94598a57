//! Tracked results that a change of rules rewrites on purpose: the digest and the playthroughs.

use crate::process::{Show, run};
use crate::tools::Toolbox;
use std::time::Duration;

/// Where the digest is tracked.
const DIGEST: &str = "crates/archive/digest.txt";
const LIMIT: Duration = Duration::from_secs(30 * 60);

/// Prints the digest of the native build, and tracks it when asked to.
///
/// # Errors
/// When the build cannot be started or the file not be written.
pub fn digest(toolbox: &Toolbox, write: bool) -> Result<bool, String> {
    let command = toolbox.cargo([
        "run",
        "--quiet",
        "--profile",
        "fast",
        "--package",
        "trivium-cli",
        "--bin",
        "trivium",
        "--",
        "digest",
    ]);
    let outcome = run(command, LIMIT, Show::Live)?;
    let line = outcome.output.lines().find(|line| line.starts_with("trivium-digest/"));
    if let (true, true, Some(line)) = (write, outcome.success(), line) {
        let path = toolbox.root.join(DIGEST);
        std::fs::write(&path, format!("{line}\n")).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    Ok(outcome.success() && line.is_some())
}

/// Writes the playthroughs of all games anew.
///
/// # Errors
/// When the test that writes them cannot be started.
pub fn playthroughs(toolbox: &Toolbox) -> Result<bool, String> {
    let mut command = toolbox.cargo(["test", "--quiet", "--package", "trivium-games", "--test", "playthroughs"]);
    command.env("TRIVIUM_WRITE_PLAYTHROUGHS", "1");
    Ok(run(command, LIMIT, Show::Live)?.success())
}
