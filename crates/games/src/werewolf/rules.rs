//! The rules, as in section L4-T03 of the rules page.

use crate::kit::level4::{self, Binds, Claim, Word, seat_list, seat_number};
use crate::kit::{Choice, Due, Effects, Next, Params, Phase, Rules, chance};
use serde_json::{Map, json};
use trivium_core::{Announce, Code, Condition, Dec, Json, LegalForm, ParamError, Rng, Round, Seat, SeatSet};

/// What commitments speak of.
pub const BINDS: Binds = &[("wolf_talk", "night"), ("discuss", "vote")];

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The werewolves.
    Werewolf,
    /// Everyone else.
    Village,
}

impl Side {
    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Werewolf => "werewolf",
            Side::Village => "village",
        }
    }

    /// Reads the name.
    pub fn read(name: &str) -> Option<Side> {
        [Side::Werewolf, Side::Village].into_iter().find(|side| side.name() == name)
    }
}

/// A role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Kills at night.
    Werewolf,
    /// Learns a seat's side at night.
    Seer,
    /// Guards a seat at night.
    Doctor,
    /// Sleeps at night.
    Villager,
}

impl Role {
    /// All four.
    pub const ALL: [Role; 4] = [Role::Werewolf, Role::Seer, Role::Doctor, Role::Villager];

    /// The name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Werewolf => "werewolf",
            Role::Seer => "seer",
            Role::Doctor => "doctor",
            Role::Villager => "villager",
        }
    }

    /// Reads the name.
    pub fn read(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }

    /// Its side.
    pub const fn side(self) -> Side {
        match self {
            Role::Werewolf => Side::Werewolf,
            _ => Side::Village,
        }
    }
}

/// The seat with strictly most of the votes; abstentions count for nobody.
pub fn out_by(votes: impl IntoIterator<Item = Option<Seat>>) -> Option<Seat> {
    let mut counts = [0u32; 32];
    votes.into_iter().flatten().for_each(|seat| counts[usize::from(seat.min(31))] += 1);
    let most = counts.into_iter().max().filter(|most| *most > 0)?;
    let mut leading = (0..).zip(counts).filter(|(_, count)| *count == most).map(|(seat, _)| seat);
    leading.next().filter(|_| leading.next().is_none())
}

/// What comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Stage {
    Roles,
    WolfTalk,
    Night,
    Order,
    /// The passes of the discussion that are left, and the order.
    Discuss(u32, Vec<Seat>),
    Vote,
    Over,
}

/// Rules and state.
#[derive(Clone, Debug)]
pub struct Werewolf {
    /// How many of each role, in the order of [`Role::ALL`].
    counts: [u32; 4],
    talk_rounds: u32,
    max_days: u32,
    reveal_roles: bool,
    points_win: i64,
    points_alive: i64,
    condition: Condition,
    stage: Stage,
    round: Round,
    /// The roles drawn so far, with their events.
    roles: Vec<(Role, u32)>,
    alive: Vec<bool>,
    /// What the doctor named the night before.
    guarded: Option<Seat>,
    inspections: Vec<(Round, Seat, Side)>,
    deaths: Vec<(Round, &'static str, Seat)>,
}

impl Werewolf {
    /// A game from its parameters.
    pub fn new(params: &Json, condition: Condition) -> Result<Werewolf, ParamError> {
        let mut params = Params::new(params)?;
        let counts = [
            params.whole("werewolves", 2, 1, 4)? as u32,
            params.whole("seers", 1, 0, 1)? as u32,
            params.whole("doctors", 1, 0, 1)? as u32,
            params.whole("villagers", 3, 1, 12)? as u32,
        ];
        let game = Werewolf {
            counts,
            talk_rounds: params.whole("talk_rounds", 2, 1, 5)? as u32,
            max_days: params.whole("max_days", 6, 1, 20)? as u32,
            reveal_roles: params.flag("reveal_roles", true)?,
            points_win: params.whole("points_win", 4, 0, 1000)?,
            points_alive: params.whole("points_alive", 1, 0, 1000)?,
            condition,
            stage: Stage::Roles,
            round: 1,
            roles: Vec::new(),
            alive: vec![true; counts.iter().sum::<u32>() as usize],
            guarded: None,
            inspections: Vec::new(),
            deaths: Vec::new(),
        };
        params.finish()?;
        let rest: u32 = counts[1..].iter().sum();
        if counts[0] >= rest {
            let found = format!("{} against {rest} others", counts[0]);
            return Err(ParamError::new("werewolves", found, "fewer than the rest"));
        }
        Ok(game)
    }

