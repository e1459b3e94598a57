//! Tournaments: agents against agents, in the worker, with their result as tables, pictures and files.

mod choice;
mod form;
mod lines;
mod outcome;
mod running;

use crate::browser::window;
use crate::parts::Notice;
use crate::route::Router;
use choice::{Choice, Choosing};
use form::Form;
use leptos::prelude::*;
use outcome::Outcome;
use running::{Run, State, Underway};

/// The view.
#[component]
pub fn Tournament() -> impl IntoView {
    let router = expect_context::<Router>();
    let choosing = Choosing { router, choice: router.part(Choice::of) };
    let run = Run::new();
    on_cleanup(move || run.drop_all());
    Effect::new(move |_| {
        window::set_title(&match run.state.get() {
            State::Idle => "Run a tournament".to_owned(),
            State::Playing(underway) => {
                format!("{} of {} matches", underway.progress.matches_done, underway.progress.matches)
            }
            State::Done(_) => "Tournament result".into(),
            State::Refused(_) | State::Broke(_) => "The tournament did not start".into(),
        });
    });
    let start = Callback::new(move |()| run.start(choosing.choice.with_untracked(Choice::spec)));
    view! {
        <div class="wrap page tournament">
            <div class="page-head">
                <h1>"Run a tournament"</h1>
                <p class="lead measure">
                    "Every chosen agent meets every other, again and again. It runs in this browser; the page stays free, and the same seed gives the same digits everywhere."
                </p>
            </div>
            <Form choosing=choosing run=run start=start/>
            {move || match run.state.get() {
                State::Idle => ().into_any(),
                State::Playing(underway) => view! { <Progress underway=underway run=run/> }.into_any(),
                State::Refused(why) => view! {
                    <Notice title="These settings do not fit." alert=true><p>{why}</p></Notice>
                }.into_any(),
                State::Broke(why) => view! {
                    <Notice title="The tournament broke off." alert=true>
                        <p>"Nothing of it is kept. Start it again, or choose fewer agents."</p>
                        <p class="faint">{why}</p>
                    </Notice>
                }.into_any(),
                State::Done(report) => view! { <Outcome report=report/> }.into_any(),
            }}
        </div>
    }
}

/// How far it is, how long it takes, and a way to stop.
#[component]
fn Progress(underway: Underway, run: Run) -> impl IntoView {
    let done = underway.progress.matches_done as f64 / underway.progress.matches.max(1) as f64;
    let rate = underway.progress.decisions as f64 / (underway.ms / 1000.0).max(0.001);
    view! {
        <section class="progress" aria-label="Progress">
            <div class="row between">
                <b role="status">{format!("{} of {} matches, {}", underway.progress.matches_done, underway.progress.matches, left(done, underway.ms))}</b>
                <button class="btn" type="button" on:click=move |_| run.stop()>"Stop here"</button>
            </div>
            <div class="track" aria-hidden="true"><i style:--x=format!("{:.2}", done * 100.0)></i></div>
            <p class="label">{format!("{} decisions a second", thousands(rate as u64))}</p>
        </section>
    }
}

/// "about 12 s left".
fn left(done: f64, ms: f64) -> String {
    if done <= 0.0 || ms < 300.0 {
        return "time left is not known yet".into();
    }
    let seconds = (ms / 1000.0 * (1.0 - done) / done).ceil() as u64;
    match seconds {
        0..=1 => "about a second left".into(),
        2..=90 => format!("about {seconds} s left"),
        _ => format!("about {} min left", seconds.div_ceil(60)),
    }
}

/// 1234567 as "1 234 567", with thin spaces.
fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, c) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(c);
    }
    out
}
