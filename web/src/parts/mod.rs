//! Parts that several views use.

pub mod marks;
pub mod meter;
pub mod notice;

pub use marks::{Mark, MarkSprite, What};
pub use meter::ScorePanel;
pub use notice::Notice;
