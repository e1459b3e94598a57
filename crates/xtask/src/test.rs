//! `cargo xtask test`: every check in order, one report at the end.

use std::process::Command;
use std::time::{Duration, Instant};

use crate::counts::Counts;
use crate::page::{self, Snapshot};
use crate::process::{Show, run};
use crate::server;
use crate::size;
use crate::tools::{FOR_PAGE, Tool, Toolbox, indent};

/// The checks, in the order they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Fmt,
    Clippy,
    ClippyWeb,
    Native,
    Wasm,
    Page,
    Size,
    EndToEnd,
}

impl Step {
    pub const ALL: [Self; 8] =
        [Self::Fmt, Self::Clippy, Self::ClippyWeb, Self::Native, Self::Wasm, Self::Page, Self::Size, Self::EndToEnd];

    pub fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Clippy => "clippy",
            Self::ClippyWeb => "clippy-web",
            Self::Native => "native",
            Self::Wasm => "wasm",
            Self::Page => "page",
            Self::Size => "size",
            Self::EndToEnd => "e2e",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Fmt => "formatting of the whole workspace",
            Self::Clippy => "lints of all native crates and their tests",
            Self::ClippyWeb => "lints of the page, for wasm32",
            Self::Native => "native tests and documentation tests",
            Self::Wasm => "tests/wasm.rs of the pure crates, in headless Chromium",
            Self::Page => "release build of the page into dist/",
            Self::Size => "gzip size of the first load against the record",
            Self::EndToEnd => "browser tests of dist/, with axe",
        }
    }

    fn needs(self) -> &'static [Tool] {
        match self {
            Self::Fmt => &[Tool::Rustfmt],
            Self::Clippy => &[Tool::Clippy, Tool::Crates],
            Self::ClippyWeb => &[Tool::Clippy, Tool::WasmTarget, Tool::Crates],
            Self::Native => &[Tool::Crates],
            Self::Wasm => &[Tool::WasmTarget, Tool::Crates, Tool::WasmBindgen, Tool::Chromium],
            Self::Page => FOR_PAGE,
            Self::Size => &[],
            Self::EndToEnd => &[Tool::Node, Tool::Chromium, Tool::E2ePackages],
        }
    }

    /// A step whose result this one works on.
    fn after(self) -> Option<Self> {
        matches!(self, Self::Size | Self::EndToEnd).then_some(Self::Page)
    }

    /// The longest the step may take, in minutes.
    fn minutes(self, depth: Depth) -> u64 {
        let (sampled, full) = match self {
            Self::Fmt => (2, 2),
            Self::Clippy | Self::ClippyWeb => (20, 20),
            Self::Native => (30, 180),
            Self::Wasm => (20, 60),
            Self::Page => (30, 30),
            Self::Size => (1, 1),
            Self::EndToEnd => (20, 120),
        };
        match depth {
            Depth::Sampled => sampled,
            Depth::Full => full,
        }
    }
}

/// How much of each drill runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Sampled: what CI runs.
    Sampled,
    /// `--full`: every drill at its stated size (`TRIVIUM_FULL=1` for the tests).
    Full,
}

pub struct TestOptions {
    pub depth: Depth,
    /// Steps to run; all when empty.
    pub only: Vec<Step>,
}

/// What a step found.
#[derive(Default)]
struct Findings {
    passed: u64,
    failed: u64,
    /// One line or paragraph per failure.
    failures: Vec<String>,
    note: String,
}

impl Findings {
    fn passed(note: String) -> Self {
        Self { passed: 1, note, ..Self::default() }
    }

    fn failed(why: String) -> Self {
        Self { failed: 1, failures: vec![why], ..Self::default() }
    }
}

struct Row {
    name: String,
    took: Duration,
    findings: Findings,
}

pub fn list() {
    for step in Step::ALL {
        println!("{:<12} {}", step.name(), step.about());
    }
}

