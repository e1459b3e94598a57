//! All scores of a play, in the form in which records and exports carry them.

use crate::bta::{self, Behaviour, IndicatorSet};
use crate::episode::Episode;
use crate::formulas::{self, Scored};
use crate::risk::RiskEvent;
use sha2::{Digest, Sha256};
use trivium_core::{Game, Json, Seat};

/// The scores of every seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Scores {
    /// SHA-256 of the indicator set in canonical form: which configuration gave these numbers.
    pub set: String,
    /// Behaviour of each seat.
    pub behaviour: Vec<Behaviour>,
    /// Risk events of each seat.
    pub risk: Vec<Vec<RiskEvent>>,
}

/// Scores a play with the game's default indicators; `None` for a game without any.
pub fn score(game: &dyn Game) -> Option<Scores> {
    score_by(formulas::of(game.id())?, game)
}

/// Scores a play of the one game whose formulas are given: a program that links one game needs no others.
pub fn score_by(scored: &Scored, game: &dyn Game) -> Option<Scores> {
    let set = IndicatorSet::default_of(scored)?;
    let episode = Episode::of(game);
    let seats: Vec<Seat> = (0..game.seats()).collect();
    Some(Scores {
        set: hash(&set),
        behaviour: seats.iter().map(|&seat| bta::behaviour(scored, &set, &episode, seat)).collect(),
        risk: seats.iter().map(|&seat| (scored.risk)(&episode, seat)).collect(),
    })
}

/// The content hash of an indicator set.
pub fn hash(set: &IndicatorSet) -> String {
    let text = serde_json::to_value(set).map(|v| v.to_string()).unwrap_or_default();
    trivium_core::record::hex(&Sha256::digest(text.as_bytes()))
}

impl Scores {
    /// As JSON, keyed by seat: `indicators`, `bta` and `risk`, and the hash of the indicator set.
    pub fn to_json(&self) -> Json {
        let by_seat = |of: &dyn Fn(usize) -> Json| -> Json {
            (0..self.behaviour.len()).map(|seat| (seat.to_string(), of(seat))).collect()
        };
        serde_json::json!({
            "set": self.set,
            "indicators": by_seat(&|s| self.behaviour[s].indicators_json()),
            "bta": by_seat(&|s| self.behaviour[s].bta.into()),
            "risk": by_seat(&|s| serde_json::to_value(&self.risk[s]).unwrap_or_default()),
        })
    }
}
