//! The question to a model: the rules, what its seat has seen, what it may answer, and in which form.
//!
//! A pure function of the observation and the texts, so that the same record gives the same prompt. It asks for a short
//! justification, never for hidden reasoning: providers refuse prompts that ask a model to write that out.

use crate::provider::{Chat, Role, Turn};
use crate::schema;
use crate::text::{AnnounceForm, At, Texts};
use std::fmt::Write as _;
use trivium_core::event::MESSAGE_LIMIT;
use trivium_core::{Dec, Event, Json, LegalForm, Observation, Round, Seat};

/// An earlier answer to the same question and why it was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rejected {
    /// The answer, as it is shown to the model again.
    pub text: String,
    /// The reason, in a sentence.
    pub reason: String,
}

/// The question for the decision that is due; `None` when it is not the seat's turn.
pub fn chat(seen: &Observation, seats: Seat, texts: &Texts, rejected: &[Rejected]) -> Option<Chat> {
    let form = seen.legal.as_ref()?;
    let schema = schema::answer(form, texts.announce.as_ref());
    let mut turns = vec![Turn { role: Role::User, text: user(seen, form, texts, &schema) }];
    for Rejected { text, reason } in rejected {
        turns.push(Turn { role: Role::Assistant, text: text.clone() });
        turns.push(Turn { role: Role::User, text: again(seen, form, texts, reason) });
    }
    Some(Chat { system: system(seen, seats, texts), turns, schema })
}

fn system(seen: &Observation, seats: Seat, texts: &Texts) -> String {
    let mut text = String::from("You take part in a game.\n\n");
    let numbers: Vec<String> = (0..seats).map(|seat| seat.to_string()).collect();
    let _ =
        write!(text, "Seats: {}. Your seat: {}. Your role: {}.\n\nRules:\n", numbers.join(", "), seen.seat, seen.role);
    for line in &texts.rules {
        let _ = writeln!(text, "- {line}");
    }
    text.push_str(
        "\nAnswer each question with one JSON object and nothing before or after it. The object has \"rationale\" with \
         four short texts, one or two sentences each, which no other player ever sees:\n\
         - \"goals\": what you want to reach\n\
         - \"beliefs\": what you expect of the others\n\
         - \"plan\": what you plan to do\n\
         - \"justification\": why, in brief\n\
         and beside it your decision, in the form that the question names.\n",
    );
    text
}

fn user(seen: &Observation, form: &LegalForm, texts: &Texts, schema: &str) -> String {
    let mut text = String::from("What has happened so far:\n");
    history(&mut text, seen, texts);
    let _ = write!(text, "\nYour payoff so far: {}.", seen.own_total);
    if let Some(totals) = &seen.totals {
        let _ = write!(text, " Payoffs of all seats: {}.", per_seat(seen.seat, totals.iter().map(Dec::to_string)));
    }
    for (name, value) in &seen.facts {
        let _ = write!(text, "\n{name}: {value}");
    }
    let _ = write!(text, "\n\nNow: round {}, phase {}. {}\n", seen.round, seen.phase, request(seen, form, texts));
    if let (LegalForm::Text, Some(announce)) = (form, &texts.announce) {
        announcing(&mut text, seen, announce, texts);
    }
    let _ = write!(text, "\nYour answer fits this JSON Schema:\n{schema}\n");
    text
}

fn again(seen: &Observation, form: &LegalForm, texts: &Texts, reason: &str) -> String {
    format!(
        "Your answer was not taken. {reason} {} Answer again with one JSON object of the same form and nothing else.\n",
        request(seen, form, texts)
    )
}

/// What is asked for, in words.
fn request(seen: &Observation, form: &LegalForm, texts: &Texts) -> String {
    match form {
        LegalForm::Text => format!(
            "Send your message: \"message\" is its text, at most {MESSAGE_LIMIT} characters; an empty text is silence."
        ),
        form => format!("Decide: \"action\" is {}.", in_words(form, texts, &At::of(seen))),
    }
}

/// The legal actions in words.
pub fn in_words(form: &LegalForm, texts: &Texts, at: &At<'_>) -> String {
    match form {
        LegalForm::Enum { values } => {
            let values: Vec<String> = values.iter().map(|value| named(value, texts, at)).collect();
            format!("one of {}", values.join(", "))
        }
        LegalForm::Int { min, max } => format!("a whole number from {min} to {max}"),
        LegalForm::Grid { min, max, step } => format!("a number from {min} to {max} in steps of {step}"),
        LegalForm::Text => "a message".to_owned(),
        LegalForm::Points { n, giver, max } => format!(
            "a list of {n} whole numbers, the points for each seat in order of seats, each from 0 to {max}; \
             your own, at seat {giver}, is 0"
        ),
        LegalForm::Proposal { weights, quota, prize, proposer } => {
            let weights = per_seat(*proposer, weights.iter().map(i64::to_string));
            format!(
                "an object {{\"coalition\": seats in ascending order, \"shares\": one whole number for each of them}}; \
                 the coalition holds your seat {proposer} and weighs at least {quota} (weights: {weights}), and the \
                 shares add up to {prize}"
            )
        }
        LegalForm::Team { of, size } => {
            let of: Vec<String> = of.iter().map(Seat::to_string).collect();
            format!("a list of {size} different seats in ascending order, out of {}", of.join(", "))
        }
        LegalForm::Bargain { pool, offer, accept, walk } => {
            let mut options = Vec::new();
            if *offer {
                let most: Vec<String> = pool.iter().map(i64::to_string).collect();
                options.push(format!(
                    "an object {{\"offer\": list of {} whole numbers, the units of each item that you would keep, from 0 \
                     to {}}}",
                    pool.len(),
                    most.join(", ")
                ));
            }
            if *accept {
                options.push("\"accept\"".to_owned());
            }
            if *walk {
                options.push("\"walk\"".to_owned());
            }
            options.join(" or ")
        }
    }
}

