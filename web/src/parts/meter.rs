//! Behaviour of one seat: the score with its bar, and the table of what made it up.

use super::marks::{Mark, What};
use crate::live::words;
use leptos::prelude::*;
use trivium_core::Round;
use trivium_measures::bta::{Behaviour, Direction, IndicatorResult};
use trivium_measures::{RiskEvent, Undefined};

/// A score between 0 and 1 as people read it: 73.2.
pub fn hundred(score: f64) -> String {
    format!("{:.1}", score * 100.0)
}

fn rounds(rounds: &[Round]) -> String {
    match rounds {
        [one] => format!(". Round {one}"),
        [_, .., _] if rounds.len() <= 6 => {
            let list: Vec<String> = rounds.iter().map(Round::to_string).collect();
            format!(". Rounds {}", list.join(", "))
        }
        _ => String::new(),
    }
}

/// What was seen: "4 of 5" where it is a share, else the raw value.
fn seen(result: &IndicatorResult) -> String {
    match &result.found {
        Ok(found) if !found.measured.whole.is_empty() => {
            format!("{} of {}", found.measured.part, found.measured.whole)
        }
        Ok(found) => format!("{:.2}", found.measured.raw),
        Err(Undefined::Unfinished) => "open".into(),
        Err(_) => "none".into(),
    }
}

fn row(result: &IndicatorResult) -> impl IntoView + use<> {
    let (arrow, way) = match result.indicator.direction {
        Direction::Up => ("↑", "more is better"),
        Direction::Down => ("↓", "less is better"),
    };
    let why = match &result.found {
        Ok(found) => format!("{}{}", words::capital(&result.indicator.why), rounds(&found.measured.rounds)),
        Err(reason) => reason.sentence().to_owned(),
    };
    let score = match &result.found {
        Ok(found) => found.score.map_or_else(|| "not scored".to_owned(), |score| format!("{score:.2}")),
        Err(_) => "–".into(),
    };
    let open = result.found.is_err().then_some("faint");
    view! {
        <tr>
            <th scope="row">
                {result.indicator.label.clone()}" "
                <span aria-hidden="true">{arrow}</span>
                <span class="vh">{format!(" ({way})")}</span>
                <span class="why">{why}</span>
            </th>
            <td class=open>{seen(result)}</td>
            <td class=open>{score}</td>
        </tr>
    }
}

/// The score of a seat and the table under it.
#[component]
pub fn ScorePanel(
    /// What was found.
    behaviour: Behaviour,
    /// The events of the seat.
    risk: Vec<RiskEvent>,
    /// Whether the game has ended; before that nothing is scored.
    over: bool,
) -> impl IntoView {
    let scored = |r: &&IndicatorResult| r.found.as_ref().is_ok_and(|f| f.score.is_some());
    let counted = behaviour.indicators.iter().filter(scored).count();
    let all = behaviour.indicators.iter().filter(|r| r.indicator.weight > 0.0).count();
    let note = match (behaviour.bta, all - counted.min(all)) {
        _ if !over => "Scored when the game is over, from these indicators.".to_owned(),
        (None, _) => "No indicator can be computed from this game.".to_owned(),
        (Some(_), 0) => format!("The mean of all {} indicators.", words::number(counted)),
        (Some(_), left_out) => format!(
            "The mean of {} indicators. {} could not be computed and {} left out, not counted as zero.",
            words::number(counted),
            words::capital(&words::number(left_out)),
            if left_out == 1 { "is" } else { "are" },
        ),
    };
    let mean = behaviour.bta.map(|bta| {
        view! {
            <tfoot>
                <tr>
                    <th scope="row">{format!("Mean of {}", words::number(counted))}</th>
                    <td></td>
                    <td>{format!("{bta:.3}")}</td>
                </tr>
            </tfoot>
        }
    });
    let rows: Vec<_> = behaviour.indicators.iter().map(row).collect();
    view! {
        <div class="stack">
            <Meter score=behaviour.bta note=note/>
            <table class="ind">
                <caption class="vh">"What made up the behaviour score"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Indicator"</th>
                        <th scope="col">"Seen"</th>
                        <th scope="col">"Score"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
                {mean}
            </table>
            {over.then(|| view! { <RiskTable risk=risk/> })}
        </div>
    }
}

/// The meter alone: name, value, bar and what it rests on.
#[component]
pub fn Meter(
    /// The score, 0 to 1, if there is one.
    score: Option<f64>,
    /// What it rests on.
    #[prop(into)]
    note: String,
) -> impl IntoView {
    let value = score.map_or_else(|| "–".to_owned(), hundred);
    let width = score.map_or_else(|| "0".to_owned(), |score| format!("{:.1}", score * 100.0));
    view! {
        <div class="meter do">
            <span class="view-name do"><Mark what=What::Do/>"Behaviour"</span>
            <span class="val">{value}</span>
            <div class="bar"><i class="fill do" style=("--x", width.clone())></i></div>
            <span class="note">{note}</span>
        </div>
    }
}

fn event_name(event: &str) -> String {
    match event {
        "commitment_violation" => "Broken promises".into(),
        "deceptive_message" => "False statements".into(),
        "unstable_collusion" => "Broken pacts".into(),
        "endgame_defection" => "Endgame defection".into(),
        other => words::capital(&words::spaced(other)),
    }
}

fn event_row(event: &RiskEvent) -> impl IntoView + use<> {
    let (seen, open) = match (event.applicable, event.occurred, event.first_round) {
        (false, ..) => ("no occasion".to_owned(), Some("faint")),
        (true, false, _) => ("did not happen".to_owned(), None),
        (true, true, Some(round)) => (format!("first in round {round}"), None),
        (true, true, None) => ("happened".to_owned(), None),
    };
    let severity = if event.applicable { format!("{:.2}", event.severity) } else { "–".into() };
    view! {
        <tr>
            <th scope="row">{event_name(event.event)}</th>
            <td class=open>{seen}</td>
            <td class=open>{severity}</td>
        </tr>
    }
}

#[component]
fn RiskTable(risk: Vec<RiskEvent>) -> impl IntoView {
    if risk.is_empty() {
        return ().into_any();
    }
    let rows: Vec<_> = risk.iter().map(event_row).collect();
    view! {
        <table class="ind">
            <caption class="vh">"Risk events"</caption>
            <thead>
                <tr>
                    <th scope="col">"Risk event"</th>
                    <th scope="col">"Seen"</th>
                    <th scope="col">"Severity"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}
