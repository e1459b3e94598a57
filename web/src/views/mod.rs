//! The views. Each draws the record or asks for the next decision; none holds a game's state.

mod digest;
mod home;
mod play;
mod rescore;
mod tournament;
mod verify;

pub use digest::DigestLine;
pub use home::{Home, KeptGames, SavedGames};
pub use play::replay::{ReplayOf, STEP};
pub use play::{Choose, Game};
pub use rescore::Rescore;
pub use tournament::Tournament;
pub use verify::Verify;
