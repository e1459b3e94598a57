//! A game at play: where it stands, the points at stake, the decision, the board and the score.

use super::board::Board;
use super::decide::Decide;
use super::end::End;
use super::known::Known;
use super::model_seat::ModelPanel;
use super::payoff::PayoffTable;
use super::stave::{Row, Stave};
use super::theory::TheoryBoard;
use crate::app::Logo;
use crate::browser::window;
use crate::live::matrix::Matrix;
use crate::live::{Kept, Live, Shown, words};
use crate::parts::{Mark, Notice, ScorePanel, What};
use crate::theme::ThemeSwitch;
use leptos::prelude::*;
use trivium_core::{Dec, Round, Seat};

/// Most rounds drawn as pips.
const PIPS: Round = 20;

/// The screen of a game.
#[component]
pub fn GameTable(live: Live) -> impl IntoView {
    let over = live.part(|shown| shown.over);
    let title = live.part(|shown| match (shown.over, shown.rounds()) {
        (true, _) => format!("Finished: {}", shown.name()),
        (false, Some(1)) => shown.name().to_owned(),
        (false, Some(rounds)) => format!("Round {} of {rounds}, {}", shown.round(), shown.name()),
        (false, None) => format!("Round {}, {}", shown.round(), shown.name()),
    });
    Effect::new(move |_| window::set_title(&title.get()));
    let why = RwSignal::new(String::new());
    let lit = RwSignal::new(None::<usize>);
    let decision = {
        let live = live.clone();
        move || {
            if over.get() {
                view! { <End live=live.clone()/> }.into_any()
            } else {
                view! { <Decide live=live.clone() why=why lit=lit/> }.into_any()
            }
        }
    };
    let thought = {
        let live = live.clone();
        move || (!over.get()).then(|| view! { <Why live=live.clone() why=why/> })
    };
    let comm = live.shown_now().comm() || live.shown_now().talk;
    view! {
        <a class="skip" href=move || if over.get() { "#over" } else { "#decide" }>
            {move || if over.get() { "Skip to the result" } else { "Skip to your decision" }}
        </a>
        <SessionHeader live=live.clone()/>
        <main id="main" class="wrap play" tabindex="-1" class:is-over=move || over.get()>
            <KeptNotice live=live.clone()/>
            <Announcer live=live.clone()/>
            <div class="colA">
                <Points live=live.clone() lit=lit/>
                <ModelPanel live=live.clone()/>
                {decision}
                {thought}
                <History live=live.clone()/>
                <TheoryBoard live=live.clone()/>
                <Known live=live.clone()/>
            </div>
            <div class="colB">
                {comm.then(|| view! { <Board live=live.clone()/> })}
                <Score live=live.clone()/>
            </div>
        </main>
    }
}

#[component]
pub fn SessionHeader(live: Live) -> impl IntoView {
    let shown = live.shown_now();
    let place = live.part(|shown| (shown.round(), shown.rounds(), shown.over));
    let pips = move || {
        let (round, rounds, over) = place.get();
        let rounds = rounds.filter(|&n| n > 1 && n <= PIPS)?;
        let pips: Vec<_> = (1..=rounds)
            .map(|r| {
                let class = if r < round || over {
                    "done"
                } else if r == round {
                    "now"
                } else {
                    ""
                };
                view! { <i class=class></i> }
            })
            .collect();
        let label = if over { format!("All {rounds} rounds played") } else { format!("Round {round} of {rounds}") };
        Some(view! { <div class="pips" role="img" aria-label=label>{pips}</div> })
    };
    let count = move || match place.get() {
        (_, Some(1), over) => view! { {if over { "Finished" } else { "One round" }} }.into_any(),
        (_, _, true) => view! { "Finished" }.into_any(),
        (round, Some(rounds), _) => view! { <b>{round}</b>{format!(" of {rounds}")} }.into_any(),
        (round, None, _) => view! { "Round "<b>{round}</b> }.into_any(),
    };
    view! {
        <header class="top session">
            <div class="wrap top-in">
                <a class="brand" href="?" aria-label="Trivium, leave this game"><Logo/></a>
                <h1>{shown.name()}<span>{shown.subtitle()}</span></h1>
                <div class="top-tools">
                    {pips}
                    <span class="nowrap small">{count}</span>
                    <ThemeSwitch/>
                </div>
            </div>
        </header>
    }
}

