//! The first move on the first page: a real first round that becomes a game with one click.

use crate::browser::SystemEntropy;
use crate::browser::entropy::session_id;
use crate::live::matrix::Matrix;
use crate::live::{Keeper, Live};
use crate::parts::{Mark, What};
use crate::route::{Route, Router, View};
use crate::views::play::choices::{Choice, Choices};
use crate::views::play::payoff::PayoffTable;
use leptos::prelude::*;
use trivium_core::ports::Entropy;
use trivium_core::session::Plan;
use trivium_core::{Condition, Decision, Event, Json, LegalForm, SeatSpec};

/// The game of the first page.
const GAME: &str = "L2-T01";
/// Who plays against the visitor.
const OPPONENT: &str = "TitForTat";

/// A game in which the visitor listens in round 1: its empty message is recorded as the fallback's, not as theirs.
fn first_game() -> Option<Live> {
    let plan = Plan {
        game: GAME.into(),
        params: Json::Null,
        condition: Condition::Comm,
        seats: vec![SeatSpec::Human, SeatSpec::Agent { id: OPPONENT.into() }],
        seed: SystemEntropy.seed(),
    };
    let live = Live::start(session_id(), plan).ok()?;
    live.pass().ok()?;
    Some(live)
}

/// The box with the first round.
#[component]
pub fn FirstMove() -> impl IntoView {
    let Some(live) = first_game() else { return ().into_any() };
    let (keeper, router) = (expect_context::<Keeper>(), expect_context::<Router>());
    let shown = live.shown_now();
    let said = shown.observation.events.iter().find_map(|event| match event {
        Event::Message { seat, message, .. } if *seat != shown.seat => Some(message.text.clone()),
        _ => None,
    });
    let Some(LegalForm::Enum { values }) = shown.legal().cloned() else { return ().into_any() };
    let choices: Vec<Choice> = values.iter().map(|value| Choice::of(&shown, value.clone())).collect();
    let matrix = shown.info.and_then(|info| Matrix::of(info, &shown.observation.params, shown.seat));
    let lit = RwSignal::new(None);
    let choose = {
        let live = live.clone();
        move |action: Json| {
            let (live, keeper) = (live.clone(), keeper.clone());
            leptos::task::spawn_local(async move {
                keeper.remember(&live);
                if live.act(&keeper, Decision::Action(action), None).await.is_ok() {
                    router.go(Route::to(View::Play).with("game", GAME).with("session", live.id()));
                }
            });
        }
    };
    let where_ = format!("{}, round 1 of {}", shown.name(), shown.rounds().unwrap_or(1));
    view! {
        <div class="first" role="group" aria-labelledby="first-h">
            <div class="hd">
                <h2 id="first-h">"Your move"</h2>
                <span class="label">{where_}</span>
            </div>
            {said.map(|text| view! {
                <div class="msg">
                    <span class="who"><Mark what=What::Say/>"Seat B, a rule-based player, says"</span>
                    <p>{format!("“{text}”")}</p>
                </div>
            })}
            {matrix.map(|matrix| view! { <PayoffTable shown=shown.clone() matrix=matrix lit=lit/> })}
            <Choices choices=choices lit=lit busy=Signal::stored(false) on_choose=choose/>
            <p class="label">"No account, no key. The game stays on this device."</p>
        </div>
    }
    .into_any()
}