    fn n(&self) -> Seat {
        self.alive.len() as Seat
    }

    fn role_of(&self, seat: Seat) -> Option<Role> {
        self.roles.get(usize::from(seat)).map(|(role, _)| *role)
    }

    fn is(&self, seat: Seat, role: Role) -> bool {
        self.role_of(seat) == Some(role)
    }

    fn living(&self) -> Vec<Seat> {
        (0..self.n()).filter(|&seat| self.alive[usize::from(seat)]).collect()
    }

    fn living_wolves(&self) -> Vec<Seat> {
        self.living().into_iter().filter(|&seat| self.is(seat, Role::Werewolf)).collect()
    }

    /// The seats that a seat may name at night.
    fn night_choices(&self, seat: Seat) -> Vec<Seat> {
        let mut seats = self.living();
        seats.retain(|&other| match self.role_of(seat) {
            Some(Role::Werewolf) => !self.is(other, Role::Werewolf),
            Some(Role::Seer) => other != seat,
            _ => self.guarded != Some(other),
        });
        seats
    }

    fn vote_choices(&self, seat: Seat) -> Vec<Seat> {
        self.living().into_iter().filter(|other| *other != seat).collect()
    }

    fn check_vote(&self, seat: Seat, action: &Json) -> Result<Json, Code> {
        match action {
            Json::String(word) if word == "none" => Ok(action.clone()),
            Json::String(_) => Err(Code::NotInSet),
            _ => level4::check_seat(&self.vote_choices(seat), action),
        }
    }

    /// How many of each role are still to be drawn.
    fn undrawn(&self) -> [u32; 4] {
        let drawn = |role: Role| self.roles.iter().filter(|(drawn, _)| *drawn == role).count() as u32;
        std::array::from_fn(|i| self.counts[i] - drawn(Role::ALL[i]))
    }

    fn evening(&mut self) {
        self.stage = if self.condition == Condition::Comm { Stage::WolfTalk } else { Stage::Night };
    }

    fn dies(&mut self, when: &'static str, seat: Seat, effects: &mut Effects) {
        self.alive[usize::from(seat)] = false;
        self.deaths.push((self.round, when, seat));
        if let Some((_, at)) = self.roles.get(usize::from(seat)).filter(|_| self.reveal_roles) {
            effects.reveal.push((*at, SeatSet::ALL));
        }
    }

    /// The side that has won, if one has.
    fn winner(&self) -> Option<Side> {
        let (wolves, living) = (self.living_wolves().len(), self.living().len());
        match wolves {
            0 => Some(Side::Village),
            _ if 2 * wolves >= living => Some(Side::Werewolf),
            _ => None,
        }
    }

    fn end(&mut self, winner: Side, effects: &mut Effects) {
        let points = |points: i64, earned: bool| if earned { points } else { 0 };
        let payoffs = (0..self.n()).map(|seat| {
            let wins = self.role_of(seat).is_some_and(|role| role.side() == winner);
            Dec::int(points(self.points_win, wins) + points(self.points_alive, self.alive[usize::from(seat)]))
        });
        effects.pay(payoffs.collect(), json!({"winner": winner.name(), "deaths": self.deaths}));
        effects.reveal.extend(self.roles.iter().map(|(_, at)| (*at, SeatSet::ALL)));
        self.stage = Stage::Over;
    }

