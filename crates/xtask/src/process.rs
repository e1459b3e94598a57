//! Running other programs: with a time-out, with their output kept.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What a program left behind.
pub struct Outcome {
    /// `None` when the program was stopped by its time-out.
    pub status: Option<ExitStatus>,
    /// Both output streams, line by line in the order they arrived.
    pub output: String,
    pub took: Duration,
}

impl Outcome {
    pub fn success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// How it ended, in words, for the line of a failed step.
    pub fn ending(&self) -> String {
        match self.status {
            None => format!("stopped after {:.0} s: time-out", self.took.as_secs_f64()),
            Some(status) => match status.code() {
                Some(code) => format!("exit code {code}"),
                None => "ended by a signal".to_owned(),
            },
        }
    }

    /// The last `count` lines of output, for messages.
    pub fn tail(&self, count: usize) -> String {
        let lines: Vec<&str> = self.output.lines().collect();
        lines[lines.len().saturating_sub(count)..].join("\n")
    }
}

/// Whether the person sees the output while the program runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Show {
    Live,
    Nothing,
}

/// Runs `command` until it ends or `limit` has passed; then its whole process tree is stopped.
///
/// # Errors
/// When the program cannot be started, with its name.
pub fn run(mut command: Command, limit: Duration, show: Show) -> Result<Outcome, String> {
    let start = Instant::now();
    let name = command.get_program().to_string_lossy().into_owned();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start {name}: {error}"))?;

    let kept = Arc::new(Mutex::new(String::new()));
    let readers = [
        child.stdout.take().map(|pipe| follow(pipe, &kept, show, std::io::stdout())),
        child.stderr.take().map(|pipe| follow(pipe, &kept, show, std::io::stderr())),
    ];

    let mut pause = Duration::from_millis(2);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if start.elapsed() > limit => {
                stop_tree(child.id());
                // The direct child may already be gone; the wait below only collects it.
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            Ok(None) => std::thread::sleep(pause),
            Err(error) => return Err(format!("cannot wait for {name}: {error}")),
        }
        pause = (pause * 2).min(Duration::from_millis(100));
    };
    // A helper process that outlives the program may hold a pipe open for ever: readers get a
    // moment to drain what is there and are then left behind.
    let drain_until = Instant::now() + Duration::from_secs(5);
    for reader in readers.into_iter().flatten() {
        while !reader.is_finished() && Instant::now() < drain_until {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
    let output = kept.lock().map_or_else(|broken| broken.into_inner().clone(), |text| text.as_str().to_owned());
    Ok(Outcome { status, output, took: start.elapsed() })
}

/// Runs a short program quietly and gives its standard output and error if it succeeded.
pub fn answer(command: Command) -> Option<String> {
    let outcome = run(command, Duration::from_secs(30), Show::Nothing).ok()?;
    outcome.success().then_some(outcome.output)
}

fn follow<R, W>(pipe: R, kept: &Arc<Mutex<String>>, show: Show, mut screen: W) -> std::thread::JoinHandle<()>
where
    R: Read + Send + 'static,
    W: Write + Send + 'static,
{
    let kept = Arc::clone(kept);
    std::thread::spawn(move || {
        let mut reader = BufReader::new(pipe);
        let mut line = Vec::new();
        loop {
            line.clear();
            match reader.read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
            let text = String::from_utf8_lossy(&line);
            if show == Show::Live {
                // A closed terminal is no reason to stop the program.
                let _ = screen.write_all(text.as_bytes());
                let _ = screen.flush();
            }
            if let Ok(mut kept) = kept.lock() {
                kept.push_str(&text);
            }
        }
    })
}

/// Ends a process and everything it started. Children stay in our own process group so that Ctrl-C reaches them, so
/// the tree is read from the process table instead. All are halted before any is killed: a shell whose child dies
/// would otherwise go on with its next command, and a fork in between would be missed.
fn stop_tree(root: u32) {
    let mut doomed = vec![root];
    let mut halted = 0;
    while halted < doomed.len() {
        signal("STOP", &doomed[halted..]);
        halted = doomed.len();
        for (pid, parent) in process_table() {
            if doomed.contains(&parent) && !doomed.contains(&pid) {
                doomed.push(pid);
            }
        }
    }
    signal("KILL", &doomed);
}

fn signal(name: &str, processes: &[u32]) {
    let list: Vec<String> = processes.iter().map(u32::to_string).collect();
    // `kill` is built into every shell; the program of that name may be missing. A process that has ended meanwhile
    // is no failure.
    let script = format!("kill -{name} {}", list.join(" "));
    let _ = Command::new("sh").args(["-c", &script]).stderr(Stdio::null()).status();
}

/// Pairs of process and parent, from `/proc` or, where there is none, from `ps`.
fn process_table() -> Vec<(u32, u32)> {
    if let Ok(entries) = std::fs::read_dir("/proc") {
        let from_proc: Vec<(u32, u32)> = entries
            .flatten()
            .filter_map(|entry| {
                let pid: u32 = entry.file_name().to_str()?.parse().ok()?;
                let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
                // The name in parentheses may hold spaces; the parent is the second field after.
                let parent = stat.rsplit(')').next()?.split_whitespace().nth(1)?;
                Some((pid, parent.parse().ok()?))
            })
            .collect();
        if !from_proc.is_empty() {
            return from_proc;
        }
    }
    let mut ps = Command::new("ps");
    ps.args(["-A", "-o", "pid=,ppid="]);
    let Ok(listing) = ps.output() else {
        return Vec::new();
    };
    String::from_utf8_lossy(&listing.stdout)
        .lines()
        .filter_map(|line| {
            let mut fields = line.split_whitespace();
            Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
        })
        .collect()
}

/// The full path of `name` on the search path `path`.
pub fn find_on_path(name: &str, path: &std::ffi::OsStr) -> Option<PathBuf> {
    std::env::split_paths(path).map(|folder| folder.join(name)).find(|file| is_executable(file))
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn keeps_both_streams_and_the_exit_code() {
        let outcome = run(shell("echo one; echo two >&2; exit 3"), Duration::from_secs(10), Show::Nothing).unwrap();
        assert!(!outcome.success());
        assert_eq!(outcome.ending(), "exit code 3");
        assert!(outcome.output.contains("one\n"));
        assert!(outcome.output.contains("two\n"));
    }

    #[test]
    fn a_time_out_stops_the_whole_tree() {
        // The grandchild would write the file after two seconds if it were left alive.
        let file = std::env::temp_dir().join(format!("trivium-tree-{}", std::process::id()));
        let script = format!("(sleep 2; touch '{}') & wait", file.display());
        let start = Instant::now();
        let outcome = run(shell(&script), Duration::from_millis(300), Show::Nothing).unwrap();
        assert!(outcome.status.is_none());
        assert!(outcome.ending().contains("time-out"));
        assert!(start.elapsed() < Duration::from_secs(2));
        std::thread::sleep(Duration::from_millis(2200));
        assert!(!file.exists(), "the grandchild outlived the time-out");
    }

    #[test]
    fn a_missing_program_is_named() {
        let missing = Command::new("no-such-program-of-trivium");
        let message = run(missing, Duration::from_secs(1), Show::Nothing).err().unwrap();
        assert!(message.contains("no-such-program-of-trivium"), "{message}");
    }
}
