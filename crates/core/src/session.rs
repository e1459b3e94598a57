//! The session stepper: one match, its game and its growing record.

use crate::record::{FORMAT, Outcome, Streams, line_hash};
use crate::{
    Catalog, Condition, Decision, Game, Header, Json, Line, Origin, ParamError, Rationale, Record, RecordError,
    Refusal, Rng, Seat, SeatSpec, record,
};

/// What a session is to be.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The game's id.
    pub game: String,
    /// Parameters that differ from the defaults (an object, or null).
    pub params: Json,
    /// Silent or Comm.
    pub condition: Condition,
    /// Who sits where.
    pub seats: Vec<SeatSpec>,
    /// The base seed.
    pub seed: u64,
}

/// What goes into the record beside a decision.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Beside {
    /// The reasons given.
    pub rationale: Option<Rationale>,
    /// The time, in milliseconds since 1970.
    pub at: Option<u64>,
    /// Whose choice it was.
    pub origin: Origin,
}

/// Why a stored session could not be taken up.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ResumeError {
    /// The record could not be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The game or its parameters are not known.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// An event does not follow from the ones before.
    #[error("line {line} does not follow from the lines before it: {why}")]
    Event {
        /// Its number, from 1.
        line: u32,
        /// What is wrong.
        why: String,
    },
}

/// A running match. Its lines only grow; everything else is a function of them.
pub struct Session {
    header: Header,
    game: Box<dyn Game>,
    lines: Vec<String>,
    head: String,
    chance: Rng,
    decisions: Vec<u64>,
}

impl Session {
    /// Starts a match: writes the header and draws the chance outcomes that are due.
    pub fn start(catalog: &dyn Catalog, plan: Plan) -> Result<Session, ParamError> {
        let game = catalog.game(&plan.game, &plan.params, plan.condition)?;
        if plan.seats.len() != usize::from(game.seats()) {
            return Err(ParamError::new("seats", plan.seats.len().to_string(), format!("{} seats", game.seats())));
        }
        for seat in &plan.seats {
            if let SeatSpec::Agent { id } = seat {
                catalog.agent(&plan.game, id)?;
            }
        }
        let header = Header {
            format: FORMAT.into(),
            game: plan.game,
            params: game.params().clone(),
            condition: plan.condition,
            streams: Streams::derive(plan.seed, plan.seats.len()),
            seats: plan.seats,
            seed: plan.seed,
        };
        let mut session = Session::at_header(header, game);
        session.draw_due();
        Ok(session)
    }

    fn at_header(header: Header, game: Box<dyn Game>) -> Session {
        let text = serde_json::to_string(&header).unwrap_or_default();
        Session {
            head: line_hash(&text),
            chance: Rng::new(header.streams.chance),
            decisions: vec![0; header.seats.len()],
            lines: vec![text],
            header,
            game,
        }
    }

    /// Takes up a stored session at the decision where it stopped. A result line at the end is dropped, so that
    /// an exported, unfinished session can be played on.
    pub fn resume(catalog: &dyn Catalog, text: &str) -> Result<Session, ResumeError> {
        let record = Record::parse(text)?;
        if let Some(&line) = record.broken_links.first() {
            return Err(ResumeError::Event { line, why: "the line before it was changed".into() });
        }
        let game = catalog.game(&record.header.game, &record.header.params, record.header.condition)?;
        if record.header.seats.len() != usize::from(game.seats()) {
            return Err(
                ParamError::new("seats", record.header.seats.len().to_string(), game.seats().to_string()).into()
            );
        }
        let mut session = Session::at_header(record.header, game);
        for (i, line) in record.lines.into_iter().enumerate() {
            let number = i as u32 + 2;
            let wrong = |why: String| ResumeError::Event { line: number, why };
            match line {
                Line::Event { event, rationale, at } => {
                    let due = session.game.status().due.is_some();
                    if due {
                        // Keeps the stream in step with the record, whatever outcome was recorded.
                        session.game.draw(&mut session.chance);
                    }
                    let seat = event.seat();
                    let applied = session.game.apply(&event).map_err(|e| wrong(e.to_string()))?;
                    if let (false, Some(seat)) = (due, seat) {
                        session.decisions[usize::from(seat)] += 1;
                    }
                    session.push(&Line::Event { event: applied.event, rationale, at });
                }
                Line::Result(_) => {}
                other => session.push(&other),
            }
        }
        // A crash may have cut the record between an event and what follows from it.
        session.complete_payoffs();
        session.draw_due();
        Ok(session)
    }

    /// Adds payoff lines for steps that the record does not show yet.
    fn complete_payoffs(&mut self) {
        let shown = self.lines.iter().filter(|l| l.starts_with("{\"e\":\"payoff\"")).count();
        let missing: Vec<_> = self.game.steps().iter().skip(shown).cloned().collect();
        for step in missing {
            self.push(&payoff(step));
        }
    }

