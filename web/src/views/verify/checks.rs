//! What was checked, by kind, and the scores one by one.

use super::source::Checked;
use crate::live::words;
use leptos::prelude::*;
use trivium_archive::{Check, Verdict};
use trivium_core::Json;
use trivium_core::replay::Kind;

/// A value as the tables show it.
pub fn value(json: &Json) -> String {
    match json {
        Json::Null => "nothing".into(),
        Json::String(text) => text.clone(),
        Json::Array(items) if items.iter().all(|i| !i.is_array() && !i.is_object()) => words::plain(json),
        other => other.to_string(),
    }
}

/// `bta.0` as "behaviour of seat A"; other names with their seats called as everywhere on the page.
pub fn plain_what(what: &str, seats: usize) -> String {
    let parts: Vec<&str> = what.split('.').collect();
    let seat =
        |text: &str| text.parse::<u8>().map_or_else(|_| text.to_owned(), |s| format!("seat {}", words::seat(s, seats)));
    match parts.as_slice() {
        ["bta", s] => format!("behaviour of {}", seat(s)),
        ["indicators", s, name, field] => format!("{} ({field}) of {}", words::spaced(name), seat(s)),
        ["risk", s, n, field] => {
            let nth = n.parse::<u32>().map_or_else(|_| (*n).to_owned(), |n| (n + 1).to_string());
            format!("risk event {nth} ({}) of {}", words::spaced(field), seat(s))
        }
        ["set"] => "indicator set".into(),
        _ => words::called(what, seats),
    }
}

struct Kinds {
    title: &'static str,
    kinds: &'static [Kind],
    good: &'static str,
    about: &'static str,
}

const KINDS: [Kinds; 5] = [
    Kinds {
        title: "Hash chain",
        kinds: &[Kind::Chain],
        good: "unbroken",
        about: "Each line carries the hash of the line before. A whole chain shows that nothing was changed or lost on the way. It cannot show that nobody wrote record and chain anew together.",
    },
    Kinds {
        title: "Seeds and chance",
        kinds: &[Kind::Seed, Kind::Chance],
        good: "equal",
        about: "The streams were derived and every chance outcome was drawn again from the base seed.",
    },
    Kinds {
        title: "Moves and messages",
        kinds: &[Kind::Event, Kind::Form, Kind::Agent],
        good: "equal",
        about: "The rules took every event again, and every rule-based agent decided again from what its seat saw. What a person chose has nothing to be held against but the rules.",
    },
    Kinds {
        title: "Points and totals",
        kinds: &[Kind::Payoff, Kind::Result],
        good: "equal",
        about: "Computed from the moves in exact decimals.",
    },
    Kinds {
        title: "Scores",
        kinds: &[Kind::Score],
        good: "equal",
        about: "Indicators, behaviour and risk events, computed from the record to the last bit.",
    },
];

fn badge(kinds: &Kinds, checked: &Checked) -> (&'static str, String) {
    let report = &checked.report;
    let wrong = report.differences.iter().filter(|d| kinds.kinds.contains(&d.kind)).count();
    let scores = kinds.kinds.contains(&Kind::Score);
    let cannot = report.checks.iter().filter(|c| c.verdict == Verdict::CannotRecompute).count();
    match wrong {
        0 if scores && !report.has_result => ("badge--none", "not stored".into()),
        0 if scores && cannot > 0 => ("badge--cannot", "other indicator set".into()),
        0 if !report.complete && !kinds.kinds.contains(&Kind::Chain) => ("badge--cannot", "only in part".into()),
        0 => ("badge--same", kinds.good.into()),
        n => ("badge--diff", format!("{n} {}", if n == 1 { "differs" } else { "differ" })),
    }
}

/// The list of checks.
#[component]
pub fn Checklist(checked: std::sync::Arc<Checked>) -> impl IntoView {
    let items: Vec<_> = KINDS
        .iter()
        .map(|kinds| {
            let (class, text) = badge(kinds, &checked);
            view! {
                <li>
                    <span class=format!("badge {class}")>{text}</span>
                    <div><b>{kinds.title}</b><p class="small muted">{kinds.about}</p></div>
                </li>
            }
        })
        .collect();
    view! {
        <section class="sec" aria-labelledby="k-h">
            <div class="sec-head"><h2 id="k-h">"What was checked"</h2></div>
            <ul class="checks">{items}</ul>
        </section>
    }
}

fn verdict(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Equal => ("badge--same", "equal"),
        Verdict::Different => ("badge--diff", "different"),
        Verdict::NotStored => ("badge--none", "not stored"),
        Verdict::CannotRecompute => ("badge--cannot", "cannot recompute"),
    }
}

fn score_row(check: &Check, seats: usize) -> impl IntoView + use<> {
    let (class, text) = verdict(check.verdict);
    let (stored, recomputed) = (value(&check.stored), value(&check.recomputed));
    let number = if check.verdict == Verdict::Different {
        view! { <span class="was">{stored}</span><span class="arrow" aria-label="becomes">"→"</span><b>{recomputed}</b> }.into_any()
    } else {
        view! { <b>{if check.recomputed.is_null() { stored } else { recomputed }}</b> }.into_any()
    };
    view! {
        <tr>
            <th scope="row">{words::capital(&plain_what(&check.what, seats))}</th>
            <td data-l="Value" class="value">{number}</td>
            <td data-l="Verdict"><span class=format!("badge {class}")>{text}</span></td>
        </tr>
    }
}

/// The scores one by one; the behaviour scores stand open, the rest opens.
#[component]
pub fn ScoreTable(checked: std::sync::Arc<Checked>) -> impl IntoView {
    let checks = &checked.report.checks;
    let seats = checked.record.header.seats.len();
    if checks.is_empty() {
        return ().into_any();
    }
    let first: Vec<_> = checks.iter().filter(|c| c.what.starts_with("bta.")).map(|c| score_row(c, seats)).collect();
    let rest: Vec<_> = checks.iter().filter(|c| !c.what.starts_with("bta.")).map(|c| score_row(c, seats)).collect();
    let count = rest.len();
    let head = || {
        view! {
            <thead>
                <tr><th scope="col">"Score"</th><th scope="col">"Value"</th><th scope="col">"Verdict"</th></tr>
            </thead>
        }
    };
    view! {
        <section class="sec" aria-labelledby="s-h">
            <div class="sec-head">
                <h2 id="s-h">"Scores"</h2>
                <span class="label">"stored and recomputed"</span>
            </div>
            <table class="data scores">{head()}<tbody>{first}</tbody></table>
            <details class="drill">
                <summary>{format!("{count} values that they rest on")}</summary>
                <table class="data scores">{head()}<tbody>{rest}</tbody></table>
            </details>
        </section>
    }
    .into_any()
}
