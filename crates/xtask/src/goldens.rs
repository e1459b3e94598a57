//! Tracked results that a change of rules rewrites on purpose: the digest and the playthroughs.

use crate::process::{Show, run};
use crate::tools::Toolbox;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(30 * 60);

/// Prints the digest of the native build. To track it, the test that compares it writes it: any build of the same
/// rules gives the same line, and that one is built in a minute.
///
/// # Errors
/// When the build cannot be started.
pub fn digest(toolbox: &Toolbox, write: bool) -> Result<bool, String> {
    let command = if write {
        let test = ["test", "--quiet", "--package", "trivium-archive", "--test", "digest", "--", "--nocapture"];
        let mut command = toolbox.cargo(test);
        command.env("TRIVIUM_WRITE_DIGEST", "1");
        command
    } else {
        let run =
            ["run", "--quiet", "--profile", "fast", "--package", "trivium-cli", "--bin", "trivium", "--", "digest"];
        toolbox.cargo(run)
    };
    let outcome = run(command, LIMIT, Show::Live)?;
    Ok(outcome.success() && outcome.output.lines().any(|line| line.contains("trivium-digest/")))
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