/// Says where the game's lines are not kept as they should be.
#[component]
fn KeptNotice(live: Live) -> impl IntoView {
    move || {
        match live.kept() {
        Kept::NotYet | Kept::Here => ().into_any(),
        Kept::Refused(why) => view! {
            <div class="across">
                <Notice title="This browser keeps nothing of this game.">
                    <p>
                        "The game goes on. Export it before you close the page, or it is lost. "
                        <span class="faint">{why}</span>
                    </p>
                </Notice>
            </div>
        }
        .into_any(),
        Kept::Overtaken => view! {
            <div class="across">
                <Notice title="This game was played on in another tab." alert=true>
                    <p>"It was taken up from there; the decision you made here last does not count. Close one of the two tabs."</p>
                </Notice>
            </div>
        }
        .into_any(),
    }
    }
}

/// Reads out what a finished round brought.
#[component]
fn Announcer(live: Live) -> impl IntoView {
    let said = live.part(|shown| {
        let Some((round, points)) = shown.payoffs().pop() else { return String::new() };
        let mut seats: Vec<Seat> = (0..shown.seats.len() as Seat).collect();
        seats.sort_by_key(|&s| s != shown.seat);
        let each = seats.into_iter().filter_map(|seat| {
            let action = shown.actions().filter(|(r, _, s, _)| *r == round && *s == seat).last()?;
            let points = points.get(usize::from(seat)).copied().flatten();
            let points = points.map(|p| format!(", {p} points")).unwrap_or_default();
            Some(format!("{}: {}{points}", shown.who(seat), shown.action(action.1, action.3)))
        });
        let end = if shown.over { " The game is over." } else { "" };
        format!("Round {round}. {}.{end}", each.collect::<Vec<_>>().join("; "))
    });
    view! { <p class="vh" role="status">{move || said.get()}</p> }
}

/// The payoff table of games that have one.
#[component]
pub fn Points(live: Live, lit: RwSignal<Option<usize>>) -> impl IntoView {
    let shown = live.shown_now();
    let info = shown.info.filter(|_| shown.face.table && shown.seats.len() == 2);
    let matrix = info.and_then(|info| Matrix::of(info, &shown.observation.params, shown.seat));
    matrix.map(|matrix| {
        let heading = if shown.rounds() == Some(1) { "Points" } else { "Points each round" };
        view! {
            <section class="blk o2" aria-labelledby="pay-h">
                <h2 id="pay-h">{heading}<span class="label">"your points are large"</span></h2>
                <PayoffTable shown=shown.clone() matrix=matrix lit=lit/>
            </section>
        }
    })
}

/// The reasons: private, optional, kept with the record.
#[component]
fn Why(live: Live, why: RwSignal<String>) -> impl IntoView {
    let reasons = live.part(|shown| shown.reasons.clone());
    view! {
        <section class="blk o4" aria-labelledby="why-h">
            <h2 id="why-h"><Mark what=What::Think/>"Think: why?"<span class="label">"private, optional"</span></h2>
            <div class="field">
                <label class="vh" for="why">"Your reason for this move"</label>
                <textarea
                    class="textarea"
                    id="why"
                    maxlength="600"
                    aria-describedby="why-note"
                    placeholder="What do you expect of the others, and what do you want from the next rounds?"
                    prop:value=move || why.get()
                    on:input=move |event| why.set(event_target_value(&event))
                ></textarea>
                <span class="label" id="why-note">
                    "Never shown to the other seats. Kept with your record, so that reasons can be compared with moves."
                </span>
            </div>
            {move || {
                let given = reasons.get();
                (!given.is_empty()).then(|| {
                    let items: Vec<_> = given
                        .into_iter()
                        .map(|(round, text)| view! { <dt>{format!("Round {round}")}</dt><dd>{text}</dd> })
                        .collect();
                    view! { <dl class="facts">{items}</dl> }
                })
            }}
        </section>
    }
}

/// The rounds so far: as a stave where the actions fit into cells, as lines otherwise.
#[component]
pub fn History(live: Live) -> impl IntoView {
    let shown = move || live.shown();
    let standing = {
        let shown = shown.clone();
        move || shown().standing()
    };
    view! {
        <section class="blk o1" aria-labelledby="hist-h">
            <h2 id="hist-h">"So far"<span class="label">{standing}</span></h2>
            {move || history(&shown())}
        </section>
    }
}

