//! One line by which two builds show that they compute the same.

use sha2::{Digest, Sha256};
use trivium_core::record::hex;
use trivium_core::session::Plan;
use trivium_core::{Condition, Json, SeatSpec, Session};
use trivium_games::{GAMES, Registry};

/// The line's first word.
pub const NAME: &str = "trivium-digest/1";

/// SHA-256 over the exported records (events, payoffs, scores) of a fixed list of seeded sessions: every game in
/// both conditions with each of its agents on all seats. No version, time or path is in it, so that any two builds
/// of the same rules end in the same line.
pub fn digest() -> String {
    let mut hash = Sha256::new();
    for plan in sessions() {
        hash.update(play(plan).as_bytes());
    }
    format!("{NAME} {}", hex(&hash.finalize()))
}

/// The fixed list.
pub fn sessions() -> impl Iterator<Item = Plan> {
    let conditions = [Condition::Silent, Condition::Comm];
    let games = GAMES.iter().enumerate();
    games.flat_map(move |(g, game)| {
        let defaults = game.defaults();
        let seats = game.start(&defaults, Condition::Silent).map_or(0, |game| usize::from(game.seats()));
        let agents: Vec<&str> = game.agents().iter().map(|agent| agent.info.id).collect();
        let plans = agents.into_iter().enumerate().flat_map(move |(a, id)| {
            let defaults = defaults.clone();
            conditions.into_iter().map(move |condition| Plan {
                game: game.id.to_owned(),
                params: defaults.clone(),
                condition,
                seats: vec![SeatSpec::Agent { id: id.to_owned() }; seats],
                seed: (g as u64) << 32 | a as u64,
            })
        });
        plans.collect::<Vec<_>>()
    })
}

fn play(plan: Plan) -> String {
    let Ok(mut session) = Session::start(&Registry, plan) else { return String::new() };
    match session.play_agents(&Registry, None) {
        Ok(_) => crate::export(&session),
        Err(_) => session.export(Json::Null),
    }
}
