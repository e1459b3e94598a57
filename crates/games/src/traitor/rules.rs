//! The rules, as in section L4-T01 of the rules page.

use super::suspicion::Mission;
use crate::kit::level4::{self, Binds, Claim, Word, clockwise, seat_number};
use crate::kit::{Choice, Due, Effects, Next, Params, Phase, Rules};
use serde_json::{Map, json};
use trivium_core::{Announce, Code, Condition, Dec, Json, LegalForm, ParamError, Rng, Round, Seat, SeatSet};

/// What commitments speak of.
pub const BINDS: Binds = &[("discuss", "vote"), ("final_talk", "accuse")];

const ROLES: [&str; 2] = ["loyal", "traitor"];
const VOTES: [&str; 2] = ["approve", "reject"];
const CARDS: [&str; 2] = ["support", "sabotage"];

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Roles,
    FirstLeader,
    Propose,
    Discuss,
    Vote,
    Mission,
    FinalTalk,
    Accuse,
    Over,
}

/// Rules and state.
#[derive(Clone, Debug)]
pub struct HiddenTraitor {
    players: Seat,
    team_sizes: Vec<Seat>,
    wins_needed: usize,
    max_proposals: u32,
    points_win: i64,
    points_accusation: i64,
    condition: Condition,
    stage: Stage,
    round: Round,
    /// The number of the proposal within the mission, from 1.
    proposal: u32,
    leader: Seat,
    /// Seats whose roles are drawn so far, and the events.
    roles: Vec<u32>,
    traitor: Option<Seat>,
    team: Vec<Seat>,
    played: Vec<Mission>,
}

fn team_sizes(params: &mut Params<'_>, players: i64, missions: usize) -> Result<Vec<Seat>, ParamError> {
    let Some(value) = params.raw("team_sizes") else {
        let default = vec![2, 3, 2, 3, 3];
        if default.len() == missions && players >= 3 {
            return Ok(default);
        }
        return Err(ParamError::new("team_sizes", "missing", format!("{missions} numbers for this wins_needed")));
    };
    let allowed = format!("{missions} whole numbers (2·wins_needed − 1) from 1 to {players}");
    let refuse = || ParamError::new("team_sizes", value.to_string(), allowed.clone());
    let list = value.as_array().filter(|list| list.len() == missions).ok_or_else(refuse)?;
    let size = |n: &Json| level4::whole_within(n, 1, players).and_then(|n| Seat::try_from(n).ok());
    list.iter().map(|n| size(n).ok_or_else(refuse)).collect()
}

impl HiddenTraitor {
    /// A game from its parameters.
    pub fn new(params: &Json, condition: Condition) -> Result<HiddenTraitor, ParamError> {
        let mut params = Params::new(params)?;
        let players = params.whole("players", 5, 3, 10)?;
        let wins_needed = params.whole("wins_needed", 3, 1, 5)? as usize;
        let game = HiddenTraitor {
            players: players as Seat,
            team_sizes: team_sizes(&mut params, players, 2 * wins_needed - 1)?,
            wins_needed,
            max_proposals: params.whole("max_proposals", 3, 1, 10)? as u32,
            points_win: params.whole("points_win", 4, 0, 1000)?,
            points_accusation: params.whole("points_accusation", 1, 0, 1000)?,
            condition,
            stage: Stage::Roles,
            round: 1,
            proposal: 1,
            leader: 0,
            roles: Vec::new(),
            traitor: None,
            team: Vec::new(),
            played: Vec::new(),
        };
        params.finish()?;
        Ok(game)
    }

    fn others(&self, seat: Seat) -> Vec<Seat> {
        (0..self.players).filter(|s| *s != seat).collect()
    }

    /// The seats from the leader on, clockwise.
    fn leader_first(&self) -> impl Iterator<Item = Seat> + use<> {
        std::iter::once(self.leader).chain(clockwise(self.leader, self.players))
    }

    fn size(&self) -> Seat {
        self.team_sizes.get(self.played.len()).copied().unwrap_or(1)
    }

    /// Whether a vote follows this proposal.
    fn voted(&self) -> bool {
        self.proposal < self.max_proposals
    }

    fn talk_or(&self, talk: Stage, silent: Stage) -> Stage {
        if self.condition == Condition::Comm { talk } else { silent }
    }

    fn pass_leadership(&mut self) {
        self.leader = (self.leader + 1) % self.players;
    }

    fn after_talk(&self) -> Stage {
        if self.voted() { Stage::Vote } else { Stage::Mission }
    }

    /// Before a mission the leadership has passed on; before its vote it has not.
    fn go(&mut self) {
        self.pass_leadership();
        self.stage = Stage::Mission;
    }