    fn push(&mut self, line: &Line) {
        let text = line.text(&self.head);
        self.head = line_hash(&text);
        self.lines.push(text);
    }

    fn draw_due(&mut self) {
        while let Some(event) = self.game.draw(&mut self.chance) {
            // What a game draws it also takes; if not, the session stands still and says so through its status.
            let Ok(applied) = self.game.apply(&event) else { return };
            self.push(&Line::Event { event: applied.event, rationale: None, at: None });
            if let Some(step) = applied.step {
                self.push(&payoff(step));
            }
        }
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The game as it stands.
    pub fn game(&self) -> &dyn Game {
        self.game.as_ref()
    }

    /// The lines of the record so far.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The record so far as text.
    pub fn text(&self) -> String {
        let mut text = self.lines.join("\n");
        text.push('\n');
        text
    }

    /// The hash of the last line.
    pub fn head(&self) -> &str {
        &self.head
    }

    /// Takes a seat's decision. The new lines are `lines()[n..]` with the returned n: store them before the screen
    /// changes. A refusal changes nothing.
    pub fn act(&mut self, seat: Seat, decision: Decision, beside: Beside) -> Result<usize, Refusal> {
        let from = self.lines.len();
        let phase = self.game.status().phase;
        let applied = self.game.attempt(seat, phase, decision.into_attempt(), beside.origin)?;
        self.decisions[usize::from(seat)] += 1;
        self.push(&Line::Event { event: applied.event, rationale: beside.rationale, at: beside.at });
        if let Some(step) = applied.step {
            self.push(&payoff(step));
        }
        self.draw_due();
        Ok(from)
    }

    /// Keeps what a model replied.
    pub fn record_call(&mut self, call: record::Call) -> usize {
        self.push(&Line::Call(call));
        self.lines.len() - 1
    }

    /// What the agent at a seat decides now; `None` where no agent sits or it is not its turn.
    pub fn agent_decision(&self, catalog: &dyn Catalog, seat: Seat) -> Result<Option<Decision>, ParamError> {
        let Some(SeatSpec::Agent { id }) = self.header.seats.get(usize::from(seat)) else { return Ok(None) };
        if self.game.legal(seat).is_none() {
            return Ok(None);
        }
        let agent = catalog.agent(&self.header.game, id)?;
        let stream = self.header.streams.seats[usize::from(seat)];
        let mut rng = Rng::for_decision(stream, self.decisions[usize::from(seat)]);
        Ok(Some(agent.decide(&self.game.observe(seat), &mut rng)))
    }

    /// Lets the agents play until a person or a model is to decide or the game is over. The new lines are
    /// `lines()[n..]` with the returned n. An agent whose decision is refused plays the fallback.
    pub fn play_agents(&mut self, catalog: &dyn Catalog, at: Option<u64>) -> Result<usize, ParamError> {
        let from = self.lines.len();
        loop {
            let status = self.game.status();
            let mut moved = false;
            for seat in status.to_act {
                let Some(decision) = self.agent_decision(catalog, seat)? else { continue };
                let beside = Beside { at, ..Beside::default() };
                if self.act(seat, decision, beside).is_err() {
                    let fallback = self.game.fallback(seat);
                    let beside = Beside { at, origin: Origin::Fallback, ..Beside::default() };
                    match fallback.map(|decision| self.act(seat, decision, beside)) {
                        Some(Ok(_)) => {}
                        _ => return Ok(from),
                    }
                }
                moved = true;
                if self.game.status().phase != status.phase || self.game.status().round != status.round {
                    break;
                }
            }
            if !moved {
                return Ok(from);
            }
        }
    }

    /// The seats that wait for a person or a model.
    pub fn waiting(&self) -> Vec<Seat> {
        let agent = |seat: &Seat| matches!(self.header.seats[usize::from(*seat)], SeatSpec::Agent { .. });
        self.game.status().to_act.into_iter().filter(|seat| !agent(seat)).collect()
    }

    /// The result of the play so far.
    pub fn outcome(&self, scores: Json) -> Outcome {
        Outcome { over: self.game.status().over(), totals: self.game.totals(), returns: self.game.returns(), scores }
    }

    /// The record as it is exported: the lines so far and a result line.
    pub fn export(&self, scores: Json) -> String {
        let result = Line::Result(self.outcome(scores)).text(&self.head);
        format!("{}\n{result}\n", self.lines.join("\n"))
    }
}

fn payoff(step: crate::Step) -> Line {
    Line::Payoff(record::Payoff { round: step.round, payoffs: step.payoffs, outcome: step.outcome })
}
