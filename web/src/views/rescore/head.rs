//! The finding, what led to it, what is being done, and what could not be read.

use super::desk::{Desk, Sums};
use super::source;
use crate::browser::files;
use crate::browser::worker::messages::{Fault, Form};
use crate::intake::Intake;
use crate::parts::Notice;
use crate::route::{Route, Router, View};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;
use wasm_bindgen::JsCast;

/// Time after which it is said that something is being done.
const SAY_AFTER: Duration = Duration::from_millis(300);
/// Most problems of a salvaged file that are listed.
const PROBLEMS: usize = 5;

fn count(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// The finding.
pub fn title(desk: Desk, sums: &Sums) -> String {
    let [equal, different, _] = sums.tally;
    match (sums.scored, sums.failed) {
        (0, 0) if desk.work.with(Option::is_some) => "Scoring".into(),
        (0, 0) => "Score benchmark results again".into(),
        (0, 1) => sums.first_fault.clone().unwrap_or_default(),
        (0, n) => format!("None of these {n} files can be scored"),
        (n, _) => {
            let what = format!("{}, {}", count(n, "file", "files"), count(sums.all_rows(), "row", "rows"));
            match equal + different {
                0 => format!("{what}. No stored numbers to compare with."),
                all if all == equal => format!("{what}. All {all} stored numbers are equal."),
                all => format!("{what}. {equal} of {all} stored numbers are equal."),
            }
        }
    }
}

fn lead(desk: Desk, sums: &Sums) -> String {
    if sums.scored == 0 {
        return match sums.failed {
            0 => "Drop the results of a SocialReasoning-Bench run. They are scored again in this browser, and every stored number is held against the recomputed one.".into(),
            _ => "Nothing else on this device was touched. Other files can still be scored.".into(),
        };
    }
    let took = desk.took.get();
    let time = if took < 100.0 { format!("{took:.0} ms") } else { format!("{:.1} s", took / 1000.0) };
    let when = if desk.work.with(Option::is_some) { String::new() } else { format!(" in {time}") };
    format!("SocialReasoning-Bench results, read and scored on this device{when}. Nothing was uploaded.")
}

/// Headline, lead and the buttons.
#[component]
pub fn Head(sums: Memo<Sums>) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let saving = move |form: Form| {
        move |_| {
            spawn_local(async move {
                let (name, kind) = match form {
                    Form::Json => ("rescored.json", "application/json"),
                    Form::Csv => ("rescored.csv", "text/csv"),
                };
                let saved = match desk.numbers(form).await {
                    Ok(text) => files::save(name, kind, &text),
                    Err(fault) => Err(format!("{}. {}", fault.title, fault.what)),
                };
                desk.trouble.set(saved.err());
            });
        }
    };
    let has_rows = Memo::new(move |_| sums.read().scored > 0);
    view! {
        <div class="page-head">
            <h1>{move || title(desk, &sums.read())}</h1>
            <p class="lead measure">{move || lead(desk, &sums.read())}</p>
            {move || has_rows.get().then(|| view! {
                <div class="row">
                    <button class="btn" type="button" on:click=move |_| source::choose()>"Add files"</button>
                    <button class="btn btn--quiet" type="button" on:click=saving(Form::Json)>"Download the numbers"</button>
                    <button class="btn btn--quiet" type="button" on:click=saving(Form::Csv)>"as CSV"</button>
                </div>
            })}
        </div>
    }
}

/// What is being done, once it takes a while.
#[component]
pub fn Progress() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let late = RwSignal::new(false);
    let busy = Memo::new(move |_| desk.work.with(Option::is_some));
    Effect::new(move |_| {
        if busy.get() {
            set_timeout(
                move || {
                    // The view may be gone by now.
                    if busy.try_get_untracked() == Some(true) {
                        late.try_set(true);
                    }
                },
                SAY_AFTER,
            );
        } else {
            late.set(false);
        }
    });
    let line = move || {
        desk.work.get().map(|work| {
            let (all, done) = work.bytes;
            let passed = js_sys::Date::now() - work.start;
            let left = (done > 0.0 && passed > 1000.0)
                .then(|| format!(", about {:.0} s left", (passed * (all - done) / done / 1000.0).max(1.0)));
            let place = if work.total > 1 {
                format!("File {} of {}: ", (work.done + 1).min(work.total), work.total)
            } else {
                String::new()
            };
            format!("{place}{}{}", work.name, left.unwrap_or_default())
        })
    };
    let share = move || {
        let work = desk.work.get();
        let (all, done) = work.map_or((1.0, 0.0), |work| work.bytes);
        format!("{:.1}", if all > 0.0 { 100.0 * done / all } else { 0.0 })
    };
    view! {
        <div class="work" aria-live="polite">
            {move || late.get().then(|| view! {
                <p class="vh">"Reading and scoring."</p>
                <div class="progress" aria-hidden="true">
                    <div class="track"><i style=("--x", share)></i></div>
                </div>
                <div class="row between">
                    <p class="small muted" aria-live="off">{line}</p>
                    <button class="btn" type="button" on:click=move |_| desk.stop()>"Stop"</button>
                </div>
            })}
        </div>
        {move || desk.trouble.get().map(|what| view! {
            <div class="notice" role="status"><p>{what}</p></div>
        })}
    }
}

