//! Seats, actions, announcements and lines of a record in words.

use trivium_core::{Attempt, Dec, Event, Game, Json, LegalForm, Line, Origin, ParamError, Rng, Seat, SeatSpec};
use trivium_games::registry::Position;
use trivium_games::{GameInfo, Seated};

/// What a seat is called: A or B of two; its number, as rules and messages have it, of more.
pub fn seat(seat: Seat, of: usize) -> String {
    if of == 2 { char::from(b'A' + seat.min(25)).to_string() } else { seat.to_string() }
}

/// A text of the rules with its seats called as on the page: "seat 0" of two is "seat A".
pub fn called(text: &str, of: usize) -> String {
    if of != 2 {
        return text.to_owned();
    }
    ["seat ", "Seat "].into_iter().fold(text.to_owned(), |text, word| {
        (0..2).fold(text, |text, n| {
            let next = |rest: &str| rest.chars().next().is_some_and(|c| c.is_ascii_digit());
            let from = format!("{word}{n}");
            let parts: Vec<&str> = text.split(from.as_str()).collect();
            let mut out = parts[0].to_owned();
            for part in &parts[1..] {
                out.push_str(&if next(part) { from.clone() } else { format!("{word}{}", seat(n, 2)) });
                out.push_str(part);
            }
            out
        })
    })
}

/// Small numbers as words.
pub fn number(n: usize) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    WORDS.get(n).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// `speaking_order` as "speaking order".
pub fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// The first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The name of who sits at a seat.
pub fn player(info: Option<&GameInfo>, seat: Option<&SeatSpec>) -> String {
    match seat {
        None => String::new(),
        Some(SeatSpec::Human) => "a person".into(),
        Some(SeatSpec::Model { model, .. }) => model.clone(),
        Some(SeatSpec::Agent { id }) => {
            let agents = info.map(GameInfo::agents).unwrap_or_default();
            agent(&agents, id)
        }
    }
}

/// The name of an agent among those of its game; its id where it is not one of them.
pub fn agent(agents: &[Seated], id: &str) -> String {
    agents.iter().find(|a| a.info.id == id).map_or_else(|| id.to_owned(), |a| a.info.name.to_owned())
}

/// "Rounds is 0. Allowed: a whole number from 1 to 200."
pub fn fault(error: &ParamError) -> String {
    format!("{} is {}. Allowed: {}.", capital(&error.field), error.found, error.allowed)
}

/// A value as plain text.
pub fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(items) if items.iter().any(|i| i.is_array() || i.is_object()) => {
            items.iter().map(plain).collect::<Vec<_>>().join("; ")
        }
        Json::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        Json::Bool(true) => "yes".into(),
        Json::Bool(false) => "no".into(),
        Json::Null => "none".into(),
        Json::Object(map) => {
            map.iter().map(|(key, value)| format!("{} {}", spaced(key), plain(value))).collect::<Vec<_>>().join(", ")
        }
        number => number.to_string(),
    }
}

/// The first letter in lower case, unless the word is all capitals.
pub fn lower(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

/// What a message announces: what its seat commits to, and what it claims.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Announced {
    /// "cooperate", as in "announces cooperate".
    pub commitment: Option<String>,
    /// "past action: seat 1, round 2, action C".
    pub claims: Option<String>,
}

/// The words of one game with its parameters and number of seats.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The game, if this version knows it.
    pub info: Option<&'static GameInfo>,
    /// The complete parameters.
    pub params: &'a Json,
    /// Number of seats.
    pub seats: usize,
}