    fn admits_claim(&self, seat: Seat, claim: &Claim<'_>) -> bool {
        match claim.kind {
            "role" => claim.target.is_none() && claim.word(&ROLES).is_some(),
            "alignment" => claim.seat(self.players).is_some_and(|s| s != seat) && claim.word(&ROLES).is_some(),
            "act" => {
                let mission = claim.target.and_then(|t| level4::whole_within(t, 1, self.played.len() as i64));
                let sat = |mission: i64| {
                    let played = usize::try_from(mission - 1).ok().and_then(|i| self.played.get(i));
                    played.is_some_and(|mission| mission.team.contains(&seat))
                };
                mission.is_some_and(sat) && claim.word(&CARDS).is_some()
            }
            _ => false,
        }
    }

    fn finish_mission(&mut self, cards: &[Choice]) {
        let sabotages = cards.iter().filter(|card| card.action == CARDS[1]).count() as u32;
        self.played.push(Mission { team: std::mem::take(&mut self.team), sabotages });
        let failed = self.played.iter().filter(|mission| mission.failed()).count();
        if failed == self.wins_needed || self.played.len() - failed == self.wins_needed {
            self.stage = self.talk_or(Stage::FinalTalk, Stage::Accuse);
        } else {
            self.round += 1;
            self.proposal = 1;
            self.stage = Stage::Propose;
        }
    }

    fn end(&mut self, named: &[Choice], effects: &mut Effects) {
        let named: Vec<Option<Seat>> = named.iter().map(|choice| seat_number(&choice.action, self.players)).collect();
        let failed = self.played.iter().filter(|mission| mission.failed()).count();
        let winner = ROLES[usize::from(failed == self.wins_needed)];
        let loyal = |seat: Seat| Some(seat) != self.traitor;
        let right = (0..).zip(&named).filter(|(seat, name)| loyal(*seat) && **name == self.traitor).count();
        let payoff = |(seat, name): (Seat, &Option<Seat>)| {
            let side = ROLES[usize::from(!loyal(seat))];
            // The traitor is rewarded for hiding: at most half of the loyal seats name it.
            let seen = if loyal(seat) { *name == self.traitor } else { 2 * right < usize::from(self.players) };
            let part = |points: i64, earned: bool| if earned { points } else { 0 };
            Dec::int(part(self.points_win, side == winner) + part(self.points_accusation, seen))
        };
        let payoffs = (0..).zip(&named).map(payoff).collect();
        let sabotages: Vec<u32> = self.played.iter().map(|mission| mission.sabotages).collect();
        let teams: Vec<&[Seat]> = self.played.iter().map(|mission| mission.team.as_slice()).collect();
        effects.pay(payoffs, json!({"winner": winner, "sabotages": sabotages, "teams": teams, "named": named}));
        effects.reveal.extend(self.roles.iter().map(|&at| (at, SeatSet::ALL)));
        self.stage = Stage::Over;
    }
}

