//! A seeded game written out as text: every event, what each seat newly sees, what it may do, and the payoffs.
//!
//! The texts of all games are tracked in `playthroughs/`, so that a change of rules shows as a readable change of
//! text. `cargo xtask playthroughs` writes them anew.

use crate::registry::{GameInfo, Registry};
use std::fmt::Write as _;
use trivium_core::session::Plan;
use trivium_core::{Condition, Event, Game, Json, Observation, ParamError, Record, Seat, SeatSpec, Session};

/// Parameters that set how long a game lasts; a playthrough shortens them, so that it stays readable.
const LENGTHS: [&str; 3] = ["rounds", "hands", "cap"];
/// What they are shortened to.
const SHORT: i64 = 3;
/// The seeds played in each condition.
pub const SEEDS: [u64; 3] = [1, 2, 3];

/// All playthroughs of a game: both conditions, three seeds each. The first seed seats `random` everywhere, the
/// others seat the game's agents in turn.
pub fn all(info: &GameInfo) -> Result<String, ParamError> {
    let mut text = format!("# {} {}\n", info.id, info.name);
    for condition in [Condition::Silent, Condition::Comm] {
        for seed in SEEDS {
            text.push('\n');
            text.push_str(&one(info, condition, seed)?);
        }
    }
    Ok(text)
}

/// One playthrough.
pub fn one(info: &GameInfo, condition: Condition, seed: u64) -> Result<String, ParamError> {
    let params = shortened(info.defaults());
    let seats = usize::from(info.start(&params, condition)?.seats());
    let agents: Vec<&str> = info.agents().iter().map(|agent| agent.info.id).collect();
    let turn = (seed as usize - 1) * seats;
    let ids: Vec<&str> = match seed {
        1 => vec!["random"; seats],
        _ => (0..seats).map(|seat| agents[(turn + seat) % agents.len()]).collect(),
    };
    let seats = ids.iter().map(|id| SeatSpec::Agent { id: (*id).to_owned() }).collect();
    let plan = Plan { game: info.id.to_owned(), params: params.clone(), condition, seats, seed };
    let mut session = Session::start(&Registry, plan)?;
    session.play_agents(&Registry, None)?;
    let mut text = format!("## {} · seed {seed} · {}\n", condition.name(), ids.join(", "));
    let _ = writeln!(text, "params {params}");
    let events = Record::parse(&session.text()).map(|r| r.events().cloned().collect::<Vec<_>>()).unwrap_or_default();
    write_out(&mut text, info.start(&params, condition)?, &events);
    Ok(text)
}

fn shortened(mut params: Json) -> Json {
    for name in LENGTHS {
        if let Some(n) = params.get(name).and_then(Json::as_i64) {
            params[name] = n.min(SHORT).into();
        }
    }
    params
}

fn write_out(text: &mut String, mut game: Box<dyn Game>, events: &[Event]) {
    let mut before: Vec<Observation> = (0..game.seats()).map(|seat| game.observe(seat)).collect();
    for seat in 0..game.seats() {
        let role = game.role(seat);
        let _ = writeln!(text, "seat {seat}: {role}{}", facts(&before[usize::from(seat)]));
    }
    for (k, event) in events.iter().enumerate() {
        point(text, game.as_ref(), k);
        let _ = writeln!(text, "> {}", said(event));
        let Ok(applied) = game.apply(event) else {
            text.push_str("  refused\n");
            return;
        };
        for seat in 0..game.seats() {
            let now = game.observe(seat);
            news(text, seat, &before[usize::from(seat)], &now);
            before[usize::from(seat)] = now;
        }
        if let Some(step) = applied.step {
            let payoffs: Vec<String> = step.payoffs.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "  = pays {} · {}", payoffs.join(", "), step.outcome);
        }
    }
    let returns: Vec<String> = game.returns().iter().map(ToString::to_string).collect();
    let _ = writeln!(text, "{} · returns {}", game.status().phase, returns.join(", "));
}

/// Where the game stands and who may do what.
fn point(text: &mut String, game: &dyn Game, k: usize) {
    let status = game.status();
    let _ = write!(text, "\n[{k}] round {} {}", status.round, status.phase);
    for seat in status.to_act {
        let legal = game.legal(seat).and_then(|form| serde_json::to_string(&form).ok()).unwrap_or_default();
        let _ = write!(text, " · {seat}: {legal}");
    }
    text.push('\n');
}

fn said(event: &Event) -> String {
    match event {
        Event::Chance { name, seat: Some(seat), value, .. } => format!("chance {name} of seat {seat}: {value}"),
        Event::Chance { name, value, .. } => format!("chance {name}: {value}"),
        Event::Message { phase, seat, message, .. } => {
            let announce = message.announce.as_ref().map(|a| format!(" announcing {a}")).unwrap_or_default();
            format!("{phase} seat {seat}: {:?}{announce}", message.text)
        }
        Event::Action { phase, seat, action, .. } => format!("{phase} seat {seat}: {action}"),
    }
}

/// What a seat sees now that it did not see before.
fn news(text: &mut String, seat: Seat, before: &Observation, now: &Observation) {
    let mut unseen = before.events.clone();
    let mut fresh: Vec<String> = Vec::new();
    for event in &now.events {
        match unseen.iter().position(|e| e == event) {
            Some(at) => drop(unseen.swap_remove(at)),
            None => fresh.push(said(event)),
        }
    }
    let results = now.results.iter().skip(before.results.len()).map(|result| format!("result {result}"));
    fresh.extend(results);
    if facts(before) != facts(now) {
        fresh.push(facts(now).trim_start_matches(" · ").to_owned());
    }
    if !fresh.is_empty() {
        let _ = writeln!(text, "  {seat} sees {}", fresh.join(" | "));
    }
}

/// The named values of an observation.
fn facts(o: &Observation) -> String {
    let mut out = format!(" · own_total {}", o.own_total);
    if let Some(totals) = &o.totals {
        let totals: Vec<String> = totals.iter().map(ToString::to_string).collect();
        let _ = write!(out, " · totals {}", totals.join(", "));
    }
    for (name, value) in &o.facts {
        let _ = write!(out, " · {name} {value}");
    }
    out
}
