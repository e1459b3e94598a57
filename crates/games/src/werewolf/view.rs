//! What a seat reads off its observation.

use super::rules::{Role, Side, out_by};
use crate::kit::level4::{Claim, clockwise, seat_list, seat_number};
use std::cmp::Reverse;
use trivium_core::{Condition, Event, Json, Message, Observation, Round, Seat};

/// The vote that a message of a discussion states: its committed action, or else the target of its first claim that
/// another seat is a werewolf.
pub fn stated(speaker: Seat, message: &Message) -> Option<&Json> {
    let announce = message.announce.as_ref()?;
    if let Some(action) = announce.get("action") {
        return Some(action);
    }
    let claims = announce.get("claims").and_then(Json::as_array).into_iter().flatten().filter_map(Claim::read);
    let accused = claims.filter(|claim| claim.kind == "alignment" && claim.value == Side::Werewolf.name());
    accused.filter_map(|claim| claim.target).find(|target| seat_number(target, Seat::MAX) != Some(speaker))
}

/// What a seat knows.
pub struct View<'a> {
    /// The observation.
    pub o: &'a Observation,
    /// Number of seats.
    pub n: Seat,
    /// The living.
    pub alive: Vec<Seat>,
    /// The own role.
    pub role: Role,
    /// What the seer has learnt, in order.
    pub inspections: Vec<(Seat, Side)>,
    /// (speaker, target) of today's messages that state a vote for a seat, each pair once.
    pairs: Vec<(Seat, Seat)>,
    /// Seats that have ever claimed to be the seer.
    pub claimants: Vec<Seat>,
}

impl<'a> View<'a> {
    /// Of a seat.
    pub fn of(o: &'a Observation) -> View<'a> {
        let n = ["werewolves", "seers", "doctors", "villagers"].map(|role| o.whole(role)).iter().sum::<i64>() as Seat;
        let inspected = o.facts.get("inspections").and_then(Json::as_array).into_iter().flatten();
        let mut view = View {
            o,
            n,
            alive: o.facts.get("alive").map(seat_list).unwrap_or_default(),
            role: Role::read(&o.role).unwrap_or(Role::Villager),
            inspections: inspected
                .filter_map(|i| Some((seat_number(i.get(1)?, n)?, Side::read(i.get(2)?.as_str()?)?)))
                .collect(),
            pairs: Vec::new(),
            claimants: Vec::new(),
        };
        for event in &o.events {
            if let Event::Message { round, phase, seat, message, .. } = event
                && phase == "discuss"
            {
                view.hear(*round, *seat, message);
            }
        }
        view
    }

    fn hear(&mut self, round: Round, speaker: Seat, message: &Message) {
        if round == self.o.round
            && let Some(target) = stated(speaker, message).and_then(|target| seat_number(target, self.n))
            && !self.pairs.contains(&(speaker, target))
        {
            self.pairs.push((speaker, target));
        }
        let claims = message.announce.as_ref().and_then(|a| a.get("claims")).and_then(Json::as_array);
        for claim in claims.into_iter().flatten().filter_map(Claim::read) {
            let about = claim.target.map_or(Some(speaker), |target| seat_number(target, self.n));
            if claim.kind == "role" && claim.value == Role::Seer.name() && about == Some(speaker) {
                self.claimants.push(speaker);
            }
        }
    }

    /// The own seat.
    pub fn own(&self) -> Seat {
        self.o.seat
    }

    /// A role that the seat has been shown: its own, a fellow werewolf's, a revealed one.
    pub fn shown(&self, of: Seat) -> Option<Role> {
        self.o.events.iter().find_map(|event| match event {
            Event::Chance { name, seat, value, .. } if name == "role" && *seat == Some(of) => {
                value.as_str().and_then(Role::read)
            }
            _ => None,
        })
    }

    /// The other living werewolves, for a werewolf.
    pub fn fellows(&self) -> Vec<Seat> {
        let fellow = |seat: &Seat| *seat != self.own() && self.shown(*seat) == Some(Role::Werewolf);
        self.alive.iter().copied().filter(fellow).collect()
    }

    /// The votes of a day: who, for whom.
    fn votes(&self, day: Round) -> impl Iterator<Item = (Seat, Option<Seat>)> + '_ {
        let of_day = self.o.actions("vote").filter(move |(round, ..)| *round == day);
        of_day.map(|(_, seat, action)| (seat, seat_number(action, self.n)))
    }

