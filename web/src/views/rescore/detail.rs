//! The open row: its numbers, what was said, what was on the table, and the ledger.

use super::desk::{Desk, Loaded, find_row};
use super::rows::{badge, value};
use super::talk::{Legend, transcript};
use super::{chart, here, open_row};
use crate::browser::window;
use crate::browser::worker::messages::{Chart, Fault, JudgeView, PointView, RowView, Verdict};
use crate::parts::{Mark, Notice, What};
use crate::route::Router;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;

/// What is known of the open row.
#[derive(Clone)]
enum State {
    None,
    Reading,
    Shown(Arc<RowView>, Arc<Loaded>),
    Failed(Fault),
    Gone(usize),
}

/// The open row, if the address names one.
#[component]
pub fn Detail() -> impl IntoView {
    let (desk, router) = (expect_context::<Desk>(), expect_context::<Router>());
    let row = open_row(router);
    let state = RwSignal::new(State::None);
    // The file and the row's index in it, so that other files coming in do not read the row again.
    let wanted = Memo::new(move |_| {
        let number = row.get()?;
        desk.files.with(|files| {
            let found = find_row(files, number);
            Some((number, found.map(|(file, at)| (Same(file), at))))
        })
    });
    Effect::new(move |_| match wanted.get() {
        None => state.set(State::None),
        Some((number, None)) => state.set(State::Gone(number)),
        Some((number, Some((Same(file), at)))) => {
            state.set(State::Reading);
            spawn_local(async move {
                let Some(index) = file.view().and_then(|view| view.rows.get(at)).map(|row| row.index) else { return };
                let answer = desk.row(&file, index).await;
                // Another row may have been opened meanwhile, or the view left.
                if row.try_get_untracked().flatten() != Some(number) {
                    return;
                }
                state.set(match answer {
                    Ok(view) => State::Shown(Arc::new(view), file),
                    Err(fault) => State::Failed(fault),
                });
                window::focus("#row", false);
            });
        }
    });
    move || {
        match state.get() {
        State::None | State::Reading => ().into_any(),
        State::Gone(number) => view! {
            <section class="sec"><Notice title="That row is not here.">
                <p>{format!("The address names row {number}, counted from 0 over all files. So many rows are not loaded.")}</p>
            </Notice></section>
        }.into_any(),
        State::Failed(fault) => view! {
            <section class="sec"><Notice title=fault.title.clone() alert=true><p>{fault.what.clone()}</p><p>{fault.advice.clone()}</p></Notice></section>
        }.into_any(),
        State::Shown(view, file) => shown(desk, router, row.get_untracked().unwrap_or(0), &view, &file),
    }
    }
}

/// A file compared by identity.
#[derive(Clone)]
struct Same(Arc<Loaded>);

impl PartialEq for Same {
    fn eq(&self, other: &Same) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

fn shown(desk: Desk, router: Router, number: usize, row: &RowView, file: &Loaded) -> AnyView {
    let figures: Vec<_> = row
        .figures
        .iter()
        .map(|(value, what)| view! { <div><b>{value.clone()}</b><span class="label">{what.clone()}</span></div> })
        .collect();
    let standing = match row.verdict {
        Verdict::Equal => ("badge badge--same", "equal to the stored numbers"),
        Verdict::Different => ("badge badge--diff", "different from the stored numbers"),
        Verdict::NotStored => ("badge badge--none", "no numbers stored"),
        Verdict::NoScore => ("badge badge--cannot", "no score"),
    };
    let hash = match row.hash_verdict {
        Verdict::Equal => "equal to the stored one",
        Verdict::Different => "different from the stored one",
        _ => "none stored",
    };
    let notes: Vec<_> = row.notes.iter().map(|note| view! { <p>{note.clone()}</p> }).collect();
    let notes = (!notes.is_empty()).then(|| view! { <div class="notice row-notes">{notes}</div> });
    let all =
        desk.files.with_untracked(|files| files.iter().filter_map(|f| f.view()).map(|v| v.rows.len()).sum::<usize>());
    let step = |to: Option<usize>, name: &'static str| {
        to.map(
            |to| view! { <a href=here(router, &[("row", Some(to.to_string())), ("domain", None)]).href()>{name}</a> },
        )
    };
    view! {
        <section class="sec" aria-labelledby="row">
            <div class="sec-head">
                <h2 id="row">{row.title.clone()}</h2>
                <span class="row small">
                    {step(number.checked_sub(1), "Previous row")}
                    {step(Some(number + 1).filter(|next| *next < all), "Next row")}
                    <a href=here(router, &[("row", None)]).href()>"Close"</a>
                </span>
            </div>
            <p class="label row-about">
                {row.about.clone()}"; "{file.named.name.clone()}"; task hash "<code>{row.hash.clone()}</code>", "{hash}
            </p>
            <div class="row between row-sums">
                <div class="trio">{figures}</div>
                <span class=standing.0>{standing.1}</span>
            </div>
            {notes}
            {row.judge.as_ref().map(judge)}
            <div class="detail">
                <div>
                    <h3><Mark what=What::Say/>" Transcript"</h3>
                    {transcript(&row.turns)}
                </div>
                <div>
                    {drawing(&row.chart)}
                </div>
                <div>
                    <h3>{format!("Due-diligence ledger, {}", row.ledger_head)}</h3>
                    <ol class="ledger">{row.ledger.iter().map(point).collect::<Vec<_>>()}</ol>
                    <p class="tiny muted">{row.ledger_note.clone()}</p>
                </div>
            </div>
            {every_value(row)}
        </section>
    }
    .into_any()
}