/// Runs the steps and prints the report; `true` when nothing failed.
pub fn test(toolbox: &mut Toolbox, options: &TestOptions) -> bool {
    let start = Instant::now();
    let steps: Vec<Step> =
        Step::ALL.into_iter().filter(|step| options.only.is_empty() || options.only.contains(step)).collect();
    let tools: Vec<Tool> = steps.iter().flat_map(|step| step.needs()).copied().collect();
    toolbox.ensure(&tools);

    let mut rows: Vec<Row> = Vec::new();
    for &step in &steps {
        let started = Instant::now();
        println!("\n== {}: {}", step.name(), step.about());
        let missing = toolbox.missing(step.needs());
        let broken = step
            .after()
            .is_some_and(|earlier| rows.iter().any(|row| row.name == earlier.name() && row.findings.failed > 0));
        let findings = if !missing.is_empty() {
            Findings::failed(format!("not run: {} missing", missing.join(", ")))
        } else if broken {
            Findings::failed("not run: the page was not built".to_owned())
        } else {
            perform(step, toolbox, options.depth).unwrap_or_else(Findings::failed)
        };
        let row = Row { name: step.name().to_owned(), took: started.elapsed(), findings };
        println!("{}", line(&row));
        rows.push(row);
    }
    report(toolbox, &rows, start.elapsed())
}

/// Prints times and failures, and last the line that counts.
fn report(toolbox: &Toolbox, rows: &[Row], took: Duration) -> bool {
    println!("\n== times");
    for done in &toolbox.set_up {
        let result = match &done.result {
            Ok(what) => what,
            Err(_) => "missing",
        };
        println!("{:<34} {:>8.1} s  {result}", done.name, done.took.as_secs_f64());
    }
    for row in rows {
        println!("{}", line(row));
    }
    println!("{:<34} {:>8.1} s", "total", took.as_secs_f64());

    let failed: u64 = rows.iter().map(|row| row.findings.failed).sum();
    let passed: u64 = rows.iter().map(|row| row.findings.passed).sum();
    if failed > 0 {
        println!("\n== failures");
        for row in rows {
            for failure in &row.findings.failures {
                println!("{}:\n{}", row.name, indent(failure));
            }
        }
        for done in &toolbox.set_up {
            if let Err(why) = &done.result {
                println!("{}:\n{}", done.name, indent(why));
            }
        }
    }
    println!("\n{passed} passed, {failed} failed");
    failed == 0
}

fn line(row: &Row) -> String {
    let findings = &row.findings;
    let verdict = if findings.failed == 0 { "ok" } else { "FAILED" };
    format!(
        "{:<34} {:>8.1} s  {verdict}: {} ok, {} not{}{}",
        row.name,
        row.took.as_secs_f64(),
        findings.passed,
        findings.failed,
        if findings.note.is_empty() { "" } else { ", " },
        findings.note
    )
}

fn perform(step: Step, toolbox: &Toolbox, depth: Depth) -> Result<Findings, String> {
    let limit = Duration::from_secs(step.minutes(depth) * 60);
    match step {
        Step::Fmt => check(toolbox.cargo(["fmt", "--all", "--check"]), limit),
        Step::Clippy => check(
            toolbox.cargo([
                "clippy",
                "--workspace",
                "--exclude",
                "trivium-web",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ]),
            limit,
        ),
        Step::ClippyWeb => check(
            toolbox.cargo([
                "clippy",
                "--package",
                "trivium-web",
                "--target",
                "wasm32-unknown-unknown",
                "--",
                "-D",
                "warnings",
            ]),
            limit,
        ),
        Step::Native => {
            let mut command = toolbox.cargo([
                "test",
                "--workspace",
                "--exclude",
                "trivium-web",
                "--no-fail-fast",
                "--",
                // Tests against the shared data print how much they compared.
                "--show-output",
            ]);
            deepen(&mut command, depth);
            counted(command, limit)
        }
        Step::Wasm => wasm_tests(toolbox, depth, limit),
        Step::Page => {
            let outcome = page::build(toolbox, limit)?;
            Ok(if outcome.success() {
                Findings::passed(String::new())
            } else {
                Findings::failed(format!("{}\n{}", outcome.tail(15), outcome.ending()))
            })
        }
        Step::Size => {
            let measured = size::measure(&page::dist(&toolbox.root))?;
            measured.print();
            let faults = measured.compare(&toolbox.root.join(size::RECORD))?;
            Ok(if faults.is_empty() {
                Findings::passed(format!("{} B gzip", measured.first_load_bytes()))
            } else {
                Findings::failed(faults.join("\n"))
            })
        }
        Step::EndToEnd => end_to_end(toolbox, depth, limit),
    }
}

