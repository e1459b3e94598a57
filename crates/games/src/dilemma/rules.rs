//! The rules, as in the sections L1-T01, L2-T01 and L2-T02 of the rules page.

use super::Move;
use crate::kit::speech::{Conditions, PastAction, Speech};
use crate::kit::{Choice, Due, Effects, Next, Params, Phase, Rules};
use serde_json::{Map, json};
use trivium_core::{Announce, Code, Condition, Dec, Json, LegalForm, ParamError, Rng, Round, Seat, SeatSet};

/// The four payoffs of the dilemma, T > R > P > S.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payoffs {
    /// Temptation: defect against a cooperator.
    pub t: Dec,
    /// Reward of mutual cooperation.
    pub r: Dec,
    /// Punishment of mutual defection.
    pub p: Dec,
    /// Sucker's payoff.
    pub s: Dec,
}

impl Payoffs {
    /// 5, 3, 1, 0.
    pub const AXELROD: Payoffs = Payoffs { t: Dec::int(5), r: Dec::int(3), p: Dec::int(1), s: Dec::int(0) };

    /// Reads `T`, `R`, `P`, `S`.
    pub fn read(params: &mut Params<'_>) -> Result<Payoffs, ParamError> {
        let payoffs = Payoffs {
            t: params.payoff("T", 5)?,
            r: params.payoff("R", 3)?,
            p: params.payoff("P", 1)?,
            s: params.payoff("S", 0)?,
        };
        let Payoffs { t, r, p, s } = payoffs;
        if t > r && r > p && p > s {
            Ok(payoffs)
        } else {
            Err(ParamError::new("T, R, P, S", format!("{t}, {r}, {p}, {s}"), "T > R > P > S"))
        }
    }

    /// What the first of two moves earns against the second.
    pub const fn of(&self, own: Move, other: Move) -> Dec {
        match (own, other) {
            (Move::C, Move::C) => self.r,
            (Move::C, Move::D) => self.s,
            (Move::D, Move::C) => self.t,
            (Move::D, Move::D) => self.p,
        }
    }
}

/// An open end and noise: chances with at most three decimals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenEnd {
    /// Chance that another round follows.
    pub continuation: Dec,
    /// Most rounds.
    pub cap: Round,
    /// Chance that a choice becomes its opposite.
    pub noise: Dec,
}

impl OpenEnd {
    /// Of complete parameters; `None` for anything but those of a game.
    pub fn of(params: &Json) -> Option<OpenEnd> {
        OpenEnd::read(&mut Params::new(params).ok()?).ok()
    }

    /// Reads `continuation`, `cap`, `noise`.
    fn read(params: &mut Params<'_>) -> Result<OpenEnd, ParamError> {
        let tenths = |n: i64| Dec::from_scaled(Dec::ONE.scaled() / 10 * i128::from(n));
        let hundredths = |n: i64| Dec::from_scaled(Dec::ONE.scaled() / 100 * i128::from(n));
        Ok(OpenEnd {
            continuation: params.decimal("continuation", tenths(9), Dec::ZERO, Dec::ONE)?,
            cap: params.whole("cap", 40, 1, 200)? as Round,
            noise: params.decimal("noise", hundredths(5), Dec::ZERO, tenths(5))?,
        })
    }

    /// Draws whether a choice is turned.
    pub(super) fn flips(&self, rng: &mut Rng) -> bool {
        happens(self.noise, rng)
    }

    /// Draws whether another round follows.
    pub(super) fn continues(&self, rng: &mut Rng) -> bool {
        happens(self.continuation, rng)
    }
}

fn happens(chance: Dec, rng: &mut Rng) -> bool {
    let odds = |d: Dec| u64::try_from(d.scaled()).unwrap_or(0);
    rng.chance(odds(chance), odds(Dec::ONE))
}

/// How often the dilemma is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Once,
    Repeated { rounds: u32 },
    Open(OpenEnd),
}

/// What comes next in a round.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// Message phase of this number.
    Talk(usize),
    Choose,
    /// With noise: the choices as they were meant, and as many of them as were drawn for, as they came out.
    Flip {
        meant: [Move; 2],
        realised: Vec<Move>,
    },
    /// With an open end: whether another round follows.
    Continue,
    Over,
}

