//! The stave: one column a round, one row a record.

use crate::live::{Shown, words};
use crate::parts::{Mark, What};
use leptos::prelude::*;
use trivium_core::{Event, Json, LegalForm, Round, Seat};

/// One cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    /// The round.
    pub round: Round,
    /// What it says where no word stands beside it.
    pub label: String,
    /// What is drawn.
    pub drawn: Drawn,
}

/// What a cell shows.
#[derive(Clone, PartialEq, Debug)]
pub enum Drawn {
    /// A mark, opened and struck or not.
    Mark(bool),
    /// A short text.
    Text(String),
}

/// One row.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// What its head says.
    pub head: String,
    /// Which record, where the head carries the mark.
    pub what: What,
    /// Another seat's row, below the own one.
    pub sub: bool,
    /// More space above.
    pub gap: bool,
    /// Its cells.
    pub cells: Vec<Cell>,
}

/// "You did", "B did"; in a group the others' seats alone.
fn head(shown: &Shown, seat: Seat, verb: &str) -> String {
    if shown.seats.len() == 2 || seat == shown.seat {
        format!("{} {verb}", shown.short(seat))
    } else {
        shown.short(seat)
    }
}

/// What is drawn of an action.
fn drawn(shown: &Shown, phase: &str, action: &Json) -> Drawn {
    if let (true, Some(label)) = (shown.face.has_marks(), action.as_str()) {
        return Drawn::Mark(shown.face.is_struck(label));
    }
    let text = words::plain(action);
    if text.chars().count() <= 4 {
        return Drawn::Text(text);
    }
    let label = shown.action(phase, action);
    Drawn::Text(label.chars().next().map(|c| c.to_uppercase().to_string()).unwrap_or_default())
}

impl Row {
    /// What a seat did.
    pub fn did(shown: &Shown, by: Seat, head: impl Into<String>) -> Row {
        Row::phase(shown, by, None, head)
    }

    fn phase(shown: &Shown, by: Seat, only: Option<&str>, head: impl Into<String>) -> Row {
        let own = shown.actions().filter(|(_, phase, seat, _)| *seat == by && only.is_none_or(|p| p == *phase));
        let cells = own
            .map(|(round, phase, _, action)| Cell {
                round,
                label: format!("Round {round}: {}", words::lower(&shown.action(phase, action))),
                drawn: drawn(shown, phase, action),
            })
            .collect();
        Row { head: head.into(), what: What::Do, sub: by != shown.seat, gap: false, cells }
    }

    /// What a seat announced; a message without announcement is a dot.
    pub fn said(shown: &Shown, by: Seat, head: impl Into<String>) -> Row {
        let mut cells: Vec<Cell> = Vec::new();
        for event in &shown.observation.events {
            let Event::Message { round, seat, message, .. } = event else { continue };
            if *seat != by {
                continue;
            }
            cells.retain(|cell| cell.round != *round || message.announce.is_none());
            let announced = message.announce.as_ref().and_then(|a| a.get("action"));
            let (label, drawn) = match announced {
                Some(action) => {
                    let label = words::lower(&shown.action("choose", action));
                    (format!("Round {round}: announced {label}"), drawn(shown, "choose", action))
                }
                None if message.text.is_empty() => (format!("Round {round}: said nothing"), Drawn::Text(String::new())),
                None => (format!("Round {round}: a message, nothing announced"), Drawn::Text("…".into())),
            };
            if cells.last().is_none_or(|cell| cell.round != *round) {
                cells.push(Cell { round: *round, label, drawn });
            }
        }
        Row { head: head.into(), what: What::Say, sub: by != shown.seat, gap: by == shown.seat, cells }
    }

    /// The rows of a game: what each seat did in each phase, then what each announced.
    pub fn all(shown: &Shown) -> Vec<Row> {
        let mut phases: Vec<&str> = Vec::new();
        for (_, phase, ..) in shown.actions() {
            if !phases.contains(&phase) {
                phases.push(phase);
            }
        }
        let mut seats: Vec<Seat> = (0..shown.seats.len() as Seat).collect();
        seats.sort_by_key(|&seat| seat != shown.seat);
        let mut rows = Vec::new();
        if phases.len() <= 1 {
            rows.extend(seats.iter().map(|&s| Row::did(shown, s, head(shown, s, "did"))));
        } else {
            for phase in phases {
                let name = words::spaced(phase);
                let of_phase =
                    seats.iter().map(|&s| Row::phase(shown, s, Some(phase), format!("{}: {name}", shown.short(s))));
                rows.extend(of_phase.filter(|row| !row.cells.is_empty()));
            }
        }
        if shown.comm() {
            let said = seats.iter().map(|&s| Row::said(shown, s, head(shown, s, "said")));
            rows.extend(said.filter(|row| !row.sub || !row.cells.is_empty()));
        }
        rows
    }

