//! Records in and out: what a file is, whether it holds ([`verify`]), how a session leaves as a file, and the
//! digest by which two builds show that they compute the same.

pub mod digest;
pub mod sniff;
pub mod verify;

pub use digest::digest;
pub use sniff::{Kind, sniff};
pub use verify::{Check, Report, Verdict, VerifyError, verify};

use trivium_core::Session;

/// A session as a file: its record so far, closed by a result line with the scores.
pub fn export(session: &Session) -> String {
    session.export(scores(session))
}

/// The scores of a session so far, as the result line carries them.
pub fn scores(session: &Session) -> trivium_core::Json {
    trivium_measures::score(session.game()).map(|scores| scores.to_json()).unwrap_or_default()
}
