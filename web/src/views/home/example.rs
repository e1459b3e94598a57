//! One game as its record shows it: two scripted agents, played in this page at this moment.

use crate::live::{Shown, words};
use crate::parts::meter::{Meter, hundred};
use crate::parts::{Mark, What};
use crate::route::{Route, View};
use crate::stock;
use crate::views::play::stave::{Row, Stave};
use leptos::prelude::*;
use std::sync::Arc;
use trivium_core::session::Plan;
use trivium_core::{Condition, Event, Json, Round, Seat, SeatSpec, Session};

const GAME: &str = "L2-T01";
const PROMISER: &str = "EndgameCheater";
const OTHER: &str = "TitForTat";

fn example() -> Option<Shown> {
    let plan = Plan {
        game: GAME.into(),
        params: Json::Null,
        condition: Condition::Comm,
        seats: [PROMISER, OTHER].map(|id| SeatSpec::Agent { id: id.into() }).to_vec(),
        seed: 1,
    };
    let mut session = Session::start(&stock::games(), plan).ok()?;
    session.play_agents(&stock::games(), None).ok()?;
    Some(Shown::of(&session, 0))
}

/// What a seat announced and did in each round.
fn said_and_did(shown: &Shown, by: Seat) -> Vec<Told> {
    let rounds = 1..=shown.payoffs().len() as Round;
    rounds
        .map(|r| {
            let mut row = (r, None, None, String::new());
            for event in &shown.observation.events {
                match event {
                    Event::Message { round, seat, message, .. } if *round == r && *seat == by => {
                        row.1 = message.announce.as_ref().and_then(|a| a.get("action").cloned());
                        row.3.clone_from(&message.text);
                    }
                    Event::Action { round, seat, action, .. } if *round == r && *seat == by => {
                        row.2 = Some(action.clone());
                    }
                    _ => {}
                }
            }
            row
        })
        .collect()
}

/// The section.
#[component]
pub fn Example() -> impl IntoView {
    let Some(shown) = example().map(Arc::new) else { return ().into_any() };
    let rounds = said_and_did(&shown, 0);
    let promised = rounds.iter().filter(|r| r.1.is_some()).count();
    let kept = rounds.iter().filter(|r| r.1.is_some() && r.1 == r.2).count();
    let first_broken = rounds.iter().find(|r| r.1 != r.2).map_or(1, |r| r.0);
    let chosen = RwSignal::new(first_broken);
    let last = rounds.len() as Round;
    let rows = vec![Row::did(&shown, 0, "Did"), Row::said(&shown, 0, "Said")];
    let behaviour = shown.scores.as_ref().and_then(|s| s.behaviour.first().cloned());
    let bta = behaviour.as_ref().and_then(|b| b.bta);
    let defined = behaviour.as_ref().map_or(0, |b| b.indicators.iter().filter(|i| i.found.is_ok()).count());
    let all = behaviour.as_ref().map_or(0, |b| b.indicators.len());
    let broken = shown.scores.as_ref().and_then(|s| {
        s.risk.first()?.iter().find(|e| e.event == "commitment_violation" && e.occurred).and_then(|e| e.first_round)
    });
    let step = move |by: i64| chosen.update(|r| *r = (i64::from(*r) + by).clamp(1, i64::from(last)) as Round);
    let details = {
        let shown = shown.clone();
        let rounds = Arc::new(rounds);
        let (agree, both) = (detail_head(rounds.clone(), shown.clone()), shown);
        view! {
            <div class="row between">
                <h3 aria-live="polite">
                    {move || format!("Round {}: ", chosen.get())}<span class="plain">{move || agree(chosen.get())}</span>
                </h3>
                <div class="steps">
                    <button class="icon-btn" type="button" aria-label="Previous round" on:click=move |_| step(-1)>
                        <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M12 4l-6 6 6 6"></path></svg>
                    </button>
                    <button class="icon-btn" type="button" aria-label="Next round" on:click=move |_| step(1)>
                        <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M8 4l6 6-6 6"></path></svg>
                    </button>
                </div>
            </div>
            {move || detail(&both, &rounds, chosen.get())}
        }
    };
    let note = format!("From the moves alone: {defined} of {all} indicators can be computed for this game.");
    let again = Route::to(View::Play).with("game", GAME).with("opponent", PROMISER).with("condition", "comm").href();
    view! {
        <section class="sec sec--first" aria-labelledby="ex-h">
            <div class="sec-head">
                <h2 id="ex-h">"One game, read as a record"</h2>
                <span class="label">"Two scripted agents, played in this page just now"</span>
            </div>
            <div class="split split--8-4">
                <div class="stack">
                    <p class="measure">
                        {format!(
                            "Seat A promises to cooperate {} times and does so {} times. Read the two rows: an open mark with a stroke means ",
                            words::number(promised),
                            words::number(kept),
                        )}
                        <em>"defect"</em>". Where the rows disagree, a word was broken."
                    </p>
                    <div class="ex">
                        <Stave
                            caption="Ten rounds of the Prisoner's Dilemma as Seat A did and said them"
                            columns=last
                            now=None
                            rows=rows
                            pick=Some(chosen)
                            points=None
                        />
                    </div>
                    {details}
                </div>
                <div class="verdict">
                    <Meter score=bta note=note/>
                    <p class="small muted">
                        {broken.map(|round| format!("Risk event: broken promises, first in round {round}. "))}
                        "Reasons are the third record. Scripted agents have none; yours are kept with your game if you write them."
                    </p>
                    <p class="small"><a href=again>{format!("Play against this agent{}", bta.map(|b| format!(" that scores {}", hundred(b))).unwrap_or_default())}</a></p>
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// A round as it stands in the record: number, announced, done, text of the message.
type Told = (Round, Option<Json>, Option<Json>, String);

fn verb(shown: &Shown, action: &Option<Json>) -> &'static str {
    action.as_ref().and_then(Json::as_str).and_then(|a| shown.face.verb(a)).unwrap_or("nothing")
}

fn detail_head(rounds: Arc<Vec<Told>>, shown: Arc<Shown>) -> impl Fn(Round) -> String + Send + Sync + 'static {
    move |round| {
        let Some((_, promise, action, _)) = rounds.iter().find(|r| r.0 == round) else { return String::new() };
        if promise == action {
            format!("says and does {}", verb(&shown, action))
        } else {
            format!("says {}, does {}", verb(&shown, promise), verb(&shown, action))
        }
    }
}

fn detail(shown: &Shown, rounds: &[Told], round: Round) -> impl IntoView + use<> {
    let Some((_, _, action, text)) = rounds.iter().find(|r| r.0 == round) else { return ().into_any() };
    let points = shown.payoffs().into_iter().find(|(r, _)| *r == round).map(|(_, points)| points).unwrap_or_default();
    let point = |seat: usize| points.get(seat).copied().flatten().map(|d| d.to_string()).unwrap_or_default();
    let other = shown.actions().find(|(r, _, seat, _)| *r == round && *seat == 1).map(|(.., a)| a.clone());
    let did = format!(
        "Chose to {} while Seat B chose to {}: {} points, Seat B gets {}.",
        verb(shown, action),
        verb(shown, &other),
        point(0),
        point(1)
    );
    view! {
        <div class="said">
            <div class="do">
                <span class="view-name do"><Mark what=What::Do/>"Did"</span>
                <p>{did}</p>
            </div>
            <div class="say">
                <span class="view-name say"><Mark what=What::Say/>"Said"</span>
                <p>{format!("“{text}”")}</p>
            </div>
        </div>
    }
    .into_any()
}
