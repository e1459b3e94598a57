//! The rules, as in the section L3-T06 of the rules page.

use super::wins;
use crate::kit::{Board, Choice, Due, Effects, Kind, Next, Params, Phase, Rules, chance};
use serde_json::{Map, json};
use trivium_core::{
    Announce, Code, Commitment, Condition, Dec, If, Json, LegalForm, ParamError, Rng, Round, Seat, announce,
};

/// Largest weight of a seat.
const LARGEST_WEIGHT: i64 = 1000;

/// A division of the prize among the members of a coalition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The members, ascending.
    pub coalition: Vec<Seat>,
    /// Their shares, in the same order.
    pub shares: Vec<i64>,
}

impl Proposal {
    /// Reads `{"coalition": […], "shares": […]}`.
    pub fn read(action: &Json) -> Option<Proposal> {
        let coalition = announce::seats(action.get("coalition")?)?;
        let shares: Option<Vec<i64>> = action.get("shares")?.as_array()?.iter().map(Json::as_i64).collect();
        Some(Proposal { coalition, shares: shares? }).filter(|p| p.coalition.len() == p.shares.len())
    }

    /// The prize in equal whole shares, the remainder to the proposer.
    pub fn equal(coalition: Vec<Seat>, prize: i64, proposer: Seat) -> Proposal {
        let each = prize / (coalition.len() as i64).max(1);
        Proposal::paying(coalition, prize, proposer, each)
    }

    /// `each` to every other member and the rest to the proposer.
    pub fn paying(coalition: Vec<Seat>, prize: i64, proposer: Seat, each: i64) -> Proposal {
        let rest = prize - each * (coalition.len() as i64 - 1);
        let shares = coalition.iter().map(|&seat| if seat == proposer { rest } else { each }).collect();
        Proposal { coalition, shares }
    }

    /// The share of a seat; `None` for one that is no member.
    pub fn share(&self, seat: Seat) -> Option<i64> {
        self.coalition.iter().zip(&self.shares).find(|(member, _)| **member == seat).map(|(_, &share)| share)
    }

    /// As an action.
    pub fn to_json(&self) -> Json {
        json!({"coalition": self.coalition, "shares": self.shares})
    }
}

/// Parameters and state.
#[derive(Clone, Debug)]
pub struct Coalition {
    condition: Condition,
    weights: Vec<i64>,
    quota: i64,
    prize: i64,
    proposals: Round,
    round: Round,
    /// The proposers so far, that of the running round last once it is known.
    proposers: Vec<Seat>,
    board: Board,
    /// The proposal that the members answer.
    proposal: Option<Proposal>,
    over: bool,
}

impl Coalition {
    /// The game at its start.
    pub fn new(params: &Json, condition: Condition) -> Result<Coalition, ParamError> {
        let mut read = Params::new(params)?;
        let weights = match read.raw("weights") {
            None => vec![4, 3, 2],
            Some(list) => weights(list)?,
        };
        let total: i64 = weights.iter().sum();
        let quota = read.whole("quota", 5, 1, total)?;
        let prize = read.whole("prize", 100, 1, 1000)?;
        let proposals = read.whole("proposals", 6, 1, 20)? as Round;
        read.finish()?;
        if 2 * quota <= total || quota > total {
            let allowed =
                format!("a whole number from {} to {total}: more than half of the total weight", total / 2 + 1);
            return Err(ParamError::new("quota", quota.to_string(), allowed));
        }
        Ok(Coalition {
            condition,
            weights,
            quota,
            prize,
            proposals,
            round: 1,
            proposers: Vec::new(),
            board: Board::at_start(condition),
            proposal: None,
            over: false,
        })
    }

    fn all(&self) -> Vec<Seat> {
        (0..self.seats()).collect()
    }

    /// The proposer of the running round, from its draw to the end of the round.
    fn proposer(&self) -> Option<Seat> {
        self.proposers.get(self.round as usize - 1).copied().filter(|_| !self.over)
    }

    /// Who may be drawn as the next proposer: all seats in random order, then again. Only those that have not
    /// proposed since the last time around.
    fn candidates(&self) -> Vec<Seat> {
        let block = self.proposers.len() % self.weights.len();
        let done = &self.proposers[self.proposers.len() - block..];
        self.all().into_iter().filter(|seat| !done.contains(seat)).collect()
    }

    fn settle(&mut self, proposer: Seat, proposal: &Proposal, accepted: &[Seat], effects: &mut Effects) {
        let formed = accepted.len() + 1 == proposal.coalition.len();
        let pay = |seat: Seat| if formed { proposal.share(seat).unwrap_or(0) } else { 0 };
        effects.pay(
            self.all().into_iter().map(|seat| Dec::int(pay(seat))).collect(),
            json!({
                "proposer": proposer, "coalition": proposal.coalition, "shares": proposal.shares,
                "accepted": accepted, "formed": formed,
            }),
        );
        self.over = formed || self.round == self.proposals;
        if !self.over {
            self.round += 1;
            self.board = Board::at_start(self.condition);
            self.proposal = None;
        }
    }
}