impl Rules for HiddenTraitor {
    fn id(&self) -> &'static str {
        "L4-T01"
    }

    fn params(&self) -> Json {
        json!({
            "players": self.players,
            "team_sizes": self.team_sizes,
            "wins_needed": self.wins_needed as u32,
            "max_proposals": self.max_proposals,
            "points_win": self.points_win,
            "points_accusation": self.points_accusation,
        })
    }

    fn seats(&self) -> Seat {
        self.players
    }

    fn role(&self, seat: Seat) -> &'static str {
        match usize::from(seat) < self.roles.len() {
            false => "player",
            true => ROLES[usize::from(self.traitor == Some(seat))],
        }
    }

    fn round(&self) -> Round {
        self.round
    }

    fn next(&self) -> Next {
        let all = 0..self.players;
        Next::Phase(match self.stage {
            Stage::Over => return Next::Over,
            Stage::Roles => return Next::Chance(Due::private("role", self.roles.len() as Seat)),
            Stage::FirstLeader => return Next::Chance(Due::public("first_leader")),
            Stage::Propose => Phase::single("propose", self.leader),
            Stage::Discuss => Phase::board("discuss", self.leader_first()),
            Stage::Vote => Phase::together("vote", all),
            Stage::Mission => Phase::together("mission", self.team.iter().copied()).seen_by(SeatSet::NONE),
            Stage::FinalTalk => Phase::board("final_talk", self.leader_first()),
            Stage::Accuse => Phase::together("accuse", all),
        })
    }

    fn legal(&self, phase: &Phase, seat: Seat) -> LegalForm {
        match phase.name {
            "propose" => LegalForm::Team { of: (0..self.players).collect(), size: self.size() },
            "vote" => LegalForm::labels(&VOTES),
            "mission" if self.traitor == Some(seat) => LegalForm::labels(&CARDS),
            "mission" => LegalForm::labels(&CARDS[..1]),
            _ => LegalForm::Enum { values: self.others(seat).into_iter().map(Json::from).collect() },
        }
    }

    fn check(&self, phase: &Phase, seat: Seat, action: &Json) -> Result<Json, Code> {
        match phase.name {
            "accuse" => level4::check_seat(&self.others(seat), action),
            _ => self.legal(phase, seat).check(action),
        }
    }

    fn fallback(&self, phase: &Phase, seat: Seat) -> Json {
        match phase.name {
            "propose" => {
                let mut team: Vec<Seat> = self.leader_first().take(usize::from(self.size())).collect();
                team.sort_unstable();
                Json::from(team)
            }
            "vote" => Json::from(VOTES[0]),
            "mission" => Json::from(CARDS[0]),
            _ => Json::from((seat + 1) % self.players),
        }
    }

    fn admits(&self, phase: &Phase, seat: Seat, announce: &Announce) -> bool {
        let vote = |action: &Json| LegalForm::labels(&VOTES).check(action).is_ok();
        let accuse = |action: &Json| level4::check_seat(&self.others(seat), action).is_ok();
        let word = match phase.name {
            "discuss" if self.voted() => Word::Action(&vote),
            "final_talk" => Word::Action(&accuse),
            _ => Word::None,
        };
        level4::admits(announce, &word, |claim| self.admits_claim(seat, claim))
    }

    fn support(&self, due: &Due, value: &Json) -> Result<Json, Code> {
        if due.name == "first_leader" {
            return level4::check_drawn_seat(&(0..self.players).collect::<Vec<_>>(), value);
        }
        let role = level4::check_drawn_word(&ROLES, value)?;
        let last = self.roles.len() + 1 == usize::from(self.players);
        // Exactly one traitor.
        let one = if role == ROLES[1] { self.traitor.is_none() } else { self.traitor.is_some() || !last };
        if one { Ok(role) } else { Err(Code::NotFeasible) }
    }

    fn draw(&self, due: &Due, rng: &mut Rng) -> Json {
        if due.name == "first_leader" {
            return Json::from(rng.index(u64::from(self.players)));
        }
        // Uniform over seats: one of those that are left, if none has been the traitor.
        let left = u64::from(self.players) - self.roles.len() as u64;
        Json::from(ROLES[usize::from(self.traitor.is_none() && rng.chance(1, left))])
    }

    fn on_chance(&mut self, due: &Due, value: &Json, at: u32, _effects: &mut Effects) {
        if due.name == "first_leader" {
            self.leader = seat_number(value, self.players).unwrap_or(0);
            self.stage = Stage::Propose;
            return;
        }
        if value == ROLES[1] {
            self.traitor = due.seat;
        }
        self.roles.push(at);
        if self.roles.len() == usize::from(self.players) {
            self.stage = Stage::FirstLeader;
        }
    }

    fn on_phase(&mut self, _phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        match self.stage {
            Stage::Propose => {
                self.team = choices.first().map(|choice| level4::seat_list(&choice.action)).unwrap_or_default();
                match self.talk_or(Stage::Discuss, self.after_talk()) {
                    Stage::Mission => self.go(),
                    stage => self.stage = stage,
                }
            }
            Stage::Discuss if self.voted() => self.stage = Stage::Vote,
            Stage::Discuss => self.go(),
            Stage::Vote => {
                let approvals = choices.iter().filter(|choice| choice.action == VOTES[0]).count();
                if 2 * approvals > usize::from(self.players) {
                    self.go();
                } else {
                    self.pass_leadership();
                    self.proposal += 1;
                    self.stage = Stage::Propose;
                }
            }
            Stage::Mission => self.finish_mission(choices),
            Stage::FinalTalk => self.stage = Stage::Accuse,
            Stage::Accuse => self.end(choices, effects),
            Stage::Roles | Stage::FirstLeader | Stage::Over => {}
        }
    }

    fn facts(&self, seat: Seat) -> Map<String, Json> {
        let teams: Json = self.played.iter().map(|mission| Json::from(mission.team.as_slice())).collect();
        let sabotages: Json = self.played.iter().map(|mission| Json::from(mission.sabotages)).collect();
        let mut facts = Map::from_iter([("teams".to_owned(), teams), ("sabotages".to_owned(), sabotages)]);
        if usize::from(seat) < self.roles.len() {
            facts.insert("own_role".to_owned(), Json::from(self.role(seat)));
        }
        // Which proposal of the mission stands, and whether it will be voted on, can be counted from the events.
        facts.insert("proposal".to_owned(), Json::from(self.proposal));
        facts
    }
}
