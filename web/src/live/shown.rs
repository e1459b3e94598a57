//! What the screen shows of a game: a function of the session, taken when its lines are stored.

use super::words::{self, Words};
use crate::faces::{self, Face};
use crate::stock;
use trivium_core::{Condition, Dec, Event, Json, LegalForm, Observation, Round, Seat, SeatSpec, Session};
use trivium_games::GameInfo;
use trivium_measures::Scores;

/// Everything a screen needs; what is hidden from the person's seat is not in it.
#[derive(Clone)]
pub struct Shown {
    /// The game, if this version knows it.
    pub info: Option<&'static GameInfo>,
    /// How the game looks.
    pub face: &'static Face,
    /// Who sits where.
    pub seats: Vec<SeatSpec>,
    /// The person's seat.
    pub seat: Seat,
    /// The base seed.
    pub seed: u64,
    /// What the person's seat sees.
    pub observation: Observation,
    /// Whether the game has ended.
    pub over: bool,
    /// Whether the present phase takes messages.
    pub talk: bool,
    /// The scores; before the end every indicator is open.
    pub scores: Option<Scores>,
    /// Whether the person's own seat was a person's.
    pub played: bool,
    /// What the person may announce about the coming decision, in the form of that decision.
    pub announceable: Option<LegalForm>,
    /// The reasons the person gave, by round.
    pub reasons: Vec<(Round, String)>,
}

impl Shown {
    /// What a seat sees of a session.
    pub fn of(session: &Session, seat: Seat) -> Shown {
        let header = session.header();
        let game = session.game();
        let status = game.status();
        let over = status.over();
        Shown {
            info: stock::find(&header.game),
            face: faces::of(&header.game),
            seats: header.seats.clone(),
            seat,
            seed: header.seed,
            observation: game.observe(seat),
            over,
            talk: status.talk,
            scores: stock::scores(game),
            played: matches!(header.seats.get(usize::from(seat)), Some(SeatSpec::Human)),
            announceable: words::announceable(game, seat),
            reasons: reasons(session.lines(), seat),
        }
    }

    /// The game's name.
    pub fn name(&self) -> &'static str {
        self.info.map_or("", |info| info.name)
    }

    /// What the person may decide now.
    pub fn legal(&self) -> Option<&LegalForm> {
        self.observation.legal.as_ref()
    }

    /// The running round.
    pub fn round(&self) -> Round {
        self.observation.round
    }

    /// Number of rounds, where it is known before the end.
    pub fn rounds(&self) -> Option<Round> {
        if self.info.is_some_and(|info| info.level == 1) {
            return Some(1);
        }
        let rounds = self.observation.params.get("rounds").and_then(Dec::from_json).and_then(Dec::to_i64)?;
        Round::try_from(rounds).ok()
    }

    /// Whether the seats may talk.
    pub fn comm(&self) -> bool {
        self.observation.condition == Condition::Comm
    }

    fn is_own(&self, seat: Seat) -> bool {
        seat == self.seat && self.played
    }

    /// "You", or "Seat B".
    pub fn who(&self, seat: Seat) -> String {
        if self.is_own(seat) { "You".to_owned() } else { format!("Seat {}", words::seat(seat, self.seats.len())) }
    }

    /// "You", or "B" of two; "Seat 3" of more, where a number alone says nothing.
    pub fn short(&self, seat: Seat) -> String {
        if self.seats.len() == 2 && !self.is_own(seat) { words::seat(seat, 2) } else { self.who(seat) }
    }

    /// The words of this game.
    pub fn words(&self) -> Words<'_> {
        Words { info: self.info, params: &self.observation.params, seats: self.seats.len() }
    }

    /// The name of who sits at a seat.
    pub fn player(&self, seat: Seat) -> String {
        words::player(self.info, self.seats.get(usize::from(seat)))
    }

    /// "With messages, against Tit For Tat".
    pub fn subtitle(&self) -> String {
        let how = if self.comm() { "With messages" } else { "Silent" };
        match self.seats.len() {
            2 => format!("{how}, against {}", self.player(1 - self.seat.min(1))),
            n => format!("{how}, {} seats", words::number(n)),
        }
    }

    /// What an action is called.
    pub fn action(&self, phase: &str, action: &Json) -> String {
        self.words().action(phase, action)
    }

    /// The actions that can be seen, in order.
    pub fn actions(&self) -> impl Iterator<Item = (Round, &str, Seat, &Json)> {
        self.observation.events.iter().filter_map(|event| match event {
            Event::Action { round, phase, seat, action, .. } => Some((*round, phase.as_str(), *seat, action)),
            _ => None,
        })
    }

    /// What each seat earned in each finished step that can be seen: round and payoffs (absent where hidden).
    pub fn payoffs(&self) -> Vec<(Round, Vec<Option<Dec>>)> {
        self.observation
            .results
            .iter()
            .filter_map(|result| {
                let round = result.get("round").and_then(Json::as_u64)?;
                let list = result.get("payoffs")?.as_array()?;
                Some((Round::try_from(round).ok()?, list.iter().map(Dec::from_json).collect()))
            })
            .collect()
    }

    /// A seat's points so far, where they can be seen.
    pub fn total(&self, seat: Seat) -> Option<Dec> {
        match &self.observation.totals {
            Some(totals) => totals.get(usize::from(seat)).copied(),
            None if seat == self.seat => Some(self.observation.own_total),
            None => None,
        }
    }

    /// "You 14, Seat B 14", as far as points can be seen.
    pub fn standing(&self) -> String {
        let mut seats: Vec<Seat> = (0..self.seats.len() as Seat).collect();
        seats.sort_by_key(|&seat| seat != self.seat);
        // "Seat 1 112" would read as one number.
        let mark = if self.seats.len() == 2 { "" } else { ":" };
        let known = seats.into_iter().filter_map(|s| Some(format!("{}{mark} {}", self.who(s), self.total(s)?)));
        known.collect::<Vec<_>>().join(", ")
    }

    /// The person's standing commitment of this round to a single action.
    pub fn announced(&self) -> Option<Json> {
        let word = trivium_games::kit::speech::standing(&self.observation.events, self.seat, self.round())?;
        match (word.commitment, word.condition) {
            (Some(trivium_core::Commitment::Action(action)), None) => Some(action),
            _ => None,
        }
    }
}

/// The reasons that stand beside a seat's decisions. They are no part of the game, so they come from the lines.
fn reasons(lines: &[String], seat: Seat) -> Vec<(Round, String)> {
    let with_reasons = lines.iter().skip(1).filter(|line| line.contains("\"rationale\":"));
    let read = with_reasons.filter_map(|line| serde_json::from_str::<Json>(line).ok());
    let own = read.filter(|line| line.get("seat").and_then(Json::as_u64) == Some(u64::from(seat)));
    own.filter_map(|line| {
        let round = Round::try_from(line.get("round")?.as_u64()?).ok()?;
        let given = line.get("rationale")?.as_object()?;
        let parts: Vec<&str> = given.values().filter_map(Json::as_str).filter(|part| !part.is_empty()).collect();
        Some((round, parts.join(" ")))
    })
    .collect()
}
