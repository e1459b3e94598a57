//! Outcome against diligence: how many rows stand where.

use super::desk::{Desk, find_row, quadrants};
use super::open_row;
use crate::browser::worker::messages::Domain;
use crate::route::Router;
use leptos::prelude::*;

/// Most squares in one quadrant; beyond that one square stands for several rows.
const SQUARES: u32 = 240;

/// A quadrant: index into the archetypes, name, meaning.
type Place = (usize, &'static str, &'static str);

const UPPER: [Place; 2] = [(1, "Lucky", "good outcome, little care"), (0, "Robust", "good outcome, with care")];
const LOWER: [Place; 2] = [(3, "Negligent", "neither"), (2, "Ineffective", "care, poor outcome")];

/// The small four-square sign of a quadrant.
pub fn glyph(archetype: u8) -> AnyView {
    // Robust is upper right, lucky upper left, ineffective lower right, negligent lower left.
    let (x, y) = match archetype {
        0 => ("7.75", "0.75"),
        1 => ("0.75", "0.75"),
        2 => ("7.75", "7.75"),
        _ => ("0.75", "7.75"),
    };
    view! {
        <svg class="qg" viewBox="0 0 14 14" aria-hidden="true">
            <path class="qg-all" d="M.75.75h5.5v5.5H.75zM7.75.75h5.5v5.5h-5.5zM.75 7.75h5.5v5.5H.75zM7.75 7.75h5.5v5.5h-5.5z"></path>
            <rect class="qg-one" x=x y=y width="5.5" height="5.5"></rect>
        </svg>
    }
    .into_any()
}

/// The matrix of a domain, over the rows that count or over all.
#[component]
pub fn Matrix(domain: Memo<Domain>) -> impl IntoView {
    let (desk, router) = (expect_context::<Desk>(), expect_context::<Router>());
    let all = RwSignal::new(false);
    let row = open_row(router);
    let counts = Memo::new(move |_| desk.files.with(|files| quadrants(files, domain.get(), all.get())));
    // The quadrant of the open row, where it is among those counted.
    let ringed = Memo::new(move |_| {
        desk.files.with(|files| {
            let (file, at) = find_row(files, row.get()?)?;
            let view = file.view()?;
            let row = view.rows.get(at)?;
            (view.domain == domain.get() && (all.get() || row.valid)).then_some(usize::from(row.archetype))
        })
    });
    let quadrant = move |(at, name, meaning): Place| {
        view! {
            <div class="q" class:q--best=(at == 0)>
                <div><b>{name}</b><div class="tiny muted">{meaning}</div></div>
                <div>
                    <div class="n">{move || counts.get()[at]}</div>
                    {move || squares(counts.get()[at], ringed.get() == Some(at))}
                </div>
            </div>
        }
    };
    let left_out = move || {
        desk.files.with(|files| {
            let rows = files.iter().filter_map(|f| f.view()).filter(|v| v.domain == domain.get()).flat_map(|v| &v.rows);
            let out = rows.filter(|row| !row.valid).count();
            match (out, all.get()) {
                (0, _) => "No row is left out. ".to_owned(),
                (1, false) => "One row is left out: its run failed or it has no score. ".to_owned(),
                (n, false) => format!("{n} rows are left out: the run failed or there is no score. "),
                (n, true) => format!("{n} of these rows leave every mean; a row without a score stands at 0. "),
            }
        })
    };
    let title = move || {
        let sum: u32 = counts.get().iter().sum();
        let name = match domain.get() {
            Domain::Calendar => "calendar",
            Domain::Marketplace => "marketplace",
        };
        let kind = if all.get() { "" } else { "valid " };
        format!("Archetypes, {sum} {kind}{name} {}", if sum == 1 { "row" } else { "rows" })
    };
    let switch = move |of: bool, name: &'static str| {
        view! { <button type="button" aria-pressed=move || (all.get() == of).to_string() on:click=move |_| all.set(of)>{name}</button> }
    };
    view! {
        <aside class="side stack" aria-labelledby="a-h">
            <h3 id="a-h">{title}</h3>
            <div class="seg" role="group" aria-label="Rows counted">{switch(false, "Valid rows")}{switch(true, "All rows")}</div>
            <div class="arch">
                <div class="ax-y">"Outcome, split at 0.5 →"</div>
                {UPPER.map(quadrant).into_iter().collect_view()}
                <div></div>
                {LOWER.map(quadrant).into_iter().collect_view()}
                <div></div>
                <div class="ax-x">"Diligence, split at 0.5 →"</div>
            </div>
            <p class="tiny muted">
                {left_out}
                {move || ringed.get().map(|_| "The ringed square is the open row.")}
            </p>
        </aside>
    }
}

fn squares(count: u32, ringed: bool) -> AnyView {
    let each = count.div_ceil(SQUARES).max(1);
    let squares: Vec<_> = (0..count.div_ceil(each)).map(|at| view! { <i class:sel=(ringed && at == 0)></i> }).collect();
    let note = (each > 1).then(|| view! { <span class="tiny muted">{format!("one square for {each} rows")}</span> });
    view! { <div class="dots" aria-hidden="true">{squares}</div>{note} }.into_any()
}
