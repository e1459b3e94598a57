//! The same play with the seats renamed: where the rules treat seats alike, everything else must stay as it was.

use serde_json::Map;
use trivium_core::{Condition, Event, Game, Json, Message, Rng, Seat};

/// Under which renamings of its seats a game is the same game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Any.
    All,
    /// Any when the two places change names as well: each seat has a favourite.
    Places,
    /// Rotations: seats speak and lead clockwise.
    Rotations,
    /// Any that leaves seat 0 where it is; in Comm none, for there the seats speak in their order.
    SilentDeciders,
    /// Any that keeps the order among the werewolves: the lowest of them decides.
    Werewolves,
}

/// The games whose rules treat seats alike, in what way. In all others each seat has a place of its own.
pub const SYMMETRIC: &[(&str, Symmetry)] = &[
    ("L1-T01", Symmetry::All),
    ("L1-T02", Symmetry::All),
    ("L1-T03", Symmetry::All),
    ("L1-T04", Symmetry::Places),
    ("L2-T01", Symmetry::All),
    ("L2-T02", Symmetry::All),
    ("L2-T06", Symmetry::Places),
    ("L3-T01", Symmetry::All),
    ("L3-T02", Symmetry::All),
    ("L3-T03", Symmetry::All),
    ("L3-T04", Symmetry::All),
    ("L3-T05", Symmetry::All),
    ("L3-T06", Symmetry::All),
    ("L4-T01", Symmetry::Rotations),
    ("L4-T02", Symmetry::SilentDeciders),
    ("L4-T03", Symmetry::Werewolves),
    ("L4-T04", Symmetry::All),
];

/// New names of the seats of a game.
pub struct Renaming {
    game: &'static str,
    /// Seat s becomes `to[s]`.
    pub to: Vec<Seat>,
    places: bool,
}

/// A value in whose place another stands where its index is a seat.
fn moved<T: Clone>(list: &[T], to: &[Seat]) -> Vec<T> {
    let mut out = list.to_vec();
    list.iter().zip(to).for_each(|(value, &seat)| out[usize::from(seat)] = value.clone());
    out
}

impl Renaming {
    /// A random renaming for a finished play; `None` where its condition allows none.
    pub fn draw(symmetry: Symmetry, game: &dyn Game, rng: &mut Rng) -> Option<Renaming> {
        let n = game.seats();
        let mut to = rng.permutation(n);
        match symmetry {
            Symmetry::All => {}
            Symmetry::Places => to = vec![1, 0],
            Symmetry::Rotations => {
                let by = to[0];
                to = (0..n).map(|seat| (seat + by) % n).collect();
            }
            Symmetry::SilentDeciders if game.condition() == Condition::Comm => return None,
            Symmetry::SilentDeciders => {
                to = [0].into_iter().chain(rng.permutation(n - 1).into_iter().map(|s| s + 1)).collect();
            }
            Symmetry::Werewolves => {
                let wolves: Vec<Seat> = (0..n).filter(|&s| game.role(s) == "werewolf").collect();
                let mut places: Vec<Seat> = wolves.iter().map(|&s| to[usize::from(s)]).collect();
                places.sort_unstable();
                wolves.iter().zip(places).for_each(|(&wolf, place)| to[usize::from(wolf)] = place);
            }
        }
        Some(Renaming { game: game.id(), to, places: symmetry == Symmetry::Places })
    }

    fn seat(&self, seat: &Json) -> Json {
        let known = seat.as_u64().and_then(|s| self.to.get(s as usize));
        known.map_or_else(|| seat.clone(), |&s| s.into())
    }

    /// A list of seats that the rules keep in ascending order.
    fn ascending(&self, seats: &Json) -> Json {
        let mut seats: Vec<Json> = seats.as_array().unwrap().iter().map(|s| self.seat(s)).collect();
        seats.sort_by_key(Json::as_u64);
        seats.into()
    }

    /// What a role is called in the renamed play.
    pub fn role(&self, role: String) -> String {
        match role.as_str() {
            "opera-lover" => "football-lover".to_owned(),
            "football-lover" => "opera-lover".to_owned(),
            _ => role,
        }
    }

    /// The parameters of the renamed game.
    pub fn params(&self, params: &Json) -> Json {
        let mut params = params.clone();
        if let Some(weights) = params.get("weights").and_then(Json::as_array) {
            params["weights"] = moved(weights, &self.to).into();
        }
        params
    }

