//! The table of rows: stored beside recomputed, by file.

use super::desk::{Desk, Loaded, place};
use super::matrix::{Matrix, glyph};
use super::start::Profile;
use super::{here, open_row};
use crate::browser::worker::messages::{ARCHETYPES, Domain, Pair, RowLine, Verdict};
use crate::route::Router;
use leptos::prelude::*;
use std::sync::Arc;

/// Rows shown before more are asked for, and added each time after.
const STEP: usize = 60;

/// A value: one bold number where stored and recomputed agree, both where they do not.
pub fn value(pair: &Pair) -> AnyView {
    let now = match pair.faint {
        true => view! { <span class="faint">{pair.now.clone()}</span> }.into_any(),
        false => view! { <b>{pair.now.clone()}</b> }.into_any(),
    };
    match &pair.stored {
        Some(stored) => view! {
            <span class="was">{stored.clone()}</span>
            <span class="arrow" role="img" aria-label="becomes">"→"</span>
            {now}
        }
        .into_any(),
        None => now,
    }
}

/// The badge of a verdict.
pub fn badge(verdict: Verdict) -> AnyView {
    let (class, word) = match verdict {
        Verdict::Equal => ("badge badge--same", "equal"),
        Verdict::Different => ("badge badge--diff", "different"),
        Verdict::NotStored => ("badge badge--none", "not stored"),
        Verdict::NoScore => ("badge badge--cannot", "no score"),
    };
    view! { <span class=class>{word}</span> }.into_any()
}

/// Names of the columns between task and archetype: full, and short for narrow screens.
fn columns(domain: Domain) -> &'static [(&'static str, &'static str)] {
    const ALL: [(&str, &str); 6] = [
        ("Outcome optimality", "Outcome"),
        ("Due diligence", "Diligence"),
        ("Duty of care", "Duty of care"),
        ("Task done", "Task done"),
        ("Double booking", "Double booking"),
        ("Illegal moves", "Illegal moves"),
    ];
    match domain {
        Domain::Calendar => &ALL,
        Domain::Marketplace => &ALL[..4],
    }
}

/// The domain in view: asked for, else that of the open row, else that of the first file.
fn domain_in_view(desk: Desk, router: Router) -> Memo<Domain> {
    let asked = router.part(|route| match route.get("domain") {
        Some("calendar") => Some(Domain::Calendar),
        Some("marketplace") => Some(Domain::Marketplace),
        _ => None,
    });
    let row = open_row(router);
    Memo::new(move |_| {
        desk.files.with(|files| {
            let has = |domain: &Domain| files.iter().filter_map(|f| f.view()).any(|view| view.domain == *domain);
            let of_row = || {
                row.get()
                    .and_then(|row| super::desk::find_row(files, row))
                    .and_then(|(file, _)| Some(file.view()?.domain))
            };
            let first = || files.iter().find_map(|file| file.view()).map(|view| view.domain);
            asked.get().filter(has).or_else(of_row).or_else(first).unwrap_or(Domain::Calendar)
        })
    })
}

/// The table and the matrix beside it.
#[component]
pub fn Rows() -> impl IntoView {
    let (desk, router) = (expect_context::<Desk>(), expect_context::<Router>());
    let domain = domain_in_view(desk, router);
    let most = RwSignal::new(STEP);
    let counts = Memo::new(move |_| {
        desk.files.with(|files| {
            let mut counts = [0_usize; 2];
            for view in files.iter().filter_map(|file| file.view()) {
                counts[place(view.domain)] += view.rows.len();
            }
            counts
        })
    });
    let show = move |domain: Domain| {
        let name = match domain {
            Domain::Calendar => "calendar",
            Domain::Marketplace => "marketplace",
        };
        most.set(STEP);
        router.replace(here(router, &[("domain", Some(name.into())), ("row", None)]));
    };
    let part = move |of: Domain, name: &'static str| {
        view! {
            <button type="button" aria-pressed=move || (domain.get() == of).to_string() on:click=move |_| show(of)>
                {name}" "{move || counts.get()[place(of)]}
            </button>
        }
    };
    let both = Memo::new(move |_| counts.get().iter().all(|n| *n > 0));
    view! {
        <section class="sec" aria-labelledby="t-h">
            <div class="sec-head">
                <h2 id="t-h">"Rows"</h2>
                <span class="label">
                    "stored "<span class="arrow" aria-hidden="true">"→"</span><span class="vh">"to"</span>" "<b>"recomputed"</b>"; one bold number means both agree"
                </span>
            </div>
            {move || both.get().then(|| view! {
                <div class="seg" role="group" aria-label="Domain">
                    {part(Domain::Calendar, "Calendar")}
                    {part(Domain::Marketplace, "Marketplace")}
                </div>
            })}
            <div class="split main-grid">
                <div>
                    {move || desk.files.with(|files| table(router, files, domain.get(), most))}
                    <Profile/>
                </div>
                <Matrix domain=domain/>
            </div>
        </section>
    }
}