    fn night_falls(&mut self, choices: &[Choice], effects: &mut Effects) {
        let wolves: SeatSet = self.living_wolves().into_iter().collect();
        let (mut victim, mut guarded) = (None, None);
        for choice in choices {
            let named = seat_number(&choice.action, self.n());
            match self.role_of(choice.seat) {
                Some(Role::Werewolf) => {
                    // The lowest-numbered living werewolf decides; choices come in seat order.
                    victim = victim.or(named);
                    effects.reveal.push((choice.at, wolves));
                }
                Some(Role::Seer) => {
                    let side = named.and_then(|seat| self.role_of(seat)).map(Role::side);
                    self.inspections.extend(named.zip(side).map(|(seat, side)| (self.round, seat, side)));
                }
                _ => guarded = named,
            }
        }
        self.guarded = guarded;
        if let Some(victim) = victim.filter(|_| victim != guarded) {
            self.dies("night", victim, effects);
        }
        match self.winner() {
            Some(side) => self.end(side, effects),
            None => self.stage = if self.condition == Condition::Comm { Stage::Order } else { Stage::Vote },
        }
    }

    fn day_ends(&mut self, votes: &[Choice], effects: &mut Effects) {
        if let Some(out) = out_by(votes.iter().map(|choice| seat_number(&choice.action, self.n()))) {
            self.dies("day", out, effects);
        }
        match self.winner() {
            Some(side) => self.end(side, effects),
            None if self.round == self.max_days => self.end(Side::Werewolf, effects),
            None => {
                self.round += 1;
                self.evening();
            }
        }
    }

    fn admits_claim(&self, claim: &Claim<'_>) -> bool {
        let named = claim.seat(self.n()).is_some();
        match claim.kind {
            "role" => {
                (named || claim.target.is_none()) && claim.value.as_str().is_some_and(|v| Role::read(v).is_some())
            }
            "alignment" => named && claim.value.as_str().is_some_and(|v| Side::read(v).is_some()),
            _ => false,
        }
    }
}

impl Rules for Werewolf {
    fn id(&self) -> &'static str {
        "L4-T03"
    }

    fn params(&self) -> Json {
        json!({
            "werewolves": self.counts[0],
            "seers": self.counts[1],
            "doctors": self.counts[2],
            "villagers": self.counts[3],
            "talk_rounds": self.talk_rounds,
            "max_days": self.max_days,
            "reveal_roles": self.reveal_roles,
            "points_win": self.points_win,
            "points_alive": self.points_alive,
        })
    }

    fn seats(&self) -> Seat {
        self.n()
    }