/// Rules and state of all three forms.
#[derive(Clone, Debug)]
pub struct Dilemma {
    form: Form,
    payoffs: Payoffs,
    talks: &'static [&'static str],
    round: Round,
    stage: Stage,
    /// What both chose in the last finished round, as it came out.
    last: Option<[Move; 2]>,
}

impl Dilemma {
    /// The one-shot game.
    pub fn once(params: &Json, condition: Condition) -> Result<Dilemma, ParamError> {
        let mut params = Params::new(params)?;
        let payoffs = Payoffs::read(&mut params)?;
        params.finish()?;
        Ok(Dilemma::start(Form::Once, payoffs, condition, &["talk1", "talk2"]))
    }

    /// The repeated game.
    pub fn repeated(params: &Json, condition: Condition) -> Result<Dilemma, ParamError> {
        let mut params = Params::new(params)?;
        let payoffs = Payoffs::read(&mut params)?;
        let rounds = params.whole("rounds", 10, 1, 200)? as u32;
        params.finish()?;
        Ok(Dilemma::start(Form::Repeated { rounds }, payoffs, condition, &["talk"]))
    }

    /// The repeated game with noise and an open end.
    pub fn open(params: &Json, condition: Condition) -> Result<Dilemma, ParamError> {
        let mut params = Params::new(params)?;
        let payoffs = Payoffs::read(&mut params)?;
        let end = OpenEnd::read(&mut params)?;
        params.finish()?;
        Ok(Dilemma::start(Form::Open(end), payoffs, condition, &["talk"]))
    }

    fn start(form: Form, payoffs: Payoffs, condition: Condition, talks: &'static [&'static str]) -> Dilemma {
        let talks = if condition == Condition::Comm { talks } else { &[] };
        let mut game = Dilemma { form, payoffs, talks, round: 1, stage: Stage::Over, last: None };
        game.stage = game.after_talk(0);
        game
    }

    /// The stage after so many message phases of a round.
    fn after_talk(&self, talked: usize) -> Stage {
        if talked < self.talks.len() { Stage::Talk(talked) } else { Stage::Choose }
    }

    fn next_round(&mut self) {
        self.round += 1;
        self.stage = self.after_talk(0);
    }

    /// Pays for the choices as they came out and goes on to what follows the round.
    fn settle(&mut self, moves: [Move; 2], effects: &mut Effects) {
        let [a, b] = moves;
        let name = if matches!(self.form, Form::Open(_)) { "realised" } else { "actions" };
        effects.pay(vec![self.payoffs.of(a, b), self.payoffs.of(b, a)], json!({name: [a.letter(), b.letter()]}));
        self.last = Some(moves);
        let last_round = match self.form {
            Form::Once => true,
            Form::Repeated { rounds } => self.round == rounds,
            Form::Open(end) => self.round == end.cap,
        };
        match self.form {
            _ if last_round => self.stage = Stage::Over,
            Form::Open(_) => self.stage = Stage::Continue,
            Form::Once | Form::Repeated { .. } => self.next_round(),
        }
    }

    fn admits_claim(&self, claim: &Json) -> bool {
        let past = |round: Round| (1..self.round).contains(&round);
        match self.form {
            Form::Once => false,
            Form::Open(_) if Intended::read(claim).is_some() => Intended::read(claim).is_some_and(|c| past(c.round)),
            _ => PastAction::read(claim).is_some_and(|c| c.seat < 2 && past(c.round) && Move::read(c.action).is_some()),
        }
    }
}

/// A claim about what the speaker had meant to choose in a past round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Intended {
    /// Which round.
    pub round: Round,
    /// What it says to have meant.
    pub action: Move,
}

impl Intended {
    /// Reads `{"kind":"intended","round":r,"action":a}` with exactly these keys.
    pub fn read(claim: &Json) -> Option<Intended> {
        let object = claim.as_object().filter(|o| o.len() == 3)?;
        if object.get("kind")?.as_str()? != "intended" {
            return None;
        }
        let round = Round::try_from(object.get("round")?.as_u64()?).ok()?;
        Some(Intended { round, action: Move::read(object.get("action")?)? })
    }
}