impl Words<'_> {
    /// What an action is called; its JSON where the game has no word for it.
    pub fn action(&self, phase: &str, action: &Json) -> String {
        let facts = serde_json::Map::new();
        let label =
            self.info.and_then(|info| info.label(&Position { params: self.params, phase, facts: &facts }, action));
        label.map_or_else(|| plain(action), |label| called(&label, self.seats))
    }

    /// What an `announce` says.
    pub fn announced(&self, announce: &Json) -> Announced {
        let Some(object) = announce.as_object() else { return Announced::default() };
        let said = object.iter().filter_map(|(key, value)| self.committed(key, value)).collect::<Vec<_>>();
        Announced {
            commitment: (!said.is_empty()).then(|| said.join(", ")),
            claims: object.get("claims").map(|list| self.claims(list)).filter(|text| !text.is_empty()),
        }
    }

    fn committed(&self, key: &str, value: &Json) -> Option<String> {
        Some(match key {
            "claims" => return None,
            "action" => self.main_action(value),
            "range" => match value.as_array().map(Vec::as_slice) {
                Some([lo, hi]) => format!("between {} and {}", plain(lo), plain(hi)),
                _ => plain(value),
            },
            "share" => format!("a share of {}", plain(value)),
            "coalition" => format!("coalition {}", self.seat_list(value)),
            "withdraw" => "nothing any more".into(),
            "if" => format!("if {}", self.condition(value)),
            other => format!("{} {}", spaced(other), plain(value)),
        })
    }

    fn main_action(&self, value: &Json) -> String {
        // Labels that are plain choices do not depend on the phase.
        lower(&self.action("choose", value))
    }

    fn condition(&self, value: &Json) -> String {
        let Some((key, value)) = value.as_object().and_then(|o| o.iter().next()) else { return plain(value) };
        match key.as_str() {
            "action" => format!("the other does {}", self.main_action(value)),
            "at_least" => format!("at least {}", plain(value)),
            "at_most" => format!("at most {}", plain(value)),
            "mean_at_least" => format!("the others' mean is at least {}", plain(value)),
            other => format!("{} {}", spaced(other), plain(value)),
        }
    }

    fn claims(&self, list: &Json) -> String {
        let one = |claim: &Json| {
            let kind = claim.get("kind").and_then(Json::as_str).unwrap_or("claim");
            let rest = claim.as_object().into_iter().flatten().filter(|(k, _)| *k != "kind");
            let named = |k: &str, v: &Json| match (k, v.as_u64().and_then(|n| Seat::try_from(n).ok())) {
                ("seat" | "target", Some(n)) => format!("{} {}", spaced(k), seat(n, self.seats)),
                _ => format!("{} {}", spaced(k), plain(v)),
            };
            let rest: Vec<String> = rest.map(|(k, v)| named(k, v)).collect();
            format!("{}: {}", spaced(kind), rest.join(", "))
        };
        list.as_array().map(|list| list.iter().map(one).collect::<Vec<_>>().join("; ")).unwrap_or_default()
    }

    /// A list of seats by name.
    pub fn seat_list(&self, value: &Json) -> String {
        let name = |v: &Json| v.as_u64().and_then(|n| Seat::try_from(n).ok()).map(|n| seat(n, self.seats));
        let list = value.as_array().map(|list| list.iter().filter_map(name).collect::<Vec<_>>());
        list.map(|l| l.join(", ")).unwrap_or_else(|| plain(value))
    }

    /// A line of a record: what kind it is, and what it says.
    pub fn line(&self, line: &Line) -> (&'static str, String) {
        let each = |values: &[Dec]| {
            let named = values.iter().enumerate().map(|(n, v)| format!("{} {v}", seat(n as Seat, self.seats)));
            // Numbers beside numbers want a stronger mark between them.
            named.collect::<Vec<_>>().join(if self.seats == 2 { ", " } else { "; " })
        };
        match line {
            Line::Event { event, .. } => self.event(event),
            Line::Payoff(payoff) => ("payoff", format!("round {}: {}", payoff.round, each(&payoff.payoffs))),
            Line::Call(call) => ("call", format!("{}, round {}: {}", self.speaker(call.seat), call.round, call.path)),
            Line::Result(outcome) => ("result", format!("totals {}", each(&outcome.totals))),
        }
    }

    fn speaker(&self, at: Seat) -> String {
        format!("seat {}", seat(at, self.seats))
    }

    /// An event: what kind it is, and what it says.
    pub fn event(&self, event: &Event) -> (&'static str, String) {
        match event {
            Event::Chance { round, name, seat, value } => {
                let whose = seat.map(|s| format!(" of {}", self.speaker(s))).unwrap_or_default();
                let value = if name.ends_with("order") { self.seat_list(value) } else { plain(value) };
                ("chance", format!("round {round}: {}{whose}: {value}", spaced(name)))
            }
            Event::Message { round, seat, message, .. } => {
                let said =
                    if message.text.is_empty() { "says nothing".into() } else { format!("“{}”", message.text) };
                let announced = message.announce.as_ref().map(|a| self.announced(a)).unwrap_or_default();
                let word = announced.commitment.map(|w| format!(" (announces {w})")).unwrap_or_default();
                ("message", format!("{}, round {round}: {said}{word}", self.speaker(*seat)))
            }
            Event::Action { round, phase, seat, action, fallback } => {
                let how = if *fallback { " (by the fallback rule)" } else { "" };
                let what = lower(&self.action(phase, action));
                ("action", format!("{}, round {round}: {what}{how}", self.speaker(*seat)))
            }
        }
    }
}

/// What a seat may announce in the present message phase: the form of its next decision of this round, found by
/// playing on with the fallback of every seat, as far as the rules admit announcing it.
pub fn announceable(game: &dyn Game, seat: Seat) -> Option<LegalForm> {
    let now = game.status();
    if !now.talk || !now.to_act.contains(&seat) {
        return None;
    }
    let admitted = |action: &Json| {
        let message = serde_json::json!({"text": "", "announce": {"action": action}});
        game.boxed().attempt(seat, now.phase, Attempt::Message(message), Origin::Chosen).is_ok()
    };
    match next_decision(game, seat)?.1 {
        LegalForm::Enum { values } => {
            let values: Vec<Json> = values.into_iter().filter(|v| admitted(v)).collect();
            (!values.is_empty()).then_some(LegalForm::Enum { values })
        }
        form @ LegalForm::Int { min, .. } => admitted(&Json::from(min)).then_some(form),
        form @ LegalForm::Grid { min, .. } => admitted(&min.to_json()).then_some(form),
        _ => None,
    }
}

/// The phase of the decision that a seat may announce now.
pub fn announced_phase(game: &dyn Game, seat: Seat) -> Option<String> {
    next_decision(game, seat).map(|(phase, _)| phase.to_owned())
}

/// The seat's next decision of this round: its phase and form.
fn next_decision(game: &dyn Game, seat: Seat) -> Option<(&'static str, LegalForm)> {
    let round = game.status().round;
    let mut ahead = game.boxed();
    loop {
        let status = ahead.status();
        if status.over() || status.round != round {
            return None;
        }
        if status.due.is_some() {
            let event = ahead.draw(&mut Rng::new(0))?;
            ahead.apply(&event).ok()?;
        } else if !status.talk && status.to_act.contains(&seat) {
            return ahead.legal(seat).map(|form| (status.phase, form));
        } else {
            let who = *status.to_act.first()?;
            let decision = ahead.fallback(who)?;
            ahead.attempt(who, status.phase, decision.into_attempt(), Origin::Fallback).ok()?;
        }
    }
}
