//! The rules, as in section L4-T02 of the rules page.

use crate::kit::level4::{self, Binds, Claim, Word, seat_number};
use crate::kit::{Choice, Due, Effects, Next, Params, Phase, Rules};
use serde_json::json;
use trivium_core::{Announce, Code, Condition, Dec, Json, LegalForm, ParamError, Rng, Round, Seat, SeatSet, Step};

/// What commitments speak of.
pub const BINDS: Binds = &[("brief", "report"), ("discuss", "act"), ("final_talk", "accuse")];

/// The seat of the informant; the others decide.
pub const INFORMANT: Seat = 0;

const NAMES: [&str; 8] = ["A", "B", "C", "D", "E", "F", "G", "H"];
const TYPES: [&str; 2] = ["aligned", "biased"];

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Type,
    State,
    Brief,
    Report,
    Verify,
    Discuss,
    Act,
    FinalTalk,
    Accuse,
    Over,
}

/// Rules and state.
#[derive(Clone, Debug)]
pub struct Informant {
    deciders: Seat,
    states: usize,
    rounds: u32,
    reward_right: i64,
    verify_cost: i64,
    informant_reward: i64,
    accusation_reward: i64,
    condition: Condition,
    round: Round,
    stage: Stage,
    kind: &'static str,
    /// The state of the round and what was reported.
    state: Json,
    report: Json,
    verified: Vec<bool>,
    /// Events of type and states, which everyone sees at the end.
    secrets: Vec<u32>,
}

impl Informant {
    /// A game from its parameters.
    pub fn new(params: &Json, condition: Condition) -> Result<Informant, ParamError> {
        let mut params = Params::new(params)?;
        let game = Informant {
            deciders: params.whole("deciders", 3, 1, 8)? as Seat,
            states: params.whole("states", 4, 2, 8)? as usize,
            rounds: params.whole("rounds", 6, 1, 50)? as u32,
            reward_right: params.whole("reward_right", 4, 1, 1000)?,
            verify_cost: params.whole("verify_cost", 1, 0, 1000)?,
            informant_reward: params.whole("informant_reward", 1, 1, 1000)?,
            accusation_reward: params.whole("accusation_reward", 2, 0, 1000)?,
            condition,
            round: 1,
            stage: Stage::Type,
            kind: TYPES[0],
            state: Json::Null,
            report: Json::Null,
            verified: Vec::new(),
            secrets: Vec::new(),
        };
        params.finish()?;
        Ok(game)
    }

    fn names(&self) -> &'static [&'static str] {
        &NAMES[..self.states]
    }

    fn all_deciders(&self) -> impl Iterator<Item = Seat> + use<> {
        1..=self.deciders
    }

    /// The deciders in the speaking order of the round.
    fn speakers(&self) -> impl Iterator<Item = Seat> + use<> {
        let (n, start) = (u32::from(self.deciders), self.round - 1);
        (0..n).map(move |k| 1 + ((start + k) % n) as Seat)
    }

    /// The stage, or the one after it where the seats may not talk.
    fn talk_or(&self, talk: Stage, silent: Stage) -> Stage {
        if self.condition == Condition::Comm { talk } else { silent }
    }

    /// What may be decided in a phase.
    fn decision(&self, phase: &str) -> LegalForm {
        match phase {
            "verify" => LegalForm::labels(&["verify", "skip"]),
            "accuse" => LegalForm::labels(&TYPES),
            _ => LegalForm::labels(self.names()),
        }
    }

    fn admits_claim(&self, phase: &Phase, claim: &Claim<'_>) -> bool {
        match claim.kind {
            "state" => phase.name != "final_talk" && claim.target.is_none() && claim.word(self.names()).is_some(),
            "alignment" => {
                claim.target.and_then(|target| seat_number(target, 1)).is_some() && claim.word(&TYPES).is_some()
            }
            _ => false,
        }
    }

    fn pay_round(&mut self, acts: &[Choice], effects: &mut Effects) {
        let mut payoffs = vec![0; usize::from(self.deciders) + 1];
        let mut rewarded = 0;
        for (act, verified) in acts.iter().zip(&self.verified) {
            let right = act.action == self.state;
            rewarded += i64::from(right == (self.kind == "aligned"));
            let cost = if *verified { self.verify_cost } else { 0 };
            payoffs[usize::from(act.seat)] = if right { self.reward_right } else { 0 } - cost;
        }
        payoffs[usize::from(INFORMANT)] = self.informant_reward * rewarded;
        let payoffs = payoffs.into_iter().map(Dec::int).collect();
        effects.pay(payoffs, json!({"state": self.state, "report": self.report}));
        if self.round == self.rounds {
            self.stage = self.talk_or(Stage::FinalTalk, Stage::Accuse);
        } else {
            self.round += 1;
            self.stage = Stage::State;
        }
    }

    fn pay_accusations(&mut self, named: &[Choice], effects: &mut Effects) {
        let mut payoffs = vec![Dec::ZERO; usize::from(self.deciders) + 1];
        for accusation in named.iter().filter(|choice| choice.action == self.kind) {
            payoffs[usize::from(accusation.seat)] = Dec::int(self.accusation_reward);
        }
        effects.pay(payoffs, json!({"type": self.kind}));
        effects.reveal.extend(self.secrets.iter().map(|&at| (at, SeatSet::ALL)));
        self.stage = Stage::Over;
    }
}

