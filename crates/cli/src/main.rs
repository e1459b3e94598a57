//! `trivium`: plays, scores, verifies and re-scores from the command line. JSON on standard output, messages on
//! standard error; exit 0 only when all agreed or all was done.

mod list;
mod play;
mod record;
mod rescore;

use clap::{Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "trivium", version, about = "Play, score, verify and re-score mixed-motive games and negotiations.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays a game with rule-based agents.
    Play(play::Arguments),
    /// Scores records.
    Score {
        /// Record files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Re-executes and re-scores records; exit 1 if anything differs.
    Verify {
        /// Record files.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Re-scores negotiation result files.
    Rescore(rescore::Arguments),
    /// Prints the line by which two builds show that they compute the same.
    Digest,
    /// Lists what there is.
    List {
        /// What to list.
        what: list::What,
        /// The form.
        #[arg(long, default_value = "json")]
        format: JsonOnly,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum JsonOnly {
    Json,
}

/// How a command ended.
enum Ending {
    /// All agreed or all was done.
    Done,
    /// Something differs.
    Differs,
}

fn main() -> ExitCode {
    let ending = match Arguments::parse().command {
        Command::Play(arguments) => play::run(&arguments),
        Command::Score { files } => record::score(&files),
        Command::Verify { files } => record::verify(&files),
        Command::Rescore(arguments) => rescore::run(&arguments),
        Command::Digest => print(&trivium_archive::digest()),
        Command::List { what, format: JsonOnly::Json } => list::run(what),
    };
    match ending {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::Differs) => ExitCode::from(1),
        Err(message) => {
            eprintln!("trivium: {message}");
            ExitCode::from(2)
        }
    }
}

/// Prints a line; a closed pipe is not an error.
fn print(line: &str) -> Result<Ending, String> {
    use std::io::Write as _;
    match writeln!(std::io::stdout(), "{line}") {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err(format!("standard output: {e}")),
        _ => Ok(Ending::Done),
    }
}

fn print_json(value: &impl serde::Serialize) -> Result<Ending, String> {
    print(&serde_json::to_string(value).map_err(|e| e.to_string())?)
}
