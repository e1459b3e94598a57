//! Re-executes a record and says where it differs from what the rules give.

use crate::{Catalog, Decision, Event, Game, Json, Line, Message, ParamError, Record, Rng, SeatSpec};
use serde::Serialize;

/// What kind of difference was found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The line before was changed after this one was written.
    Chain,
    /// The seeds of the streams do not follow from the base seed.
    Seed,
    /// The rules refuse the event.
    Event,
    /// The event stands in another form than the rules record it in.
    Form,
    /// The chance outcome is not the one that the seed gives.
    Chance,
    /// The rule-based agent decides otherwise.
    Agent,
    /// The payoff line is not what the rules give here.
    Payoff,
    /// The result line is not what the play gives.
    Result,
    /// A score is not what the record scores to.
    Score,
}

/// One difference, located.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// Line of the file, from 1.
    pub line: u32,
    /// What kind it is.
    pub kind: Kind,
    /// Which value it is about, such as `seat 1 in round 3` or `totals`.
    pub what: String,
    /// What the rules give.
    pub expected: Json,
    /// What the record says.
    pub found: Json,
}

/// A record played again.
pub struct Replay {
    /// The game after the last event that could be applied.
    pub game: Box<dyn Game>,
    /// The differences, in the order of the lines.
    pub differences: Vec<Difference>,
    /// How many values were compared and found equal.
    pub agreed: u32,
    /// Whether every event could be applied.
    pub complete: bool,
}

struct Replayer<'a> {
    record: &'a Record,
    catalog: &'a dyn Catalog,
    game: Box<dyn Game>,
    chance: Rng,
    decisions: Vec<u64>,
    differences: Vec<Difference>,
    agreed: u32,
    steps_shown: usize,
}

/// Plays the record again. An unknown game or wrong parameters are an error; everything else is a difference.
pub fn replay(catalog: &dyn Catalog, record: &Record) -> Result<Replay, ParamError> {
    let header = &record.header;
    let game = catalog.game(&header.game, &header.params, header.condition)?;
    if header.seats.len() != usize::from(game.seats()) {
        return Err(ParamError::new("seats", header.seats.len().to_string(), format!("{} seats", game.seats())));
    }
    let mut r = Replayer {
        record,
        catalog,
        chance: Rng::new(header.streams.chance),
        decisions: vec![0; header.seats.len()],
        game,
        differences: Vec::new(),
        agreed: 0,
        steps_shown: 0,
    };
    let derived = crate::record::Streams::derive(header.seed, header.seats.len());
    if derived == header.streams {
        r.agreed += 1;
    } else {
        let json = |s: &crate::record::Streams| serde_json::to_value(s).unwrap_or_default();
        r.differ(1, Kind::Seed, "streams", json(&derived), json(&header.streams));
    }
    let complete = r.run();
    r.differences.sort_by_key(|d| d.line);
    Ok(Replay { game: r.game, differences: r.differences, agreed: r.agreed, complete })
}