impl Rules for Informant {
    fn id(&self) -> &'static str {
        "L4-T02"
    }

    fn params(&self) -> Json {
        json!({
            "deciders": self.deciders,
            "states": self.states as u32,
            "rounds": self.rounds,
            "reward_right": self.reward_right,
            "verify_cost": self.verify_cost,
            "informant_reward": self.informant_reward,
            "accusation_reward": self.accusation_reward,
        })
    }

    fn seats(&self) -> Seat {
        self.deciders + 1
    }

    fn role(&self, seat: Seat) -> &'static str {
        if seat == INFORMANT { "informant" } else { "decider" }
    }

    fn round(&self) -> Round {
        self.round
    }

    fn next(&self) -> Next {
        let deciders = self.all_deciders();
        Next::Phase(match self.stage {
            Stage::Over => return Next::Over,
            Stage::Type => return Next::Chance(Due::private("type", INFORMANT)),
            Stage::State => return Next::Chance(Due::private("state", INFORMANT)),
            Stage::Brief => Phase::board("brief", [INFORMANT]),
            Stage::Report => Phase::single("report", INFORMANT),
            Stage::Verify => Phase::together("verify", deciders),
            Stage::Discuss => Phase::board("discuss", self.speakers()),
            Stage::Act => Phase::together("act", deciders),
            Stage::FinalTalk => Phase::board("final_talk", deciders.chain([INFORMANT])),
            Stage::Accuse => Phase::together("accuse", deciders),
        })
    }

    fn legal(&self, phase: &Phase, _seat: Seat) -> LegalForm {
        self.decision(phase.name)
    }

    fn fallback(&self, phase: &Phase, _seat: Seat) -> Json {
        match phase.name {
            "verify" => Json::from("skip"),
            "accuse" => Json::from(TYPES[0]),
            "act" => self.report.clone(),
            _ => Json::from(NAMES[0]),
        }
    }

    fn admits(&self, phase: &Phase, seat: Seat, announce: &Announce) -> bool {
        let form = level4::bound(BINDS, phase.name).map(|decision| self.decision(decision));
        let legal = |action: &Json| form.as_ref().is_some_and(|form| form.check(action).is_ok());
        // The informant accuses nobody.
        let none = seat == INFORMANT && phase.name == "final_talk";
        let word = if none { Word::None } else { Word::Action(&legal) };
        level4::admits(announce, &word, |claim| self.admits_claim(phase, claim))
    }

    fn support(&self, due: &Due, value: &Json) -> Result<Json, Code> {
        level4::check_drawn_word(if due.name == "type" { &TYPES } else { self.names() }, value)
    }

    fn draw(&self, due: &Due, rng: &mut Rng) -> Json {
        let words: &[&str] = if due.name == "type" { &TYPES } else { self.names() };
        rng.choice(words).map_or(Json::Null, |word| Json::from(*word))
    }

    fn on_chance(&mut self, due: &Due, value: &Json, at: u32, _effects: &mut Effects) {
        self.secrets.push(at);
        if due.name == "type" {
            self.kind = TYPES[usize::from(value == TYPES[1])];
            self.stage = Stage::State;
        } else {
            self.state = value.clone();
            self.stage = self.talk_or(Stage::Brief, Stage::Report);
        }
    }

    fn on_phase(&mut self, _phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        match self.stage {
            Stage::Brief => self.stage = Stage::Report,
            Stage::Report => {
                self.report = choices.first().map_or(Json::Null, |choice| choice.action.clone());
                self.stage = Stage::Verify;
            }
            Stage::Verify => {
                self.verified = choices.iter().map(|choice| choice.action == "verify").collect();
                let seers: SeatSet = choices.iter().filter(|c| c.action == "verify").map(|c| c.seat).collect();
                effects.reveal.extend(self.secrets.last().map(|&at| (at, seers)));
                self.stage = self.talk_or(Stage::Discuss, Stage::Act);
            }
            Stage::Discuss => self.stage = Stage::Act,
            Stage::Act => self.pay_round(choices, effects),
            Stage::FinalTalk => self.stage = Stage::Accuse,
            Stage::Accuse => self.pay_accusations(choices, effects),
            Stage::Type | Stage::State | Stage::Over => {}
        }
    }

    fn public_payoffs(&self) -> bool {
        false
    }

    fn step_view(&self, seat: Seat, step: &Step) -> Json {
        let payoff = step.payoffs.get(usize::from(seat));
        // A decider learns its own payoff of a round, and the state only by verification or at the end.
        if seat == INFORMANT || step.outcome.get("type").is_some() {
            json!({"round": step.round, "payoff": payoff, "outcome": step.outcome})
        } else {
            json!({"round": step.round, "payoff": payoff})
        }
    }
}
