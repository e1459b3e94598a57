//! What agents do: behaviour (BTA) from the trajectory, and the risk events a record holds.
//!
//! Every score is a function of the record. Formulas are code with a name; which formula makes an indicator, in
//! which direction, between which bounds and with which weight is data (`indicators/*.json`), checked at load.

pub mod bta;
pub mod episode;
pub mod formulas;
pub mod level4;
pub mod risk;
pub mod scores;
pub mod stats;
pub mod tournament;

pub use bta::{Direction, IndicatorError, IndicatorResult, IndicatorSet, Undefined};
pub use episode::Episode;
pub use risk::RiskEvent;
pub use scores::{Scores, score};
