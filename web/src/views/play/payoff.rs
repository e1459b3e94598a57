//! The payoff table: own moves are rows, own points large, the other's in words below.

use crate::live::matrix::Matrix;
use crate::live::{Shown, words};
use leptos::prelude::*;
use std::sync::Arc;
use trivium_core::{Json, Seat};

/// The table of a game of two seats that choose at the same time.
#[component]
pub fn PayoffTable(
    /// What the screen shows.
    shown: Arc<Shown>,
    /// The payoffs.
    matrix: Matrix,
    /// The row to light.
    lit: RwSignal<Option<usize>>,
) -> impl IntoView {
    let other: Seat = 1 - shown.seat.min(1);
    let letter = words::seat(other, 2);
    let label = |action: &Json| words::lower(&shown.action("choose", action));
    let verb = |action: &Json| action.as_str().and_then(|a| shown.face.verb(a)).map(str::to_owned);
    let third = |action: &Json| action.as_str().and_then(|a| shown.face.third(a)).map(str::to_owned);
    let heads: Vec<_> = matrix
        .other
        .iter()
        .map(|action| {
            let does = third(action).unwrap_or_else(|| label(action));
            view! { <th scope="col">{letter.clone()}" "<b>{does}</b></th> }
        })
        .collect();
    let rows: Vec<_> = matrix
        .own
        .iter()
        .zip(&matrix.cells)
        .enumerate()
        .map(|(at, (action, cells))| {
            let head = verb(action).map_or_else(|| format!("You: {}", label(action)), |verb| format!("You {verb}"));
            let cells: Vec<_> = cells
                .iter()
                .map(|(mine, theirs)| {
                    view! {
                        <td>
                            <span class="mine">{mine.to_string()}</span>
                            <span class="theirs">{format!("{letter} gets {theirs}")}</span>
                        </td>
                    }
                })
                .collect();
            view! {
                <tr class:lit=move || lit.get() == Some(at)>
                    <th scope="row">{head}</th>
                    {cells}
                </tr>
            }
        })
        .collect();
    view! {
        <table class="payoff">
            <caption class="vh">{format!("Points for you and Seat {letter}")}</caption>
            <thead>
                <tr>
                    <td></td>
                    {heads}
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}