    /// Whether every action so far fits into a cell: numbers and labels do, lists and offers do not.
    pub fn fit(shown: &Shown) -> bool {
        let compound = matches!(
            shown.legal(),
            Some(
                LegalForm::Points { .. }
                    | LegalForm::Proposal { .. }
                    | LegalForm::Team { .. }
                    | LegalForm::Bargain { .. }
            )
        );
        !compound && shown.actions().all(|(.., action)| !action.is_array() && !action.is_object())
    }
}

/// The table. With `pick`, a round is chosen by its number.
#[component]
pub fn Stave(
    /// What it shows.
    #[prop(into)]
    caption: String,
    /// Number of columns.
    columns: Round,
    /// The running round.
    now: Option<Round>,
    /// The rows.
    rows: Vec<Row>,
    /// The chosen round.
    #[prop(optional_no_strip)]
    pick: Option<RwSignal<Round>>,
    /// Points by round as the last row: own, and the other's of two.
    #[prop(optional_no_strip)]
    points: Option<Vec<(Round, String, Option<String>)>>,
) -> impl IntoView {
    let is_now = move |round: Round| match pick {
        Some(pick) => pick.get() == round,
        None => now == Some(round),
    };
    let heads: Vec<_> = (1..=columns)
        .map(|round| match pick {
            Some(pick) => view! {
                <th scope="col">
                    <button
                        class="pick"
                        type="button"
                        aria-pressed=move || if pick.get() == round { "true" } else { "false" }
                        aria-label=format!("Show round {round}")
                        on:click=move |_| pick.set(round)
                    >
                        {round}
                    </button>
                </th>
            }
            .into_any(),
            None => {
                view! { <th scope="col" aria-current=(now == Some(round)).then_some("step")>{round}</th> }.into_any()
            }
        })
        .collect();
    let body: Vec<_> = rows.into_iter().map(|row| line(row, columns, is_now)).collect();
    let points = points.map(|points| {
        let both = points.iter().any(|(.., theirs)| theirs.is_some()).then_some("You / other");
        let cells: Vec<_> = (1..=columns)
            .map(|round| {
                let here = points.iter().find(|(r, ..)| *r == round).cloned();
                view! {
                    <td class="tiny" class:now=move || is_now(round)>
                        {here.map(|(_, mine, theirs)| view! {
                            {mine}
                            {theirs.map(|theirs| view! { <br/><span class="faint">{theirs}</span> })}
                        })}
                    </td>
                }
            })
            .collect();
        view! {
            <tr class="pts gap">
                <th scope="row">"Points"{both.map(|both| view! { <br/><span class="faint">{both}</span> })}</th>
                {cells}
            </tr>
        }
    });
    view! {
        <table class="stave" class:hist=pick.is_none()>
            <caption class="vh">{caption}</caption>
            <thead>
                <tr>
                    <th scope="row">"Round"</th>
                    {heads}
                </tr>
            </thead>
            <tbody>{body}{points}</tbody>
        </table>
    }
}

fn line(row: Row, columns: Round, is_now: impl Fn(Round) -> bool + Copy + Send + Sync + 'static) -> impl IntoView {
    let what = row.what;
    let cells: Vec<_> = (1..=columns)
        .map(|round| {
            let cell = row.cells.iter().find(|cell| cell.round == round).cloned();
            let todo = cell.is_none();
            view! {
                <td class:now=move || is_now(round) class:todo=todo>
                    {cell.map(|cell| match cell.drawn {
                        Drawn::Mark(struck) => view! { <Mark what=what struck=struck label=cell.label/> }.into_any(),
                        Drawn::Text(text) => view! {
                            <span class="short"><span aria-hidden="true">{text}</span><span class="vh">{cell.label}</span></span>
                        }.into_any(),
                    })}
                </td>
            }
        })
        .collect();
    let class = match (row.sub, row.gap) {
        (true, _) => "sub",
        (false, true) => "gap",
        (false, false) => "",
    };
    let head = if row.sub {
        view! { {row.head} }.into_any()
    } else {
        view! { <span class=format!("view-name {}", what.class())><Mark what=what/>{row.head}</span> }.into_any()
    };
    view! {
        <tr class=class>
            <th scope="row">{head}</th>
            {cells}
        </tr>
    }
}
