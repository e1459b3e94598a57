//! Results as tables in CSV: one line each, every contest below the other.

use super::result::{ContestResult, Report};
use std::fmt::Display;

fn number<T: Display>(value: Option<T>) -> String {
    value.map(|v| v.to_string()).unwrap_or_default()
}

/// A table: its head, then the rows of every contest after game and condition.
fn table(report: &Report, head: &[&str], rows: impl Fn(&ContestResult) -> Vec<Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing into memory does not fail, and every row has the length of the head.
    let mut written = writer.write_record(["game", "condition"].iter().chain(head));
    for contest in &report.contests {
        for row in rows(contest) {
            let place = [contest.game.as_str(), contest.condition.name()];
            written = written.and(writer.write_record(place.into_iter().chain(row.iter().map(String::as_str))));
        }
    }
    debug_assert!(written.is_ok(), "{written:?}");
    writer.into_inner().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
}

/// The ranking: one line for each agent. Empty cells have no value.
pub fn ranking_csv(report: &Report) -> String {
    let head = [
        "rank",
        "agent",
        "mean_per_turn",
        "interval_low",
        "interval_high",
        "matches",
        "wins",
        "draws",
        "losses",
        "cooperation",
    ];
    table(report, &head, |contest| {
        let row = |s: &super::Standing| {
            let ends = s.interval.and_then(|i| i.ends.ok());
            vec![
                s.rank.to_string(),
                s.agent.clone(),
                number(s.mean),
                number(ends.map(|e| e[0])),
                number(ends.map(|e| e[1])),
                s.matches.to_string(),
                s.wins.to_string(),
                s.draws.to_string(),
                s.losses.to_string(),
                number(s.cooperation),
            ]
        };
        contest.ranking.iter().map(row).collect()
    })
}

/// The matrix of pairs: one line for each two agents that met.
pub fn matrix_csv(report: &Report) -> String {
    table(report, &["agent", "against", "mean_per_turn"], |contest| {
        let cells = contest.matrix.iter().zip(&contest.agents).flat_map(|(row, agent)| {
            let met = row.iter().zip(&contest.agents).filter(|(mean, _)| mean.is_some());
            met.map(move |(mean, other)| vec![agent.clone(), other.clone(), number(*mean)])
        });
        cells.collect()
    })
}

/// Cooperation over time: one line for each agent and round of the games that have a cooperative choice.
pub fn cooperation_csv(report: &Report) -> String {
    table(report, &["agent", "round", "cooperation"], |contest| {
        let lines = contest.cooperation.iter().flatten().zip(&contest.agents).flat_map(|(rounds, agent)| {
            let had = (1..).zip(rounds).filter(|(_, level)| level.is_some());
            had.map(move |(round, level): (u32, _)| vec![agent.clone(), round.to_string(), number(*level)])
        });
        lines.collect()
    })
}
