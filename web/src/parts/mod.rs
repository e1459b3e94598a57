//! Parts that several views use.

pub mod file_button;
pub mod marks;
pub mod meter;
pub mod notice;
pub mod svg;

pub use file_button::FileButton;
pub use marks::{Mark, MarkSprite, What};
pub use meter::ScorePanel;
pub use notice::Notice;