fn weights(list: &Json) -> Result<Vec<i64>, ParamError> {
    let allowed = || format!("a list of 3 to 6 whole numbers from 1 to {LARGEST_WEIGHT}");
    let whole = |weight: &Json| {
        Dec::from_json(weight).and_then(Dec::to_i64).filter(|weight| (1..=LARGEST_WEIGHT).contains(weight))
    };
    list.as_array()
        .filter(|list| (3..=6).contains(&list.len()))
        .and_then(|list| list.iter().map(whole).collect())
        .ok_or_else(|| ParamError::new("weights", list.to_string(), allowed()))
}

impl Rules for Coalition {
    fn id(&self) -> &'static str {
        "L3-T06"
    }

    fn params(&self) -> Json {
        json!({"weights": self.weights, "quota": self.quota, "prize": self.prize, "proposals": self.proposals})
    }

    fn seats(&self) -> Seat {
        self.weights.len() as Seat
    }

    fn round(&self) -> Round {
        self.round
    }

    fn next(&self) -> Next {
        if self.over {
            return Next::Over;
        }
        let Some(proposer) = self.proposer() else { return Next::Chance(Due::public("proposer")) };
        self.board.next().unwrap_or_else(|| {
            Next::Phase(match &self.proposal {
                None => Phase::single("propose", proposer),
                Some(proposal) => {
                    Phase::together("respond", proposal.coalition.iter().copied().filter(|&seat| seat != proposer))
                }
            })
        })
    }

    fn legal(&self, phase: &Phase, seat: Seat) -> LegalForm {
        match phase.name {
            "propose" => LegalForm::Proposal {
                weights: self.weights.clone(),
                quota: self.quota,
                prize: self.prize,
                proposer: seat,
            },
            _ => LegalForm::labels(&["accept", "reject"]),
        }
    }

    fn fallback(&self, phase: &Phase, seat: Seat) -> Json {
        match phase.name {
            "propose" => Proposal::equal(self.all(), self.prize, seat).to_json(),
            _ => Json::from("reject"),
        }
    }

    fn admits(&self, _phase: &Phase, seat: Seat, announce: &Announce) -> bool {
        let committed = match (&announce.commitment, &announce.condition) {
            (None, _) => true,
            (Some(Commitment::Coalition(list)), None) => announce::seats(list)
                .is_some_and(|seats| seats.contains(&seat) && wins(&seats, &self.weights, self.quota)),
            (Some(Commitment::Action(action)), None) => matches!(action.as_str(), Some("accept" | "reject")),
            (Some(Commitment::Action(action)), Some(If::AtLeast(_))) => action.as_str() == Some("accept"),
            _ => false,
        };
        committed && announce.claims.is_empty()
    }

    fn support(&self, due: &Due, value: &Json) -> Result<Json, Code> {
        if due.name == Board::ORDER {
            return chance::check_order(&self.all(), value);
        }
        let seat = chance::whole(value)?;
        // A record may hold any sequence of proposers.
        if self.all().iter().any(|&s| i64::from(s) == seat) { Ok(Json::from(seat)) } else { Err(Code::NotFeasible) }
    }

    fn draw(&self, due: &Due, rng: &mut Rng) -> Json {
        if due.name == Board::ORDER {
            return chance::draw_order(&self.all(), rng);
        }
        rng.choice(&self.candidates()).copied().map_or(Json::Null, Json::from)
    }

    fn on_chance(&mut self, due: &Due, value: &Json, _at: u32, _effects: &mut Effects) {
        if due.name == Board::ORDER {
            self.board.order(value);
        } else {
            self.proposers.extend(value.as_u64().and_then(|seat| Seat::try_from(seat).ok()));
        }
    }

    fn on_phase(&mut self, phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        if phase.kind == Kind::Talk {
            self.board.close();
            return;
        }
        let Some(proposer) = self.proposer() else { return };
        if phase.name == "propose" {
            self.proposal = choices.first().and_then(|c| Proposal::read(&c.action));
        }
        let Some(proposal) = self.proposal.clone() else { return };
        if phase.name == "respond" || proposal.coalition.len() == 1 {
            let accepted: Vec<Seat> =
                choices.iter().filter(|c| c.action.as_str() == Some("accept")).map(|c| c.seat).collect();
            self.settle(proposer, &proposal, &accepted, effects);
        }
    }

    fn facts(&self, _seat: Seat) -> Map<String, Json> {
        self.proposer().map(|seat| ("proposer".to_owned(), Json::from(seat))).into_iter().collect()
    }
}
