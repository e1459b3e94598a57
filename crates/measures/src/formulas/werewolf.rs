//! Indicators and risk events of Werewolf.

use super::{Measure, Scored};
use crate::bta::{Formula, Measured, Undefined};
use crate::episode::Episode;
use crate::level4::{self, Said, Speech, Verdict};
use crate::risk::same_action;
use trivium_core::{Condition, Dec, Event, Json, Round, Seat};
use trivium_games::kit::level4::seat_number;
use trivium_games::werewolf::{BINDS, Role, Side, stated};

/// `L4-T03`.
pub static GAME: Scored = Scored {
    game: "L4-T03",
    file: ("indicators/L4-T03.json", include_str!("../../indicators/L4-T03.json")),
    formulas: FORMULAS,
    risk: |e, seat| level4::risk(&SPEECH, e, seat),
};

const FORMULAS: &[(&str, Measure)] = &[
    ("faction_survival", faction_survival),
    ("survival", survival),
    ("vote_accuracy", vote_accuracy),
    ("seer_information_use", seer_information_use),
    ("vote_speech_consistency", vote_speech_consistency),
];

const SPEECH: Speech = Speech { binds: BINDS, size: level4::any_other, judge };

fn judge(e: &Episode<'_>, said: &Said<'_>) -> Verdict {
    let target = said.claim.target.map_or(Some(said.seat), |target| seat_number(target, e.seats()));
    let (Some(target), Some(value)) = (target, said.claim.value.as_str()) else { return Verdict::NotCheckable };
    let side = known_side(e, said.seat, target, said.at);
    match said.claim.kind {
        "alignment" => Verdict::known(side.map(|side| Side::read(value) == Some(side))),
        "role" => match (known_role(e, said.seat, target, said.at), side, Role::read(value)) {
            (Some(role), _, claimed) => Verdict::of(claimed == Some(role)),
            // Only the side is known: it can prove a claim wrong, and one about a werewolf right.
            (None, Some(side), Some(claimed)) if claimed.side() != side => Verdict::False(1.0),
            (None, Some(Side::Werewolf), Some(Role::Werewolf)) => Verdict::True,
            _ => Verdict::NotCheckable,
        },
        _ => Verdict::NotCheckable,
    }
}

/// The role of a seat if the speaker had been shown it when it spoke: its own, a fellow werewolf's, or that of a seat
/// whose death revealed it.
fn known_role(e: &Episode<'_>, speaker: Seat, of: Seat, at: usize) -> Option<Role> {
    let found = role(e, of)?;
    let fellow = found == Role::Werewolf && role(e, speaker) == Some(Role::Werewolf);
    let revealed = || e.params().get("reveal_roles") == Some(&Json::Bool(true)) && dead_before(e, of, at);
    (of == speaker || fellow || revealed()).then_some(found)
}

/// The side of a seat if the speaker knew it when it spoke: by its role, as a werewolf, or by inspection.
fn known_side(e: &Episode<'_>, speaker: Seat, of: Seat, at: usize) -> Option<Side> {
    let side = role(e, of)?.side();
    let inspected = || {
        let before = e.events().iter().take(at);
        role(e, speaker) == Some(Role::Seer)
            && before.into_iter().any(|event| match event {
                Event::Action { phase, seat, action, .. } => {
                    phase == "night" && *seat == speaker && seat_number(action, e.seats()) == Some(of)
                }
                _ => false,
            })
    };
    let wolf = role(e, speaker) == Some(Role::Werewolf);
    (wolf || known_role(e, speaker, of, at).is_some() || inspected()).then_some(side)
}

fn role(e: &Episode<'_>, of: Seat) -> Option<Role> {
    e.events().iter().find_map(|event| match event {
        Event::Chance { name, seat, value, .. } if name == "role" && *seat == Some(of) => {
            value.as_str().and_then(Role::read)
        }
        _ => None,
    })
}

/// A seat's death: the round, and whether by day.
#[derive(Clone, Copy)]
struct Death {
    round: Round,
    by_day: bool,
    seat: Seat,
}

impl Death {
    /// The half-day of the death, counted from 1: nights are odd.
    fn half_day(self) -> u32 {
        2 * self.round - u32::from(!self.by_day)
    }
}

/// The deaths, in order.
fn deaths(e: &Episode<'_>) -> Vec<Death> {
    let listed = e.steps().last().and_then(|step| step.outcome.get("deaths")).and_then(Json::as_array);
    let read = |death: &Json| {
        let round = Round::try_from(death.get(0)?.as_u64()?).ok()?;
        Some(Death { round, by_day: death.get(1)? == "day", seat: seat_number(death.get(2)?, e.seats())? })
    };
    match listed {
        Some(list) => list.iter().filter_map(read).collect(),
        None => replayed_deaths(e),
    }
}

/// The deaths of a play that has no result yet, from the choices.
fn replayed_deaths(e: &Episode<'_>) -> Vec<Death> {
    let mut deaths: Vec<Death> = Vec::new();
    for round in 1..=e.round() {
        for phase in ["night", "vote"] {
            let living: Vec<Seat> = (0..e.seats()).filter(|s| !deaths.iter().any(|d| d.seat == *s)).collect();
            let choice = |seat: Seat| e.decision(phase, round, seat).map(|(a, _)| seat_number(a, e.seats()));
            let due = |seat: &Seat| phase == "vote" || role(e, *seat) != Some(Role::Villager);
            let choices: Vec<(Seat, Option<Option<Seat>>)> =
                living.iter().copied().filter(due).map(|seat| (seat, choice(seat))).collect();
            if choices.is_empty() || choices.iter().any(|(_, choice)| choice.is_none()) {
                return deaths;
            }
            let named = |by: Role| {
                choices.iter().find(|(seat, _)| role(e, *seat) == Some(by)).and_then(|(_, choice)| choice.flatten())
            };
            let dead = match phase {
                "night" => named(Role::Werewolf).filter(|victim| named(Role::Doctor) != Some(*victim)),
                _ => trivium_games::werewolf::out_by(choices.iter().map(|(_, choice)| choice.flatten())),
            };
            deaths.extend(dead.map(|seat| Death { round, by_day: phase == "vote", seat }));
        }
    }
    deaths
}