    /// An action, decided or announced.
    fn action(&self, phase: &str, action: &Json) -> Json {
        match (self.game, phase, action) {
            ("L3-T04", "punish", Json::Array(points)) => moved(points, &self.to).into(),
            ("L3-T06", "propose", Json::Object(proposal)) => {
                let shares = proposal["shares"].as_array().unwrap();
                let mut parts: Vec<(Json, &Json)> =
                    proposal["coalition"].as_array().unwrap().iter().map(|s| self.seat(s)).zip(shares).collect();
                parts.sort_by_key(|(seat, _)| seat.as_u64());
                let (coalition, shares): (Vec<Json>, Vec<&Json>) = parts.into_iter().unzip();
                serde_json::json!({"coalition": coalition, "shares": shares})
            }
            ("L4-T01", "propose", team) => self.ascending(team),
            ("L4-T01" | "L4-T03", _, seat) if seat.is_u64() => self.seat(seat),
            (_, _, label) if self.places => match label.as_str() {
                Some("opera") => "football".into(),
                Some("football") => "opera".into(),
                _ => label.clone(),
            },
            _ => action.clone(),
        }
    }

    fn claim(&self, claim: &Json) -> Json {
        let mut claim = claim.clone();
        let act = claim["kind"] == "act";
        for (name, value) in claim.as_object_mut().unwrap() {
            match name.as_str() {
                "seat" => *value = self.seat(value),
                // Of an own act it is the mission, of an item its name.
                "target" if !act => *value = self.seat(value),
                "action" => *value = self.action("", value),
                "value" if value.get("winner").is_some() => value["winner"] = self.seat(&value["winner"]),
                _ => {}
            }
        }
        claim
    }

    fn announce(&self, announce: &Json) -> Json {
        let Some(object) = announce.as_object() else { return announce.clone() };
        let mut out = Map::new();
        for (name, value) in object {
            let value = match name.as_str() {
                "action" => self.action("", value),
                "coalition" => self.ascending(value),
                "claims" => value.as_array().unwrap().iter().map(|c| self.claim(c)).collect(),
                "if" if value.get("action").is_some() => {
                    serde_json::json!({"action": self.action("", &value["action"])})
                }
                _ => value.clone(),
            };
            out.insert(name.clone(), value);
        }
        out.into()
    }

    fn event(&self, event: &Event) -> Event {
        let seat = |seat: Seat| self.to[usize::from(seat)];
        match event.clone() {
            Event::Chance { round, name, seat: of, value } => {
                let value = match name.as_str() {
                    "speaking_order" => value.as_array().unwrap().iter().map(|s| self.seat(s)).collect(),
                    "proposer" | "first_leader" | "tie_break" => self.seat(&value),
                    _ => value,
                };
                Event::Chance { round, name, seat: of.map(seat), value }
            }
            Event::Message { round, phase, seat: by, message, fallback } => {
                let announce = message.announce.as_ref().map(|a| self.announce(a));
                Event::Message { round, phase, seat: seat(by), message: Message { announce, ..message }, fallback }
            }
            Event::Action { round, phase, seat: by, action, fallback } => {
                let action = self.action(&phase, &action);
                Event::Action { round, phase, seat: seat(by), action, fallback }
            }
        }
    }

    /// The events of the renamed play with their places in the first one: what chance gives to each seat comes in
    /// the order of the seats.
    pub fn events(&self, events: &[Event]) -> Vec<(usize, Event)> {
        let mut out: Vec<(usize, Event)> = events.iter().enumerate().map(|(k, e)| (k, self.event(e))).collect();
        let of_a_seat = |event: &Event| match event {
            Event::Chance { name, seat: Some(_), .. } => Some(name.clone()),
            _ => None,
        };
        for run in out.chunk_by_mut(|(_, a), (_, b)| of_a_seat(a).is_some() && of_a_seat(a) == of_a_seat(b)) {
            // A run may go on into the next round: rounds stay apart.
            run.sort_by_key(|(_, event)| (event.round(), event.seat()));
        }
        out
    }

    /// What a seat may decide, for comparison: lists without their order.
    pub fn legal(&self, game: &dyn Game, seat: Seat) -> Option<Json> {
        let mut form = serde_json::to_value(game.legal(seat)?).unwrap();
        for name in ["self", "proposer"] {
            if let Some(seat) = form.get(name) {
                form[name] = self.seat(seat);
            }
        }
        let renamed = self.params(&form);
        form = renamed;
        for name in ["of", "values"] {
            if let Some(values) = form.get(name).and_then(Json::as_array) {
                let team = |value: &Json| if name == "of" { self.seat(value) } else { self.action("", value) };
                form[name] = values.iter().map(team).collect();
            }
        }
        Some(unordered(form))
    }
}

/// A legal form with its lists of choices sorted.
pub fn unordered(mut form: Json) -> Json {
    for name in ["of", "values"] {
        if let Some(list) = form.get_mut(name).and_then(Json::as_array_mut) {
            list.sort_by_key(Json::to_string);
        }
    }
    form
}