    fn role(&self, seat: Seat) -> &'static str {
        self.role_of(seat).map_or("player", Role::name)
    }

    fn round(&self) -> Round {
        self.round
    }

    fn next(&self) -> Next {
        Next::Phase(match &self.stage {
            Stage::Over => return Next::Over,
            Stage::Roles => return Next::Chance(Due::private("role", self.roles.len() as Seat)),
            Stage::Order => return Next::Chance(Due::public("speaking_order")),
            Stage::WolfTalk => {
                let wolves = self.living_wolves();
                let hearers = wolves.iter().copied().collect();
                Phase::board("wolf_talk", wolves).seen_by(hearers)
            }
            Stage::Night => {
                let awake = self.living().into_iter().filter(|&seat| !self.is(seat, Role::Villager));
                Phase::together("night", awake).seen_by(SeatSet::NONE)
            }
            Stage::Discuss(_, order) => Phase::board("discuss", order.iter().copied()),
            Stage::Vote => Phase::together("vote", self.living()),
        })
    }

    fn legal(&self, phase: &Phase, seat: Seat) -> LegalForm {
        let seats = |seats: Vec<Seat>| seats.into_iter().map(Json::from);
        LegalForm::Enum {
            values: match phase.name {
                "night" => seats(self.night_choices(seat)).collect(),
                _ => seats(self.vote_choices(seat)).chain([Json::from("none")]).collect(),
            },
        }
    }

    fn check(&self, phase: &Phase, seat: Seat, action: &Json) -> Result<Json, Code> {
        match phase.name {
            "night" => level4::check_seat(&self.night_choices(seat), action),
            _ => self.check_vote(seat, action),
        }
    }

    fn fallback(&self, phase: &Phase, seat: Seat) -> Json {
        match phase.name {
            "night" => self.night_choices(seat).first().map_or(Json::Null, |&lowest| Json::from(lowest)),
            _ => Json::from("none"),
        }
    }

    fn admits(&self, phase: &Phase, seat: Seat, announce: &Announce) -> bool {
        if phase.name == "wolf_talk" {
            let kill = |action: &Json| level4::check_seat(&self.night_choices(seat), action).is_ok();
            return level4::admits(announce, &Word::Action(&kill), |_| false);
        }
        let vote = |action: &Json| self.check_vote(seat, action).is_ok();
        level4::admits(announce, &Word::Action(&vote), |claim| self.admits_claim(claim))
    }

    fn support(&self, due: &Due, value: &Json) -> Result<Json, Code> {
        if due.name == "speaking_order" {
            return chance::check_order(&self.living(), value);
        }
        let left = self.undrawn();
        let open = |i: &usize| left[*i] > 0;
        let names: Vec<&str> = (0..4).filter(open).map(|i| Role::ALL[i].name()).collect();
        level4::check_drawn_word(&names, value)
    }

    fn draw(&self, due: &Due, rng: &mut Rng) -> Json {
        if due.name == "speaking_order" {
            return chance::draw_order(&self.living(), rng);
        }
        // Every arrangement of the roles is equally likely: one of those that are left.
        let left = Role::ALL.into_iter().zip(self.undrawn());
        let roles: Vec<Role> = left.flat_map(|(role, count)| std::iter::repeat_n(role, count as usize)).collect();
        rng.choice(&roles).map_or(Json::Null, |role| Json::from(role.name()))
    }

    fn on_chance(&mut self, due: &Due, value: &Json, at: u32, effects: &mut Effects) {
        if due.name == "speaking_order" {
            self.stage = Stage::Discuss(self.talk_rounds, seat_list(value));
            return;
        }
        self.roles.extend(value.as_str().and_then(Role::read).map(|role| (role, at)));
        if self.roles.len() == self.alive.len() {
            let wolves: SeatSet = self.living_wolves().into_iter().collect();
            let pack = self.roles.iter().filter(|(role, _)| *role == Role::Werewolf);
            effects.reveal.extend(pack.map(|(_, at)| (*at, wolves)));
            self.evening();
        }
    }

    fn on_phase(&mut self, _phase: &Phase, choices: &[Choice], effects: &mut Effects) {
        match &mut self.stage {
            Stage::WolfTalk => self.stage = Stage::Night,
            Stage::Night => self.night_falls(choices, effects),
            Stage::Discuss(left, _) if *left > 1 => *left -= 1,
            Stage::Discuss(..) => self.stage = Stage::Vote,
            Stage::Vote => self.day_ends(choices, effects),
            Stage::Roles | Stage::Order | Stage::Over => {}
        }
    }

    fn facts(&self, seat: Seat) -> Map<String, Json> {
        let mut facts = Map::new();
        facts.insert("alive".to_owned(), Json::from(self.living()));
        facts.insert("deaths".to_owned(), json!(self.deaths));
        if let Some(role) = self.role_of(seat) {
            facts.insert("own_role".to_owned(), Json::from(role.name()));
            if role == Role::Seer {
                let seen = self.inspections.iter().map(|(round, seat, side)| json!([round, seat, side.name()]));
                facts.insert("inspections".to_owned(), seen.collect());
            }
        }
        facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_strict_plurality_puts_a_seat_out() {
        assert_eq!(out_by([Some(3), Some(3), Some(1)]), Some(3));
        assert_eq!(out_by([Some(3), Some(3), Some(1), Some(1)]), None);
        // Abstentions do not win, however many.
        assert_eq!(out_by([None, None, None, Some(17)]), Some(17));
        assert_eq!(out_by([None, None]), None);
    }
}
