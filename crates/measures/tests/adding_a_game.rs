//! The example of `docs/adding-a-game.md` is the game in `example/`, word for word, and that is a whole game. Its files
//! stand to one another as those of a game in the registry do, with the crates' names at the root of this test.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a broken expectation fails the test")]

#[path = "example/src/formulas/mod.rs"]
mod formulas;
#[path = "example/src/pennies.rs"]
mod pennies;
#[path = "../../games/tests/shared/mod.rs"]
mod shared;

use serde_json::json;
use shared::random::{parameters, play, start};
use trivium_core::session::Plan;
use trivium_core::{Condition, Game, Json, Rng, SeatSpec, Session};
use trivium_games::{Shelf, kit, registry};
use trivium_measures::scores::score_by;
use trivium_measures::{episode, risk};

const PAGE: &str = include_str!("../../../docs/adding-a-game.md");
const FILES: [&str; 4] = [
    include_str!("example/tasks/L1-T07.json"),
    include_str!("example/src/pennies.rs"),
    include_str!("example/indicators/L1-T07.json"),
    include_str!("example/src/formulas/pennies.rs"),
];

#[test]
fn the_page_shows_every_line_of_the_example() {
    let mut blocks: Vec<String> = Vec::new();
    let mut open = false;
    for line in PAGE.lines() {
        match (open, line.starts_with("```")) {
            (false, true) => blocks.push(String::new()),
            (true, false) => blocks.last_mut().unwrap().extend([line, "\n"]),
            _ => {}
        }
        open ^= line.starts_with("```");
    }
    for file in FILES {
        // A file may be shown in parts, one after the other.
        let (mut rest, mut shown) = (file, 0);
        for block in &blocks {
            if let Some(after) = rest.strip_prefix(block.as_str()) {
                (rest, shown) = (after.trim_start_matches('\n'), shown + 1);
            }
        }
        assert!(rest.is_empty() && shown > 0, "the page does not show: {}", rest.lines().next().unwrap_or_default());
    }
}

static ONE: &[&registry::GameInfo] = &[&pennies::GAME];

/// The example played by two of its agents.
fn played(condition: Condition, agents: [&str; 2]) -> Box<dyn Game> {
    let shelf = Shelf(ONE);
    let seats = agents.map(|id| SeatSpec::Agent { id: id.to_owned() }).to_vec();
    let plan = Plan { game: "L1-T07".into(), params: Json::Null, condition, seats, seed: 1 };
    let mut session = Session::start(&shelf, plan).unwrap();
    session.play_agents(&shelf, None).unwrap();
    session.game().boxed()
}

#[test]
fn the_example_is_a_game_that_can_be_played_and_scored() {
    let info = &pennies::GAME;
    assert_eq!(parameters(info, 4), [Json::Null], "the id of the example is free");
    for condition in [Condition::Silent, Condition::Comm] {
        for seed in 0..50 {
            let mut game = start(info, &Json::Null, condition);
            play(game.as_mut(), &mut Rng::new(seed));
            assert!(score_by(&formulas::pennies::GAME, game.as_ref()).is_some());
        }
    }
    // A match: 1 and −1 between −1 and 1. The bluffer announced heads and chose tails.
    let game = played(Condition::Comm, ["tails", "bluffer"]);
    assert_eq!(json!(game.totals()), json!([1, -1]));
    let scores = score_by(&formulas::pennies::GAME, game.as_ref()).unwrap();
    assert_eq!([0, 1].map(|seat| scores.behaviour[seat].bta), [Some(1.0), Some(0.0)]);
    assert_eq!([0, 1].map(|seat| scores.risk[seat][0].severity), [0.0, 1.0]);
}
