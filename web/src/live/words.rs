//! Seats, actions, announcements and lines of a record in words.

use trivium_core::{Attempt, Event, Game, Json, LegalForm, Line, Message, Origin, Rng, Seat, SeatSpec};
use trivium_games::GameInfo;
use trivium_games::registry::Position;

/// A seat's letter: A for seat 0.
pub fn letter(seat: Seat) -> char {
    char::from(b'A' + seat.min(25))
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
            agents.iter().find(|a| a.info.id == id).map_or_else(|| id.clone(), |a| a.info.name.to_owned())
        }
    }
}

/// What an action is called; its JSON where the game has no word for it.
pub fn action(info: Option<&GameInfo>, params: &Json, phase: &str, action: &Json) -> String {
    let facts = serde_json::Map::new();
    let label = info.and_then(|info| info.label(&Position { params, phase, facts: &facts }, action));
    label.unwrap_or_else(|| plain(action))
}

/// A value as plain text.
pub fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        Json::Bool(true) => "yes".into(),
        Json::Bool(false) => "no".into(),
        Json::Null => "none".into(),
        Json::Object(map) => {
            map.iter().map(|(key, value)| format!("{} {}", spaced(key), plain(value))).collect::<Vec<_>>().join("; ")
        }
        number => number.to_string(),
    }
}

/// What an `announce` says, for a chip: "announces …".
pub fn announcement(info: Option<&GameInfo>, params: &Json, announce: &Json) -> Option<String> {
    let object = announce.as_object()?;
    let mut parts = Vec::new();
    for (key, value) in object {
        parts.push(match key.as_str() {
            "action" => lower(&main_action(info, params, value)),
            "range" => match value.as_array().map(Vec::as_slice) {
                Some([lo, hi]) => format!("between {} and {}", plain(lo), plain(hi)),
                _ => plain(value),
            },
            "share" => format!("a share of {}", plain(value)),
            "coalition" => format!("coalition {}", seats(value)),
            "withdraw" => "nothing any more".into(),
            "if" => format!("if {}", condition(info, params, value)),
            "claims" => claims(value),
            other => format!("{} {}", spaced(other), plain(value)),
        });
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn main_action(info: Option<&GameInfo>, params: &Json, value: &Json) -> String {
    // Labels that are plain choices do not depend on the phase.
    action(info, params, "choose", value)
}

fn condition(info: Option<&GameInfo>, params: &Json, value: &Json) -> String {
    let Some((key, value)) = value.as_object().and_then(|o| o.iter().next()) else { return plain(value) };
    match key.as_str() {
        "action" => format!("the other does {}", lower(&main_action(info, params, value))),
        "at_least" => format!("at least {}", plain(value)),
        "at_most" => format!("at most {}", plain(value)),
        "mean_at_least" => format!("the others' mean is at least {}", plain(value)),
        other => format!("{} {}", spaced(other), plain(value)),
    }
}

fn claims(value: &Json) -> String {
    let one = |claim: &Json| {
        let kind = claim.get("kind").and_then(Json::as_str).unwrap_or("claim");
        let rest = claim.as_object().into_iter().flatten().filter(|(k, _)| *k != "kind");
        let rest: Vec<String> = rest.map(|(k, v)| format!("{} {}", spaced(k), plain(v))).collect();
        format!("claims {}: {}", spaced(kind), rest.join(", "))
    };
    value.as_array().map(|list| list.iter().map(one).collect::<Vec<_>>().join("; ")).unwrap_or_default()
}

/// A list of seats as letters.
pub fn seats(value: &Json) -> String {
    let seat = |v: &Json| v.as_u64().and_then(|n| Seat::try_from(n).ok()).map(|s| letter(s).to_string());
    let list = value.as_array().map(|list| list.iter().filter_map(seat).collect::<Vec<_>>());
    list.map(|l| l.join(", ")).unwrap_or_else(|| plain(value))
}

/// The first letter in lower case, unless the word is all capitals.
pub fn lower(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(first), Some(second)) if second.is_lowercase() => first.to_lowercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}

/// A line of a record: what kind it is, and what it says.
pub fn line(info: Option<&GameInfo>, params: &Json, line: &Line) -> (&'static str, String) {
    match line {
        Line::Event { event, .. } => self::event(info, params, event),
        Line::Payoff(payoff) => {
            let each = payoff.payoffs.iter().enumerate();
            let each: Vec<String> = each.map(|(s, p)| format!("{} {p}", letter(s as Seat))).collect();
            ("payoff", format!("round {}: {}", payoff.round, each.join(", ")))
        }
        Line::Call(call) => ("call", format!("{}, round {}: {}", letter(call.seat), call.round, call.path)),
        Line::Result(outcome) => {
            let totals: Vec<String> =
                outcome.totals.iter().enumerate().map(|(s, t)| format!("{} {t}", letter(s as Seat))).collect();
            ("result", format!("totals {}", totals.join(", ")))
        }
    }
}

/// An event: what kind it is, and what it says.
pub fn event(info: Option<&GameInfo>, params: &Json, event: &Event) -> (&'static str, String) {
    match event {
        Event::Chance { round, name, seat, value } => {
            let whose = seat.map(|s| format!(" of {}", letter(s))).unwrap_or_default();
            let value = if name.ends_with("order") { seats(value) } else { plain(value) };
            ("chance", format!("round {round}: {}{whose}: {value}", spaced(name)))
        }
        Event::Message { round, seat, message, .. } => {
            let said = quoted(message);
            let word = message.announce.as_ref().and_then(|a| announcement(info, params, a));
            let word = word.map(|w| format!(" (announces {w})")).unwrap_or_default();
            ("message", format!("{}, round {round}: {said}{word}", letter(*seat)))
        }
        Event::Action { round, phase, seat, action: a, fallback } => {
            let how = if *fallback { " (by the fallback rule)" } else { "" };
            let what = action(info, params, phase, a);
            ("action", format!("{}, round {round}: {}{how}", letter(*seat), lower(&what)))
        }
    }
}

fn quoted(message: &Message) -> String {
    if message.text.is_empty() { "says nothing".into() } else { format!("“{}”", message.text) }
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
    match next_decision(game, seat)? {
        LegalForm::Enum { values } => {
            let values: Vec<Json> = values.into_iter().filter(|v| admitted(v)).collect();
            (!values.is_empty()).then_some(LegalForm::Enum { values })
        }
        form @ LegalForm::Int { min, .. } => admitted(&Json::from(min)).then_some(form),
        form @ LegalForm::Grid { min, .. } => admitted(&min.to_json()).then_some(form),
        _ => None,
    }
}

fn next_decision(game: &dyn Game, seat: Seat) -> Option<LegalForm> {
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
            return ahead.legal(seat);
        } else {
            let who = *status.to_act.first()?;
            let decision = ahead.fallback(who)?;
            ahead.attempt(who, status.phase, decision.into_attempt(), Origin::Fallback).ok()?;
        }
    }
}
