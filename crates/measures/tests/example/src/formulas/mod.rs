//! What a file of formulas finds beside it.

pub mod pennies;

pub use trivium_measures::formulas::{Measure, Scored, common};