    /// The first of the living others outside `excluded` with the highest score, clockwise; without any, the first
    /// living other.
    fn best(&self, excluded: &[Seat], score: impl Fn(Seat) -> usize) -> Seat {
        let others = || clockwise(self.own(), self.n).filter(|seat| self.alive.contains(seat));
        let pool = others().filter(|seat| !excluded.contains(seat));
        pool.min_by_key(|&seat| Reverse(score(seat))).or_else(|| others().next()).unwrap_or(0)
    }

    /// The pairs by others than the seat itself.
    fn heard(&self) -> impl Iterator<Item = (Seat, Seat)> + '_ {
        self.pairs.iter().copied().filter(|(speaker, _)| *speaker != self.own())
    }

    /// Who is accused most, a claimed seer's word counting threefold; without accusations, who has helped to vote the
    /// village out.
    pub fn honest_target(&self, excluded: &[Seat]) -> Seat {
        let weight = |speaker: Seat| if self.claimants.contains(&speaker) { 3 } else { 1 };
        let accused =
            |t: Seat| self.heard().filter(|(_, target)| *target == t).map(|(speaker, _)| weight(speaker)).sum();
        let in_pool = |seat: &Seat| *seat != self.own() && !excluded.contains(seat);
        if self.alive.iter().filter(|seat| in_pool(seat)).any(|&seat| accused(seat) > 0) {
            return self.best(excluded, accused);
        }
        let wronged: Vec<(Round, Seat)> = (1..self.o.round)
            .filter_map(|day| Some((day, out_by(self.votes(day).map(|(_, target)| target))?)))
            .filter(|(_, out)| self.revealed_village(*out))
            .collect();
        let harm = |t: Seat| {
            let helped = |(day, out): &&(Round, Seat)| self.votes(*day).any(|vote| vote == (t, Some(*out)));
            wronged.iter().filter(helped).count()
        };
        self.best(excluded, harm)
    }

    fn revealed_village(&self, seat: Seat) -> bool {
        let reveals = self.o.params.get("reveal_roles") == Some(&Json::Bool(true));
        reveals && self.shown(seat).is_some_and(|role| role.side() == Side::Village)
    }

    /// Who is accused by most; without accusations, who got most votes on the day before.
    pub fn bandwagon_target(&self, excluded: &[Seat]) -> Seat {
        if self.heard().next().is_some() {
            return self.best(excluded, |t| self.heard().filter(|(_, target)| *target == t).count());
        }
        let day = self.o.round.saturating_sub(1);
        self.best(excluded, |t| self.votes(day).filter(|(_, target)| *target == Some(t)).count())
    }

    /// Whether a non-werewolf is after a seat: by today's accusations, in Silent by the votes of the day before.
    pub fn hot(&self, seat: Seat) -> bool {
        let village = |s: Seat| self.shown(s) != Some(Role::Werewolf);
        match self.o.condition {
            Condition::Comm => self.pairs.iter().any(|&(speaker, target)| target == seat && village(speaker)),
            Condition::Silent => {
                let day = self.o.round.saturating_sub(1);
                self.votes(day).any(|(voter, target)| target == Some(seat) && village(voter))
            }
        }
    }

    /// The lowest living werewolf that the seer has found.
    pub fn found_wolf(&self) -> Option<Seat> {
        let wolf = |seat: &Seat| self.inspections.contains(&(*seat, Side::Werewolf));
        self.alive.iter().copied().find(wolf)
    }

    /// The seats that the seer knows to be of the village.
    pub fn found_village(&self) -> Vec<Seat> {
        self.inspections.iter().filter(|(_, side)| *side == Side::Village).map(|(seat, _)| *seat).collect()
    }
}
