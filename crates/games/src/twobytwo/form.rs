//! What distinguishes the games: their choices, parameters and payoffs.

use trivium_core::{Dec, Json, Seat};

/// What a seat earns by its own choice (first index) and the other's (second), each 0 or 1 in the order of
/// [`Form::choices`].
pub type Matrix = [[Dec; 2]; 2];

/// A game with two choices for each of two seats.
#[derive(Debug)]
pub struct Form {
    /// The game's id.
    pub id: &'static str,
    /// The two choices as records hold them.
    pub choices: [&'static str; 2],
    /// What people read for them.
    pub labels: [&'static str; 2],
    /// The role of each seat.
    pub roles: [&'static str; 2],
    /// The payoff parameters with their defaults.
    pub params: &'static [(&'static str, i64)],
    /// Which values the payoff parameters may have together, in words.
    pub required: &'static str,
    /// The same as a test, on the values in the order of `params`.
    pub allowed: fn(&[Dec]) -> bool,
    /// The payoffs of each seat from those values.
    pub payoffs: fn(&[Dec]) -> [Matrix; 2],
    /// The choice of each seat that commits it to least.
    pub fallback: [usize; 2],
    /// Whether the other is let down by a seat that announced the choice and made the other one.
    pub binding: [bool; 2],
    /// Whether it is played for a number of rounds.
    pub repeated: bool,
}

impl Form {
    /// The number of a choice, 0 or 1.
    pub fn index(&self, action: &Json) -> Option<usize> {
        let word = action.as_str()?;
        self.choices.iter().position(|choice| *choice == word)
    }

    /// The payoffs of each seat under complete parameters.
    pub fn matrices(&self, params: &Json) -> [Matrix; 2] {
        let value = |name: &str| params.get(name).and_then(Dec::from_json).unwrap_or_default();
        let values: Vec<Dec> = self.params.iter().map(|(name, _)| value(name)).collect();
        (self.payoffs)(&values)
    }
}

/// The favourite place of a seat in the Battle of the Sexes: the first one of seat 0, the second one of seat 1.
pub const fn favourite(seat: Seat) -> usize {
    if seat == 0 { 0 } else { 1 }
}

/// `L1-T02`: hunt the stag together, or a hare alone.
pub static STAG_HUNT: Form = Form {
    id: "L1-T02",
    choices: ["stag", "hare"],
    labels: ["Hunt the stag", "Hunt the hare"],
    roles: ["player", "player"],
    params: &[("SS", 4), ("SH", 0), ("HS", 3), ("HH", 2)],
    required: "SS > HS ≥ HH > SH",
    allowed: |v| v[0] > v[2] && v[2] >= v[3] && v[3] > v[1],
    payoffs: |v| [[[v[0], v[1]], [v[2], v[3]]]; 2],
    fallback: [1, 1],
    binding: [true, false],
    repeated: false,
};

/// `L1-T03`: swerve, or go straight and hope that the other swerves.
pub static CHICKEN: Form = Form {
    id: "L1-T03",
    choices: ["swerve", "straight"],
    labels: ["Swerve", "Go straight"],
    roles: ["player", "player"],
    params: &[("both_swerve", 3), ("swerve_alone", 1), ("straight_alone", 4), ("crash", 0)],
    required: "straight_alone > both_swerve > swerve_alone > crash",
    allowed: |v| v[2] > v[0] && v[0] > v[1] && v[1] > v[3],
    payoffs: |v| [[[v[0], v[1]], [v[2], v[3]]]; 2],
    fallback: [0, 0],
    binding: [true, false],
    repeated: false,
};

const SEXES_PARAMS: &[(&str, i64)] = &[("favourite", 3), ("other", 2), ("mismatch", 0)];
const SEXES_REQUIRED: &str = "favourite > other > mismatch ≥ 0";

fn sexes_allowed(v: &[Dec]) -> bool {
    v[0] > v[1] && v[1] > v[2] && v[2] >= Dec::ZERO
}

fn sexes_payoffs(v: &[Dec]) -> [Matrix; 2] {
    let (favourite, other, mismatch) = (v[0], v[1], v[2]);
    [[[favourite, mismatch], [mismatch, other]], [[other, mismatch], [mismatch, favourite]]]
}

/// `L1-T04`: be at the same place, each rather at its own favourite one.
pub static SEXES: Form = Form {
    id: "L1-T04",
    choices: ["opera", "football"],
    labels: ["Go to the opera", "Go to the football match"],
    roles: ["opera-lover", "football-lover"],
    params: SEXES_PARAMS,
    required: SEXES_REQUIRED,
    allowed: sexes_allowed,
    payoffs: sexes_payoffs,
    fallback: [favourite(0), favourite(1)],
    binding: [true, true],
    repeated: false,
};

/// `L2-T06`: the same for a number of rounds.
pub static REPEATED_SEXES: Form = Form {
    id: "L2-T06",
    choices: ["opera", "football"],
    labels: ["Go to the opera", "Go to the football match"],
    roles: ["opera-lover", "football-lover"],
    params: SEXES_PARAMS,
    required: SEXES_REQUIRED,
    allowed: sexes_allowed,
    payoffs: sexes_payoffs,
    fallback: [favourite(0), favourite(1)],
    binding: [true, true],
    repeated: true,
};

/// The form of a game's id.
pub fn of(id: &str) -> Option<&'static Form> {
    [&STAG_HUNT, &CHICKEN, &SEXES, &REPEATED_SEXES].into_iter().find(|form| form.id == id)
}
