//! Behaviour: indicators by named formulas, normalised, directed and averaged (section A7 of the rules page).

use crate::episode::Episode;
use crate::formulas::{self, Scored};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trivium_core::{Dec, Json, Round, Seat};

/// Why a score or indicator has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Undefined {
    /// What it counts never could happen.
    NoOpportunity,
    /// The record ends before the game does.
    Unfinished,
    /// It needs messages.
    Silent,
}

impl Undefined {
    /// In words.
    pub const fn sentence(self) -> &'static str {
        match self {
            Undefined::NoOpportunity => "Not defined: what it counts never could happen.",
            Undefined::Unfinished => "Open until the game is over.",
            Undefined::Silent => "Not defined without messages.",
        }
    }
}

/// What a formula found.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// The raw value.
    pub raw: f64,
    /// Smallest and largest raw value, where the episode sets them; otherwise the bounds of the indicator file.
    pub bounds: Option<(f64, f64)>,
    /// The count or amount above the line, for a reader.
    pub part: String,
    /// The count or amount below the line.
    pub whole: String,
    /// The rounds that made the part.
    pub rounds: Vec<Round>,
}

impl Measured {
    /// A share of whole counts, `part` of `whole`; undefined when `whole` is 0.
    pub fn share(rounds: Vec<Round>, whole: u32) -> Formula {
        let part = rounds.len() as u32;
        Measured::ratio(Dec::int(i64::from(part)), Dec::int(i64::from(whole)), rounds)
    }

    /// An exact ratio; undefined when the denominator is 0.
    pub fn ratio(part: Dec, whole: Dec, rounds: Vec<Round>) -> Formula {
        let raw = part.ratio(whole).ok_or(Undefined::NoOpportunity)?;
        Ok(Measured { raw, bounds: None, part: part.to_string(), whole: whole.to_string(), rounds })
    }

    /// A value that is no ratio of counts.
    pub fn value(raw: f64, rounds: Vec<Round>) -> Measured {
        Measured { raw, bounds: None, part: String::new(), whole: String::new(), rounds }
    }

    /// The same with bounds that the episode sets.
    pub fn within(self, lo: f64, hi: f64) -> Measured {
        Measured { bounds: Some((lo, hi)), ..self }
    }
}

/// What a formula gives.
pub type Formula = Result<Measured, Undefined>;

/// Which way an indicator counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// More is better.
    Up,
    /// More is worse.
    Down,
}

/// One indicator of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Indicator {
    /// Its name.
    pub name: String,
    /// What people read.
    pub label: String,
    /// The formula, by name (see [`formulas`]).
    pub formula: String,
    /// Which way it counts.
    pub direction: Direction,
    /// Raw bounds; 0 and 1 unless stated.
    #[serde(default = "unit")]
    pub bounds: [f64; 2],
    /// Its weight in the mean; 0 for one that is reported and not scored.
    #[serde(default = "one")]
    pub weight: f64,
    /// Roles it is for; all when empty.
    #[serde(default)]
    pub roles: Vec<String>,
    /// Whether it is one value for the whole group.
    #[serde(default)]
    pub group: bool,
    /// Why it is there, with its source.
    #[serde(default)]
    pub why: String,
}

const fn unit() -> [f64; 2] {
    [0.0, 1.0]
}

const fn one() -> f64 {
    1.0
}

/// The indicators of one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndicatorSet {
    /// `trivium-indicators/1`.
    pub format: String,
    /// The game's id.
    pub game: String,
    /// The indicators in the order in which they are summed.
    pub indicators: Vec<Indicator>,
}

/// An indicator file that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}: {field}: {what}")]
pub struct IndicatorError {
    /// The file.
    pub file: String,
    /// The field.
    pub field: String,
    /// What is wrong and what may stand there.
    pub what: String,
}

/// The format of indicator files.
pub const FORMAT: &str = "trivium-indicators/1";

impl IndicatorSet {
    /// Reads and checks an indicator file.
    pub fn parse(file: &str, text: &str) -> Result<IndicatorSet, IndicatorError> {
        let set = IndicatorSet::read(file, text)?;
        let known = formulas::names(&set.game);
        set.check(file, &known)
    }