impl Rules for Dilemma {
    fn id(&self) -> &'static str {
        match self.form {
            Form::Once => "L1-T01",
            Form::Repeated { .. } => "L2-T01",
            Form::Open(_) => "L2-T02",
        }
    }

    fn params(&self) -> Json {
        let Payoffs { t, r, p, s } = self.payoffs;
        match self.form {
            Form::Once => json!({"T": t, "R": r, "P": p, "S": s}),
            Form::Repeated { rounds } => json!({"T": t, "R": r, "P": p, "S": s, "rounds": rounds}),
            Form::Open(OpenEnd { continuation, cap, noise }) => {
                json!({"T": t, "R": r, "P": p, "S": s, "continuation": continuation, "cap": cap, "noise": noise})
            }
        }
    }

    fn seats(&self) -> Seat {
        2
    }

    fn round(&self) -> Round {
        self.round
    }

    fn next(&self) -> Next {
        let choose = Phase::together("choose", 0..2);
        match &self.stage {
            Stage::Over => Next::Over,
            Stage::Talk(number) => Next::Phase(Phase::talk(self.talks[*number], 0..2)),
            // What was meant is seen by its own seat only, for ever.
            Stage::Choose if matches!(self.form, Form::Open(_)) => Next::Phase(choose.seen_by(SeatSet::NONE)),
            Stage::Choose => Next::Phase(choose),
            Stage::Flip { realised, .. } => Next::Chance(Due::private("flip", realised.len() as Seat)),
            Stage::Continue => Next::Chance(Due::public("continue")),
        }
    }

    fn legal(&self, _phase: &Phase, _seat: Seat) -> LegalForm {
        LegalForm::labels(&["C", "D"])
    }

    fn fallback(&self, _phase: &Phase, _seat: Seat) -> Json {
        Json::from("D")
    }

    fn admits(&self, _phase: &Phase, _seat: Seat, announce: &Announce) -> bool {
        let choices = LegalForm::labels(&["C", "D"]);
        let speech = Speech { decision: choices.clone(), share: false, condition: Conditions::Action(choices) };
        speech.admits(announce) && announce.claims.iter().all(|claim| self.admits_claim(claim))
    }

    fn support(&self, due: &Due, value: &Json) -> Result<Json, Code> {
        let outcome = value.as_bool().ok_or(Code::Malformed)?;
        let Form::Open(end) = self.form else { return Err(Code::NotFeasible) };
        let chance = if due.name == "flip" { end.noise } else { end.continuation };
        if chance == (if outcome { Dec::ZERO } else { Dec::ONE }) {
            return Err(Code::NotFeasible);
        }
        Ok(Json::from(outcome))
    }

    fn draw(&self, due: &Due, rng: &mut Rng) -> Json {
        let Form::Open(end) = self.form else { return Json::Null };
        Json::from(if due.name == "flip" { end.flips(rng) } else { end.continues(rng) })
    }

    fn on_chance(&mut self, _due: &Due, value: &Json, _at: u32, effects: &mut Effects) {
        let outcome = value.as_bool().unwrap_or(false);
        match &mut self.stage {
            Stage::Flip { meant, realised } => {
                let chosen = meant[realised.len().min(1)];
                realised.push(if outcome { chosen.flipped() } else { chosen });
                if let [a, b] = realised[..] {
                    self.settle([a, b], effects);
                }
            }
            Stage::Continue if outcome => self.next_round(),
            _ => self.stage = Stage::Over,
        }
    }

    fn on_phase(&mut self, _phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        if let Stage::Talk(number) = self.stage {
            self.stage = self.after_talk(number + 1);
            return;
        }
        let moves: Vec<Move> = choices.iter().filter_map(|c| Move::read(&c.action)).collect();
        let [a, b] = moves[..] else { return };
        match self.form {
            Form::Open(_) => self.stage = Stage::Flip { meant: [a, b], realised: Vec::new() },
            Form::Once | Form::Repeated { .. } => self.settle([a, b], effects),
        }
    }

    fn facts(&self, _seat: Seat) -> Map<String, Json> {
        match self.form {
            Form::Open(_) => {
                let realised = self.last.map(|moves| moves.map(Move::letter));
                Map::from_iter([("realised".to_owned(), json!(realised))])
            }
            Form::Once | Form::Repeated { .. } => Map::new(),
        }
    }
}
