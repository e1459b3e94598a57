//! `trivium list`.

use crate::{Ending, print_json};
use clap::ValueEnum;
use serde_json::json;
use trivium_core::{Condition, Json};
use trivium_games::{GAMES, GameInfo};
use trivium_measures::IndicatorSet;

/// What can be listed.
#[derive(Clone, Copy, ValueEnum)]
pub enum What {
    /// The games with their parameters.
    Games,
    /// The agents of each game.
    Agents,
    /// The indicators of each game.
    Measures,
}

/// Prints the list.
pub fn run(what: What) -> Result<Ending, String> {
    let list: Json = match what {
        What::Games => GAMES.iter().map(|g| game(g)).collect(),
        What::Agents => GAMES.iter().flat_map(|g| agents(g)).collect(),
        What::Measures => GAMES.iter().filter_map(|g| IndicatorSet::of(g.id)).flat_map(|set| measures(&set)).collect(),
    };
    let key = match what {
        What::Games => "games",
        What::Agents => "agents",
        What::Measures => "measures",
    };
    print_json(&json!({ key: list }))
}

fn game(info: &GameInfo) -> Json {
    let params = info.defaults();
    let seats = info.start(&params, Condition::Silent).map(|game| game.seats()).ok();
    let text = info.text(&params, Condition::Silent);
    json!({
        "id": info.id, "name": info.name, "level": info.level, "seats": seats,
        "summary": text.summary, "params": params,
    })
}

fn agents(info: &GameInfo) -> Vec<Json> {
    let entry = |agent: &trivium_games::Seated| {
        let mut value = serde_json::to_value(&agent.info).unwrap_or_default();
        value["game"] = info.id.into();
        value
    };
    info.agents().iter().map(entry).collect()
}

fn measures(set: &IndicatorSet) -> Vec<Json> {
    let entry = |indicator: &trivium_measures::bta::Indicator| {
        let mut value = serde_json::to_value(indicator).unwrap_or_default();
        value["game"] = set.game.clone().into();
        value
    };
    set.indicators.iter().map(entry).collect()
}