/// A command that as a whole passes or fails.
fn check(command: Command, limit: Duration) -> Result<Findings, String> {
    let outcome = run(command, limit, Show::Live)?;
    Ok(if outcome.success() {
        Findings::passed(String::new())
    } else {
        Findings::failed(format!("{}\n{}", outcome.tail(15), outcome.ending()))
    })
}

/// A test runner whose tests are counted one by one.
fn counted(command: Command, limit: Duration) -> Result<Findings, String> {
    let outcome = run(command, limit, Show::Live)?;
    let counts = Counts::read(&outcome.output);
    let mut findings = Findings {
        passed: counts.passed,
        failed: counts.failed,
        failures: counts.failures,
        note: match counts.ignored {
            0 => String::new(),
            ignored => format!("{ignored} ignored"),
        },
    };
    // A runner that broke before it could count is a failure of its own.
    let broke = !outcome.success() && (findings.failed == 0 || outcome.status.is_none());
    if broke {
        findings.failed += 1;
        findings.failures.push(format!("{}\n{}", outcome.tail(15), outcome.ending()));
    } else if findings.failed > 0 && findings.failures.is_empty() {
        findings.failures.push(outcome.tail(15));
    } else if findings.passed == 0 && findings.failed == 0 {
        return Ok(Findings::failed("no test ran".to_owned()));
    }
    Ok(findings)
}

fn deepen(command: &mut Command, depth: Depth) {
    if depth == Depth::Full {
        command.env("TRIVIUM_FULL", "1");
    }
}

/// Runs `tests/wasm.rs` of every crate that has one.
fn wasm_tests(toolbox: &Toolbox, depth: Depth, limit: Duration) -> Result<Findings, String> {
    let crates = toolbox.root.join("crates");
    let entries = std::fs::read_dir(&crates).map_err(|error| format!("cannot list {}: {error}", crates.display()))?;
    let mut packages: Vec<String> = entries
        .flatten()
        .filter(|entry| entry.path().join("tests/wasm.rs").is_file())
        .map(|entry| format!("trivium-{}", entry.file_name().to_string_lossy()))
        .collect();
    packages.sort();
    if packages.is_empty() {
        return Ok(Findings::failed("no crate has a tests/wasm.rs".to_owned()));
    }
    let mut command = toolbox.cargo(["test", "--target", "wasm32-unknown-unknown", "--no-fail-fast"]);
    for package in &packages {
        command.args(["--package", package]);
    }
    command.args(["--test", "wasm"]);
    if let Some(driver) = toolbox.chromedriver() {
        command.env("CHROMEDRIVER", driver);
    }
    // Only a hung browser takes this long; the default of 20 s is short on a busy machine.
    command.env("WASM_BINDGEN_TEST_TIMEOUT", "180");
    deepen(&mut command, depth);
    counted(command, limit)
}

/// Serves `dist/` twice, at the root and below a folder, and runs the browser tests against both.
fn end_to_end(toolbox: &Toolbox, depth: Depth, limit: Duration) -> Result<Findings, String> {
    let snapshot = Snapshot::of_dist(&toolbox.root)?;
    let mut command = browser_script(toolbox, &snapshot, "node_modules/@playwright/test/cli.js")?;
    command.arg("test");
    deepen(&mut command, depth);
    counted(command, limit)
}

/// A Node script of `tests/e2e` with the addresses of the served page in its environment.
///
/// # Errors
/// When no port is free.
pub fn browser_script(toolbox: &Toolbox, served: &Snapshot, script: &str) -> Result<Command, String> {
    let mut command = toolbox.command("node");
    command
        .arg(script)
        .current_dir(toolbox.e2e_folder())
        .env("TRIVIUM_BASE_URL", server::spawn(&served.folder, "/")?)
        .env("TRIVIUM_SUBPATH_URL", server::spawn(&served.folder, "/some/folder/")?)
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    if let Some(chromium) = toolbox.chromium() {
        command.env("TRIVIUM_CHROMIUM", chromium);
    }
    Ok(command)
}