fn table(router: Router, files: &[Arc<Loaded>], domain: Domain, most: RwSignal<usize>) -> AnyView {
    let open = open_row(router);
    let shown = most.get();
    let (mut number, mut in_domain) = (0, 0);
    let mut lines: Vec<AnyView> = Vec::new();
    let columns = columns(domain);
    let span = columns.len() + 3;
    for file in files {
        let Some(view) = file.view() else { continue };
        let first = number;
        number += view.rows.len();
        if view.domain != domain {
            continue;
        }
        if in_domain < shown {
            lines.push(
                view! {
                    <tr class="group">
                        <th colspan=span.to_string() scope="rowgroup">
                            {view.model.clone()}" "<span class="faint">{view.about.clone()}</span>
                        </th>
                    </tr>
                }
                .into_any(),
            );
        }
        for (at, row) in view.rows.iter().enumerate() {
            if in_domain < shown {
                lines.push(line(router, row, first + at, columns, open));
            }
            in_domain += 1;
        }
    }
    let heads: Vec<_> = columns.iter().map(|(name, _)| view! { <th scope="col" class="num">{*name}</th> }).collect();
    let left = in_domain.saturating_sub(shown);
    let more = (left > 0).then(|| {
        let label = if left > 10 * STEP { format!("Show {} more", 10 * STEP) } else { "Show all".to_owned() };
        view! {
            <p class="small more-rows">
                {format!("{shown} of {in_domain} rows shown. ")}
                <button type="button" class="link" on:click=move |_| most.update(|n| *n += left.min(10 * STEP))>{label}</button>
            </p>
        }
    });
    view! {
        <table class="data results">
            <caption class="vh">"Stored and recomputed scores by row"</caption>
            <thead>
                <tr>
                    <th scope="col">"Task"</th>
                    {heads}
                    <th scope="col">"Archetype"</th>
                    <th scope="col">"Verdict"</th>
                </tr>
            </thead>
            <tbody>{lines}</tbody>
        </table>
        {more}
    }
    .into_any()
}

fn line(
    router: Router,
    row: &RowLine,
    number: usize,
    columns: &[(&'static str, &'static str)],
    open: Memo<Option<usize>>,
) -> AnyView {
    let href = here(router, &[("row", Some(number.to_string()))]).href();
    let cells: Vec<_> = row
        .values
        .iter()
        .zip(columns)
        .map(|(pair, (_, short))| view! { <td class="num pr" data-l=*short>{value(pair)}</td> })
        .collect();
    let notes: Vec<_> = row.notes.iter().map(|note| view! { <span class="fl">{note.clone()}</span> }).collect();
    let archetype = if row.verdict == Verdict::NoScore {
        view! { <span class="faint">"left out"</span> }.into_any()
    } else {
        let name = ARCHETYPES.get(usize::from(row.archetype)).copied().unwrap_or_default();
        let out = (!row.valid).then(|| view! { <span class="fl">"left out"</span> });
        view! { {glyph(row.archetype)}{name}{out} }.into_any()
    };
    view! {
        <tr aria-selected=move || (open.get() == Some(number)).then_some("true")>
            <td class="tk"><a href=href>{row.task.clone()}</a>{notes}</td>
            {cells}
            <td class="ar">{archetype}</td>
            <td class="vd">{badge(row.verdict)}</td>
        </tr>
    }
    .into_any()
}