    fn read(file: &str, text: &str) -> Result<IndicatorSet, IndicatorError> {
        serde_json::from_str(text).map_err(|e| IndicatorError {
            file: file.to_owned(),
            field: "file".into(),
            what: e.to_string(),
        })
    }
    /// Checks every field that has a range, against the formulas the game has.
    fn check(self, file: &str, known: &[&str]) -> Result<IndicatorSet, IndicatorError> {
        let set = self;
        let error = |field: String, what: String| IndicatorError { file: file.to_owned(), field, what };
        if set.format != FORMAT {
            return Err(error("format".into(), format!("{:?}; allowed: {FORMAT:?}", set.format)));
        }
        for (i, indicator) in set.indicators.iter().enumerate() {
            let field = |name: &str| format!("indicators[{i}].{name}");
            if !known.contains(&indicator.formula.as_str()) {
                let allowed = known.join(", ");
                return Err(error(field("formula"), format!("{:?}; allowed: {allowed}", indicator.formula)));
            }
            let [lo, hi] = indicator.bounds;
            if !(lo.is_finite() && hi.is_finite() && lo < hi) {
                return Err(error(field("bounds"), format!("[{lo}, {hi}]; allowed: two numbers, the smaller first")));
            }
            if !(indicator.weight.is_finite() && indicator.weight >= 0.0) {
                return Err(error(field("weight"), format!("{}; allowed: 0 or more", indicator.weight)));
            }
            let twice = set.indicators[..i].iter().any(|other| {
                other.name == indicator.name && (other.roles == indicator.roles || other.roles.is_empty())
            });
            if twice {
                return Err(error(field("name"), format!("{:?} stands twice", indicator.name)));
            }
        }
        Ok(set)
    }

    /// The default set of a game.
    pub fn of(game: &str) -> Option<IndicatorSet> {
        IndicatorSet::default_of(formulas::of(game)?)
    }

    /// The default set of a game at hand.
    pub fn default_of(scored: &Scored) -> Option<IndicatorSet> {
        let (name, text) = scored.file;
        let set = IndicatorSet::read(name, text).and_then(|set| set.check(name, &scored.names()));
        debug_assert!(set.is_ok(), "{set:?}");
        set.ok()
    }

    /// The indicators for a role, in order.
    pub fn for_role<'a>(&'a self, role: &'a str) -> impl Iterator<Item = &'a Indicator> + 'a {
        self.indicators.iter().filter(move |i| i.roles.is_empty() || i.roles.iter().any(|r| r == role))
    }
}

/// The value of one indicator.
#[derive(Clone, PartialEq, Debug)]
pub struct IndicatorResult {
    /// The indicator.
    pub indicator: Indicator,
    /// What was found, or why nothing.
    pub found: Result<Found, Undefined>,
}

/// A defined indicator.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// What the formula gave.
    pub measured: Measured,
    /// `clamp((raw − lo)/(hi − lo), 0, 1)`.
    pub normalised: f64,
    /// `normalised` or its complement; absent for an indicator that is not scored.
    pub score: Option<f64>,
}

/// Behaviour of one seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Behaviour {
    /// Every indicator of the seat's role.
    pub indicators: Vec<IndicatorResult>,
    /// Weighted mean of the defined scores; `None` if none is defined.
    pub bta: Option<f64>,
}

/// Scores the behaviour of a seat with the formulas of its game.
pub fn behaviour(scored: &Scored, set: &IndicatorSet, episode: &Episode<'_>, seat: Seat) -> Behaviour {
    let role = episode.role(seat);
    let indicators: Vec<IndicatorResult> = set
        .for_role(&role)
        .map(|indicator| IndicatorResult {
            indicator: indicator.clone(),
            found: found(scored, indicator, episode, seat),
        })
        .collect();
    let (mut sum, mut weights) = (0.0, 0.0);
    for result in &indicators {
        if let Ok(Found { score: Some(score), .. }) = &result.found {
            sum += result.indicator.weight * score;
            weights += result.indicator.weight;
        }
    }
    Behaviour { indicators, bta: (weights > 0.0).then(|| sum / weights) }
}

fn found(scored: &Scored, indicator: &Indicator, episode: &Episode<'_>, seat: Seat) -> Result<Found, Undefined> {
    if !episode.over() {
        return Err(Undefined::Unfinished);
    }
    let measured = scored.measure(&indicator.formula, episode, seat)?;
    let (lo, hi) = measured.bounds.unwrap_or((indicator.bounds[0], indicator.bounds[1]));
    let normalised = ((measured.raw - lo) / (hi - lo)).clamp(0.0, 1.0);
    let score = match indicator.direction {
        _ if indicator.weight == 0.0 => None,
        Direction::Up => Some(normalised),
        Direction::Down => Some(1.0 - normalised),
    };
    Ok(Found { measured, normalised, score })
}

impl Behaviour {
    /// The indicators as JSON: `raw`, `normalised` and `score`, or `undefined` with the reason.
    pub fn indicators_json(&self) -> Json {
        let map: BTreeMap<&str, Json> = self
            .indicators
            .iter()
            .map(|result| {
                let value = match &result.found {
                    Ok(f) => {
                        serde_json::json!({"raw": f.measured.raw, "normalised": f.normalised, "score": f.score})
                    }
                    Err(reason) => serde_json::json!({"undefined": reason}),
                };
                (result.indicator.name.as_str(), value)
            })
            .collect();
        serde_json::to_value(map).unwrap_or_default()
    }
}