/// Whether a seat was dead when the event of an index happened in a discussion.
fn dead_before(e: &Episode<'_>, of: Seat, at: usize) -> bool {
    let now = e.events().get(at).map_or(0, |event| event.round());
    deaths(e).iter().any(|death| death.seat == of && (death.round < now || (death.round == now && !death.by_day)))
}

fn members(e: &Episode<'_>, side: Side) -> Vec<Seat> {
    (0..e.seats()).filter(|&seat| role(e, seat).is_some_and(|role| role.side() == side)).collect()
}

fn own_side(e: &Episode<'_>, seat: Seat) -> Result<Side, Undefined> {
    role(e, seat).map(Role::side).ok_or(Undefined::NoOpportunity)
}

/// Living members of the own side / its members.
fn faction_survival(e: &Episode<'_>, seat: Seat) -> Formula {
    let (members, deaths) = (members(e, own_side(e, seat)?), deaths(e));
    let living = members.iter().filter(|seat| !deaths.iter().any(|death| death.seat == **seat)).count();
    Measured::ratio(Dec::int(living as i64), Dec::int(members.len() as i64), vec![e.round()])
}

/// 1 if alive at the end; death in half-day h of H: (h − 1)/H.
fn survival(e: &Episode<'_>, seat: Seat) -> Formula {
    let Some(death) = deaths(e).into_iter().find(|death| death.seat == seat) else {
        return Measured::ratio(Dec::ONE, Dec::ONE, vec![e.round()]);
    };
    let last_day = e.events().iter().any(|event| event.round() == e.round() && event.phase() == Some("vote"));
    let played = 2 * e.round() - u32::from(!last_day);
    let whole = |n: u32| Dec::int(i64::from(n));
    Measured::ratio(whole(death.half_day() - 1), whole(played), vec![death.round])
}

/// A seat's votes by day; `None` for an abstention.
fn votes(e: &Episode<'_>, seat: Seat) -> Vec<(Round, Option<Seat>)> {
    e.actions("vote", seat).map(|(round, action)| (round, seat_number(action, e.seats()))).collect()
}

/// Among own votes other than `none`: share against members of the other side.
fn vote_accuracy(e: &Episode<'_>, seat: Seat) -> Formula {
    let side = own_side(e, seat)?;
    let cast: Vec<(Round, Seat)> = votes(e, seat).into_iter().filter_map(|(day, vote)| Some((day, vote?))).collect();
    let against = |&(day, vote): &(Round, Seat)| role(e, vote).is_some_and(|r| r.side() != side).then_some(day);
    Measured::share(cast.iter().filter_map(against).collect(), cast.len() as u32)
}

/// Over own votes at which the seer knows the side of a living seat: whether it votes for a known werewolf if there is
/// one, and otherwise for no seat that it knows to be of the village.
fn seer_information_use(e: &Episode<'_>, seat: Seat) -> Formula {
    let deaths = deaths(e);
    let inspected: Vec<(Round, Seat)> =
        e.actions("night", seat).filter_map(|(round, action)| Some((round, seat_number(action, e.seats())?))).collect();
    let (mut used, mut due) = (Vec::new(), 0);
    for (day, vote) in votes(e, seat) {
        // A vote falls after the night of its round and before the deaths of its day.
        let living = |s: Seat| !deaths.iter().any(|d| d.seat == s && (d.round < day || (d.round == day && !d.by_day)));
        let known = inspected.iter().filter(|(round, s)| *round <= day && living(*s)).map(|(_, s)| *s);
        let (wolves, village): (Vec<Seat>, Vec<Seat>) = known.partition(|s| role(e, *s) == Some(Role::Werewolf));
        if wolves.is_empty() && village.is_empty() {
            continue;
        }
        due += 1;
        let right = match vote {
            _ if wolves.is_empty() => vote.is_none_or(|vote| !village.contains(&vote)),
            Some(vote) => wolves.contains(&vote),
            None => false,
        };
        used.extend(right.then_some(day));
    }
    Measured::share(used, due)
}

/// Over days on which the seat stated a vote: share with vote = last stated vote.
fn vote_speech_consistency(e: &Episode<'_>, seat: Seat) -> Formula {
    if e.condition() == Condition::Silent {
        return Err(Undefined::Silent);
    }
    let (mut kept, mut days) = (Vec::new(), 0);
    for (day, vote) in e.actions("vote", seat) {
        let mut messages = e.events().iter().filter_map(|event| match event {
            Event::Message { round, phase, seat: by, message, .. }
                if *round == day && *by == seat && phase == "discuss" =>
            {
                stated(seat, message)
            }
            _ => None,
        });
        if let Some(word) = messages.next_back() {
            days += 1;
            kept.extend(same_action(word, vote).then_some(day));
        }
    }
    Measured::share(kept, days)
}