impl Replayer<'_> {
    fn differ(&mut self, line: u32, kind: Kind, what: impl Into<String>, expected: Json, found: Json) {
        self.differences.push(Difference { line, kind, what: what.into(), expected, found });
    }

    fn compare(&mut self, line: u32, kind: Kind, what: &str, expected: Json, found: Json) {
        if expected == found {
            self.agreed += 1;
        } else {
            self.differ(line, kind, what, expected, found);
        }
    }

    fn run(&mut self) -> bool {
        for &line in &self.record.broken_links {
            let (expected, found) = (Json::from("the hash of the line above"), Json::from("another hash"));
            self.differ(line, Kind::Chain, format!("line {} was changed", line - 1), expected, found);
        }
        self.agreed += self.record.lines.len() as u32 - self.record.broken_links.len() as u32;
        let record = self.record;
        for (i, line) in record.lines.iter().enumerate() {
            let number = i as u32 + 2;
            match line {
                Line::Event { event, .. } => {
                    self.missing_payoffs(number);
                    if !self.event(number, event) {
                        return false;
                    }
                }
                Line::Payoff(payoff) => self.payoff(number, payoff),
                Line::Call(_) => {}
                Line::Result(outcome) => {
                    self.missing_payoffs(number);
                    let totals = |d: Vec<crate::Dec>| d.into_iter().map(crate::Dec::to_json).collect::<Json>();
                    self.compare(number, Kind::Result, "over", self.game.status().over().into(), outcome.over.into());
                    self.compare(
                        number,
                        Kind::Result,
                        "totals",
                        totals(self.game.totals()),
                        totals(outcome.totals.clone()),
                    );
                    self.compare(
                        number,
                        Kind::Result,
                        "returns",
                        totals(self.game.returns()),
                        totals(outcome.returns.clone()),
                    );
                }
            }
        }
        true
    }

    fn missing_payoffs(&mut self, line: u32) {
        while let Some(step) = self.game.steps().get(self.steps_shown) {
            let expected = serde_json::json!({"payoffs": step.payoffs, "outcome": step.outcome});
            let what = format!("payoff line of round {} before this line", step.round);
            self.steps_shown += 1;
            self.differ(line, Kind::Payoff, what, expected, Json::Null);
        }
    }

    fn payoff(&mut self, line: u32, payoff: &crate::record::Payoff) {
        let Some(step) = self.game.steps().get(self.steps_shown).cloned() else {
            let found = serde_json::json!({"payoffs": payoff.payoffs, "outcome": payoff.outcome});
            return self.differ(line, Kind::Payoff, "a payoff line where none is due", Json::Null, found);
        };
        self.steps_shown += 1;
        let json = |d: &[crate::Dec]| d.iter().map(|d| d.to_json()).collect::<Json>();
        let what = format!("payoffs of round {}", step.round);
        self.compare(line, Kind::Payoff, &what, json(&step.payoffs), json(&payoff.payoffs));
        let what = format!("outcome of round {}", step.round);
        self.compare(line, Kind::Payoff, &what, step.outcome, payoff.outcome.clone());
        self.compare(line, Kind::Payoff, "round of the payoff", step.round.into(), payoff.round.into());
    }

    /// Applies one event; false when the rules refuse it.
    fn event(&mut self, line: u32, event: &Event) -> bool {
        let due = self.game.draw(&mut self.chance);
        let expected = match (&due, event.seat()) {
            (Some(_), _) => None,
            (None, Some(seat)) => self.agent(seat),
            (None, None) => None,
        };
        match self.game.apply(event) {
            Err(refusal) => {
                let what = describe(event);
                self.differ(line, Kind::Event, what, refusal.to_string().into(), json(event));
                return false;
            }
            Ok(applied) => self.compare(line, Kind::Form, "form of the event", json(&applied.event), json(event)),
        }
        if let Some(due) = due {
            self.compare(line, Kind::Chance, &describe(event), json(&due), json(event));
        } else if let Some(seat) = event.seat() {
            self.decisions[usize::from(seat)] += 1;
            if let Some(expected) = expected {
                self.compare(line, Kind::Agent, &describe(event), expected, decided(event));
            }
        }
        true
    }

    /// What the agent at this seat decides here, if one sits there.
    fn agent(&self, seat: u8) -> Option<Json> {
        let SeatSpec::Agent { id } = self.record.header.seats.get(usize::from(seat))? else { return None };
        let form = self.game.legal(seat)?;
        let agent = self.catalog.agent(&self.record.header.game, id).ok()?;
        let stream = *self.record.header.streams.seats.get(usize::from(seat))?;
        let mut rng = Rng::for_decision(stream, self.decisions[usize::from(seat)]);
        match agent.decide(&self.game.observe(seat), &mut rng) {
            Decision::Action(action) => form.check(&action).ok(),
            Decision::Message(message) => Some(message_json(&message)),
        }
    }
}

fn message_json(message: &Message) -> Json {
    serde_json::json!({"text": message.text, "announce": message.announce})
}

fn decided(event: &Event) -> Json {
    match event {
        Event::Action { action, .. } => action.clone(),
        Event::Message { message, .. } => message_json(message),
        Event::Chance { value, .. } => value.clone(),
    }
}

fn describe(event: &Event) -> String {
    match event {
        Event::Chance { round, name, seat: None, .. } => format!("{name} in round {round}"),
        Event::Chance { round, name, seat: Some(seat), .. } => format!("{name} of seat {seat} in round {round}"),
        Event::Message { round, phase, seat, .. } => format!("message of seat {seat} in {phase}, round {round}"),
        Event::Action { round, phase, seat, .. } => format!("{phase} of seat {seat} in round {round}"),
    }
}

fn json(event: &Event) -> Json {
    serde_json::to_value(event).unwrap_or_default()
}