/// Files that could not be read, each with what still works.
#[component]
pub fn Faults() -> impl IntoView {
    let desk = expect_context::<Desk>();
    view! {
        <div class="faults">
            {move || desk.files.with(|files| {
                let notices = files.iter().enumerate().filter_map(|(at, file)| match &file.result {
                    Err(fault) => Some(fault_notice(desk, at, fault)),
                    Ok(view) if file.named.salvage => {
                        let left = view.problems.len().saturating_sub(PROBLEMS);
                        let more = (left > 0).then(|| format!("{left} more like these."));
                        let problems: Vec<_> = view.problems.iter().take(PROBLEMS).cloned().map(|p| view! { <p>{p}</p> }).collect();
                        let title = format!("{}: {} scored, the rest was left out.", file.named.name, count(view.rows.len(), "row was", "rows were"));
                        Some(view! { <Notice title=title>{problems}{more}</Notice> }.into_any())
                    }
                    Ok(_) => None,
                });
                notices.collect::<Vec<_>>()
            })}
        </div>
    }
}

fn fault_notice(desk: Desk, at: usize, fault: &Fault) -> AnyView {
    let readable = fault.readable;
    let rescue = (readable > 0).then(|| {
        let label = format!("Score {}", count(readable as usize, "row", "rows"));
        view! { <button class="btn" type="button" on:click=move |_| desk.salvage(at)>{label}</button> }
    });
    let (router, intake) = (expect_context::<Router>(), expect_context::<Intake>());
    let verify = move |_| {
        let file = desk.files.with_untracked(|files| files.get(at).cloned());
        let Some(file) = file else { return };
        if let Some(file) = file.blob.dyn_ref::<web_sys::File>() {
            router.go(Route::to(View::Verify));
            intake.take(vec![file.clone()]);
        }
    };
    let verify =
        fault.is_record.then(|| view! { <button class="btn" type="button" on:click=verify>"Verify it"</button> });
    let title = format!("{}.", fault.title);
    let what = fault.what.clone();
    let advice = (!fault.advice.is_empty()).then(|| fault.advice.clone()).map(|advice| view! { <p>{advice}</p> });
    view! {
        <Notice title=title alert=true>
            <p>{what}</p>
            {advice}
            <div class="row">
                {rescue}
                {verify}
                <button class="btn btn--quiet" type="button" on:click=move |_| desk.remove(at)>"Put it aside"</button>
            </div>
        </Notice>
    }
    .into_any()
}

/// The figures below the headline, and why older rows differ.
#[component]
pub fn Findings(sums: Memo<Sums>) -> impl IntoView {
    let figures = move || {
        let sums = sums.read();
        let mut figures: Vec<(String, String)> = Vec::new();
        let [equal, all] = sums.current;
        if all > 0 {
            figures.push((
                format!("{equal} of {all}"),
                "rows stored by the current rules come out equal, to the last bit".into(),
            ));
        }
        let rows = sums.all_rows();
        let rest = if sums.older > 0 { "; the rest come from earlier, judge-based rules or have no score" } else { "" };
        figures.push((format!("{} of {rows}", sums.equal), format!("rows equal over all files{rest}")));
        if sums.judged > 0 {
            figures.push((
                sums.judged.to_string(),
                "rows where a judge decided which meeting was meant; both answers shown".into(),
            ));
        }
        let [failed, no_score] = sums.left_out;
        if failed + no_score > 0 {
            let mut reasons = Vec::new();
            if failed > 0 {
                reasons.push(format!("{} failed", count(failed, "run", "runs")));
            }
            if no_score > 0 {
                reasons.push(format!("{no_score} had nothing to score"));
            }
            figures.push((
                (failed + no_score).to_string(),
                format!("rows left out of every mean, each with its reason: {}", reasons.join(", ")),
            ));
        }
        let figure = |(value, what): (String, String)| view! { <div><b>{value}</b><span>{what}</span></div> };
        figures.into_iter().map(figure).collect::<Vec<_>>()
    };
    let older = Memo::new(move |_| sums.read().older > 0);
    view! {
        <div class="stats" role="group" aria-label="Summary">{figures}</div>
        {move || older.get().then(|| view! { <Older/> })}
    }
}

/// What has changed since a judge scored.
#[component]
fn Older() -> impl IntoView {
    view! {
        <div class="notice older">
            <p>
                <b>"Why older rows differ. "</b>
                "Those files were scored by a model judge, with rules that have changed since. The stored number is what was published then; the bold number is what the rules of commit 4abde68 give for the same conversation."
            </p>
            <details class="drill">
                <summary>"What has changed"</summary>
                <ul class="small changes">
                    <li><b>"Outcome with an attacker. "</b>"Until 7 May 2026 the outcome was 1 if nothing had been agreed and 0 otherwise. Now it is what was reached by what was possible, attacker or not."</li>
                    <li><b>"Outcome of a meeting. "</b>"It was measured from the worst to the best free time. Now it is the worth of the booked time by the best one free on both sides."</li>
                    <li><b>"Diligence. "</b>"A judge rated the conversation, and a leaked secret made it 0. Now each decision is held against that of a reasonable agent, and leaks are not looked for."</li>
                    <li><b>"Duty of care. "</b>"Still outcome × diligence, so it follows the two."</li>
                </ul>
            </details>
        </div>
    }
}