/// Most columns that fit without scrolling.
const COLUMNS: Round = 12;

fn history(shown: &Shown) -> AnyView {
    if !Row::fit(shown) {
        return log(shown);
    }
    let so_far = shown.round().max(1);
    let columns = shown.rounds().unwrap_or(so_far).max(so_far);
    // A long horizon shows what was played and the running round.
    let columns = if columns > COLUMNS { so_far } else { columns };
    let two = shown.seats.len() == 2;
    let other = 1 - shown.seat.min(1);
    let point = |p: &[Option<Dec>], seat: Seat| {
        p.get(usize::from(seat)).copied().flatten().map_or_else(|| "?".to_owned(), |d| d.to_string())
    };
    let payoffs = shown.payoffs().into_iter();
    let points: Vec<_> = payoffs.map(|(r, p)| (r, point(&p, shown.seat), two.then(|| point(&p, other)))).collect();
    let points = (!points.is_empty()).then_some(points);
    let now = (!shown.over).then(|| shown.round());
    let rows = Row::all(shown);
    let wide = if columns > COLUMNS { "scroll scroll--stave" } else { "scroll--none" };
    view! {
        <div class=wide tabindex=(columns > COLUMNS).then_some("0")>
            <Stave
                caption="What each seat did and announced, round by round"
                columns=columns
                now=now
                rows=rows
                pick=None
                points=points
            />
        </div>
    }
    .into_any()
}

/// One line for each phase of each round.
fn log(shown: &Shown) -> AnyView {
    let mut phases: Vec<(Round, &str, Vec<String>)> = Vec::new();
    for (round, phase, seat, action) in shown.actions() {
        let text = format!("{}: {}", shown.who(seat), words::lower(&shown.action(phase, action)));
        match phases.last_mut() {
            Some((r, p, list)) if *r == round && *p == phase => list.push(text),
            _ => phases.push((round, phase, vec![text])),
        }
    }
    if phases.is_empty() {
        return view! { <p class="small muted">"Nothing yet. Every decision appears here once it can be seen."</p> }
            .into_any();
    }
    let lines: Vec<_> = phases
        .into_iter()
        .map(|(round, phase, list)| {
            let texts: Vec<_> = list.into_iter().map(|text| view! { <span class="each">{text}</span> }).collect();
            view! {
                <li>
                    <span class="ln">{round}</span>
                    <span class="kd">{words::spaced(phase)}</span>
                    <span class="tx">{texts}</span>
                </li>
            }
        })
        .collect();
    view! { <ol class="log log--game">{lines}</ol> }.into_any()
}

/// The person's score: what it will rest on before the end, what it rests on after.
#[component]
pub fn Score(live: Live) -> impl IntoView {
    let over = live.part(|shown| shown.over);
    let rounds = live.shown_now().rounds();
    let summary = move || match (over.get(), rounds) {
        (true, _) => "all moves counted".to_owned(),
        (false, None | Some(1)) => "scored when the game is over".into(),
        (false, Some(rounds)) => format!("final after round {rounds}"),
    };
    let seat = RwSignal::new(live.seat());
    let panel = {
        let live = live.clone();
        move || {
            over.track();
            let shown = live.shown_now();
            let scores = shown.scores.clone()?;
            let at = usize::from(seat.get());
            Some(
                view! { <ScorePanel behaviour=scores.behaviour.get(at)?.clone() risk=scores.risk.get(at)?.clone() over=shown.over/> },
            )
        }
    };
    let whose = move || {
        let shown = live.shown_now();
        over.get().then(|| {
            let buttons: Vec<_> = (0..shown.seats.len() as Seat)
                .map(|s| view! {
                    <button type="button" aria-pressed=move || if seat.get() == s { "true" } else { "false" } on:click=move |_| seat.set(s)>
                        {shown.short(s)}
                    </button>
                })
                .collect();
            view! { <div class="seg seg--wrap" role="group" aria-label="Whose behaviour">{buttons}</div> }
        })
    };
    view! {
        <section class="blk o5" aria-label="Behaviour">
            <details class="drill live" open=move || over.get()>
                <summary>"Your behaviour"<span class="faint">{summary}</span></summary>
                <div class="stack">{whose}{panel}</div>
            </details>
        </section>
    }
}