fn drawing(drawing: &Chart) -> AnyView {
    let (title, svg, summary, note) = match drawing {
        Chart::Day(day) => (
            "Times on the table",
            chart::day(day),
            day.summary.clone(),
            "Bars: what each hour is worth to the assistant’s principal. Hours in bold were free on both sides. The requestor’s calendar is hidden from the assistant.",
        ),
        Chart::Price(price) => (
            "Prices on the table",
            chart::price(price),
            price.summary.clone(),
            "Shaded: every price from the seller’s limit to the buyer’s gains both. Each side knows its own limit only.",
        ),
    };
    view! {
        <h3><Mark what=What::Do/>" "{title}</h3>
        <figure>
            // On a narrow screen it scrolls, by keyboard too.
            <div class="drawing" tabindex="0" role="group" aria-label=title inner_html=svg></div>
            <Legend/>
            <figcaption>{summary}" "{note}</figcaption>
        </figure>
    }
    .into_any()
}

fn point(point: &PointView) -> AnyView {
    let (class, sign, label) = if point.won { ("pt", "+1", "point won") } else { ("pt pt--lost", "0", "point lost") };
    view! {
        <li>
            <span class=class role="img" aria-label=label>{sign}</span>
            <div>
                <p><b>{point.label.clone()}</b>" "{point.done.clone()}</p>
                <p class="should">{point.should.clone()}</p>
            </div>
        </li>
    }
    .into_any()
}

/// Both answers of the judge side by side.
fn judge(judge: &JudgeView) -> AnyView {
    let rows: Vec<_> = judge
        .names
        .iter()
        .zip(judge.yes.iter().zip(&judge.no))
        .map(|(name, (yes, no))| {
            let cell = |text: &String, in_force: bool| match in_force {
                true => view! { <b>{text.clone()}</b> }.into_any(),
                false => view! { <span class="muted">{text.clone()}</span> }.into_any(),
            };
            view! {
                <tr>
                    <th scope="row">{name.clone()}</th>
                    <td class="num">{cell(yes, judge.stored_yes)}</td>
                    <td class="num">{cell(no, !judge.stored_yes)}</td>
                </tr>
            }
        })
        .collect();
    let answer = if judge.stored_yes { "yes" } else { "no" };
    view! {
        <div class="notice judged">
            <p>
                <b>"A judge decided which meeting was meant. "</b>
                {format!("Neither the uid nor the title of the booking is that of the meeting asked for. The file’s judge said {answer}; that answer is in force. The other is shown beside it.")}
            </p>
            <table class="data both">
                <thead>
                    <tr>
                        <th scope="col">"Score"</th>
                        <th scope="col" class="num">{if judge.stored_yes { "Yes, in force" } else { "Yes" }}</th>
                        <th scope="col" class="num">{if judge.stored_yes { "No" } else { "No, in force" }}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn every_value(row: &RowView) -> AnyView {
    let count = row.values.len();
    let rows: Vec<_> = row.values.iter().map(named_row).collect();
    view! {
        <details class="drill every">
            <summary>{format!("All {count} compared values of this row")}</summary>
            {values_table(rows)}
        </details>
    }
    .into_any()
}

/// A table of named values.
pub fn values_table(rows: Vec<AnyView>) -> AnyView {
    view! {
        <table class="data values">
            <thead>
                <tr><th scope="col">"Value"</th><th scope="col" class="num">"Stored, recomputed"</th><th scope="col">"Verdict"</th></tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

/// A line of that table.
pub fn named_row(named: &crate::browser::worker::messages::NamedPair) -> AnyView {
    view! {
        <tr>
            <th scope="row">{named.label.clone()}<code class="key">{named.key.clone()}</code></th>
            <td class="num pr" data-l="Value">{value(&named.pair)}</td>
            <td class="vd">{badge(named.pair.verdict)}</td>
        </tr>
    }
    .into_any()
}
