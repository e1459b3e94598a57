//! `trivium play`.

use crate::{Ending, print, print_json};
use clap::{Args, ValueEnum};
use serde::Deserialize;
use serde_json::{Map, json};
use std::path::{Path, PathBuf};
use trivium_core::session::Plan;
use trivium_core::{Catalog as _, Condition, Event, Json, SeatSpec, Session};
use trivium_games::Registry;

/// The arguments.
#[derive(Args)]
pub struct Arguments {
    /// The game's id, such as L2-T01.
    #[arg(long, required_unless_present_any = ["batch", "task"])]
    game: Option<String>,
    /// A task file, which names the game and its parameters.
    #[arg(long, conflicts_with_all = ["game", "batch"])]
    task: Option<PathBuf>,
    /// Agent ids, one per seat, separated by commas; one alone fills all seats.
    #[arg(long, required_unless_present = "batch", value_delimiter = ',')]
    seats: Vec<String>,
    /// The base seed.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// silent or comm.
    #[arg(long, default_value = "silent")]
    condition: Condition,
    /// A parameter that differs from its default, such as rounds=50.
    #[arg(long = "set", value_parser = setting)]
    set: Vec<(String, Json)>,
    /// What to print: the record, or the actions and returns alone.
    #[arg(long, default_value = "jsonl")]
    format: Format,
    /// A file with one job a line: {"game","seats":[…],"seed","condition","set":{…}}. One answer a line, in order.
    #[arg(long, conflicts_with_all = ["game", "seats"])]
    batch: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The whole record.
    Jsonl,
    /// `{"actions": […], "returns": […]}`.
    Summary,
}

/// Reads `name=value`; the value is JSON, or else text.
fn setting(text: &str) -> Result<(String, Json), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("{text:?} is not of the form name=value"))?;
    Ok((name.to_owned(), serde_json::from_str(value).unwrap_or_else(|_| Json::from(value))))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Job {
    game: String,
    seats: Vec<String>,
    #[serde(default)]
    seed: Seed,
    #[serde(default = "silent")]
    condition: Condition,
    #[serde(default)]
    set: Map<String, Json>,
}

fn silent() -> Condition {
    Condition::Silent
}

/// A seed as a number or as decimal text.
#[derive(Default, Deserialize)]
#[serde(untagged)]
enum Seed {
    #[default]
    Zero,
    Number(u64),
    Text(String),
}

impl Seed {
    fn value(&self) -> Result<u64, String> {
        match self {
            Seed::Zero => Ok(0),
            Seed::Number(n) => Ok(*n),
            Seed::Text(text) => text.parse().map_err(|_| format!("seed {text:?} is no whole number below 2^64")),
        }
    }
}

/// Plays and prints.
pub fn run(arguments: &Arguments) -> Result<Ending, String> {
    if let Some(path) = &arguments.batch {
        return batch(path, arguments.format);
    }
    let (game, mut set) = match &arguments.task {
        Some(path) => task(path)?,
        None => (arguments.game.clone().unwrap_or_default(), Map::new()),
    };
    set.extend(arguments.set.iter().cloned());
    let session = play(game, &arguments.seats, arguments.seed, arguments.condition, set)?;
    match arguments.format {
        Format::Jsonl => print(trivium_archive::export(&session).trim_end()),
        Format::Summary => print_json(&summary(&session)),
    }
}

/// The game and the parameters of a task file.
fn task(path: &Path) -> Result<(String, Map<String, Json>), String> {
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|e| format!("{name}: {e}"))?;
    let task = trivium_games::task::read(&name, &bytes).map_err(|e| e.to_string())?;
    Ok((task.game.id.to_owned(), task.params))
}

/// Every job is answered, a faulty one by an `error`; the run as a whole then fails.
fn batch(path: &PathBuf, format: Format) -> Result<Ending, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut failed = 0;
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match job(line) {
            Ok(session) if format == Format::Summary => print_json(&summary(&session))?,
            Ok(session) => {
                // One line an answer: the record's lines as a list.
                let record = trivium_archive::export(&session);
                let lines: Result<Vec<Json>, _> = record.lines().map(serde_json::from_str).collect();
                print_json(&json!({"record": lines.map_err(|e| e.to_string())?}))?
            }
            Err(message) => {
                failed += 1;
                eprintln!("trivium: {}, line {}: {message}", path.display(), i + 1);
                print_json(&json!({ "error": message }))?
            }
        };
    }
    if failed == 0 { Ok(Ending::Done) } else { Err(format!("{failed} jobs failed")) }
}

fn job(line: &str) -> Result<Session, String> {
    let job: Job = serde_json::from_str(line).map_err(|e| e.to_string())?;
    play(job.game, &job.seats, job.seed.value()?, job.condition, job.set)
}

fn play(
    game: String,
    ids: &[String],
    seed: u64,
    condition: Condition,
    set: Map<String, Json>,
) -> Result<Session, String> {
    let params = Json::Object(set);
    let seats = usize::from(Registry.game(&game, &params, condition).map_err(|e| e.to_string())?.seats());
    let ids: Vec<String> = match ids {
        [one] => vec![one.clone(); seats],
        several => several.to_vec(),
    };
    let seats = ids.into_iter().map(|id| SeatSpec::Agent { id }).collect();
    let plan = Plan { game, params, condition, seats, seed };
    let mut session = Session::start(&Registry, plan).map_err(|e| e.to_string())?;
    session.play_agents(&Registry, None).map_err(|e| e.to_string())?;
    if session.game().status().over() { Ok(session) } else { Err("the game did not end".into()) }
}

/// Actions of each seat in order of acting, and returns as decimal texts.
fn summary(session: &Session) -> Json {
    let game = session.game();
    let mut actions: Vec<Vec<Json>> = vec![Vec::new(); usize::from(game.seats())];
    for event in game.events() {
        if let Event::Action { seat, action, .. } = event {
            actions[usize::from(*seat)].push(action.clone());
        }
    }
    let returns: Vec<String> = game.returns().iter().map(ToString::to_string).collect();
    json!({"actions": actions, "returns": returns})
}