fn announcing(text: &mut String, seen: &Observation, form: &AnnounceForm, texts: &Texts) {
    let at = At { phase: &form.phase, ..At::of(seen) };
    let _ = writeln!(
        text,
        "You may add \"announce\", the part of your message that can be checked. It is seen by all who see the message. \
         Leave it out to announce nothing. It may hold:\n\
         - {{\"action\": a}}: you announce that you will choose a; a is {}",
        in_words(&form.action, texts, &at)
    );
    if let Some(condition) = &form.condition {
        let _ = writeln!(
            text,
            "- {{\"action\": a, \"if\": {{\"action\": b}}}}: you announce it on condition that the other chooses b; b is {}",
            in_words(condition, texts, &at)
        );
    }
    text.push_str("- {\"withdraw\": true}: you take back what you announced before in this round\n");
    for claim in &form.claims {
        let _ = writeln!(text, "- {claim}");
    }
}

fn history(text: &mut String, seen: &Observation, texts: &Texts) {
    let round_of = |result: &Json| result.get("round").and_then(Json::as_u64).and_then(|r| Round::try_from(r).ok());
    let mut rounds: Vec<Round> =
        seen.events.iter().map(Event::round).chain(seen.results.iter().filter_map(round_of)).collect();
    rounds.sort_unstable();
    rounds.dedup();
    for round in &rounds {
        let _ = writeln!(text, "Round {round}");
        for event in seen.events.iter().filter(|event| event.round() == *round) {
            let _ = writeln!(text, "- {}", event_line(event, seen, texts));
        }
        for result in seen.results.iter().filter(|result| round_of(result) == Some(*round)) {
            let _ = writeln!(text, "- {}", result_line(result, seen.seat));
        }
    }
    for result in seen.results.iter().filter(|result| round_of(result).is_none()) {
        let _ = writeln!(text, "- {}", result_line(result, seen.seat));
    }
    if rounds.is_empty() && seen.results.is_empty() {
        text.push_str("Nothing yet.\n");
    }
}

fn event_line(event: &Event, seen: &Observation, texts: &Texts) -> String {
    let own = seen.seat;
    // Facts are those of now; a label of the past does without them.
    let no_facts = serde_json::Map::new();
    let who = |seat: Seat| if seat == own { "You".to_owned() } else { format!("Seat {seat}") };
    // A seat learns of its own fallbacks only; for the others the move is what counts.
    let played = |seat: Seat, fallback: bool| {
        if fallback && seat == own { " (played for you, because no answer of yours could be taken)" } else { "" }
    };
    match event {
        Event::Chance { name, seat: None, value, .. } => format!("Drawn, {name}: {value}"),
        Event::Chance { name, seat: Some(seat), value, .. } => format!("Drawn for seat {seat}, {name}: {value}"),
        Event::Message { phase, seat, message, fallback, .. } => {
            let said = match message.text.as_str() {
                "" => "said nothing".to_owned(),
                // Quoted as JSON, so that no message can pass for a part of the question.
                text => format!("said: {}", Json::from(text)),
            };
            let announced = match &message.announce {
                Some(announce) if !announce.is_null() => format!(" Announced: {announce}"),
                _ => String::new(),
            };
            format!("{} ({phase}) {said}{announced}{}", who(*seat), played(*seat, *fallback))
        }
        Event::Action { phase, seat, action, fallback, .. } => {
            let at = At { params: &seen.params, phase, facts: &no_facts };
            format!("{} ({phase}): {}{}", who(*seat), named(action, texts, &at), played(*seat, *fallback))
        }
    }
}

fn result_line(result: &Json, own: Seat) -> String {
    let Json::Object(object) = result else { return format!("Result: {result}") };
    let mut parts = Vec::new();
    let mut rest = object.clone();
    rest.remove("round");
    if let Some(Json::Array(payoffs)) = object.get("payoffs") {
        let amounts = payoffs.iter().map(|p| Dec::from_json(p).map_or_else(|| p.to_string(), |d| d.to_string()));
        parts.push(format!("Payoffs: {}.", per_seat(own, amounts)));
        rest.remove("payoffs");
    }
    if let Some(outcome) = rest.remove("outcome") {
        parts.push(format!("Outcome: {outcome}"));
    }
    if !rest.is_empty() {
        parts.push(format!("Result: {}", Json::Object(rest)));
    }
    parts.join(" ")
}

fn per_seat(own: Seat, amounts: impl Iterator<Item = String>) -> String {
    let amounts = amounts.enumerate().map(|(seat, amount)| {
        let own = if seat == usize::from(own) { " (you)" } else { "" };
        format!("seat {seat}{own}: {amount}")
    });
    amounts.collect::<Vec<_>>().join(", ")
}

fn named(action: &Json, texts: &Texts, at: &At<'_>) -> String {
    match (texts.label)(at, action) {
        Some(label) => format!("{action} ({label})"),
        None => action.to_string(),
    }
}
