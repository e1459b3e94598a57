//! The message board: whole rounds, newest last. A broken word is stated under the message.

use crate::faces::Face;
use crate::live::words::{self, Announced};
use crate::live::{Live, Shown};
use crate::parts::{Mark, What};
use leptos::html::Div;
use leptos::prelude::*;
use trivium_core::{Event, Json, Message, Round, Seat};
use wasm_bindgen::JsCast;

/// A message as it is drawn.
#[derive(Clone, PartialEq, Debug)]
struct Said {
    round: Round,
    /// Whether it opens a new stretch of the board.
    opens: Option<String>,
    who: String,
    mine: bool,
    text: String,
    /// "announces …", with the struck mark or not.
    announces: Option<(bool, String)>,
    /// "claims …".
    claims: Option<String>,
    /// Said one thing, did another.
    broke: Option<((bool, String), (bool, String))>,
}

fn marked(shown: &Shown, face: &Face, phase: &str, action: &Json) -> (bool, String) {
    let struck = action.as_str().is_some_and(|a| face.is_struck(a));
    (struck, words::lower(&shown.action(phase, action)))
}

/// What the seat did after the message, in the same round.
fn deed(rest: &[Event], in_round: Round, by: Seat) -> Option<(&str, &Json)> {
    rest.iter().find_map(|event| match event {
        Event::Action { round, phase, seat, action, .. } if *round == in_round && *seat == by => {
            Some((phase.as_str(), action))
        }
        _ => None,
    })
}

fn announced(shown: &Shown, message: &Message) -> (bool, Announced) {
    let Some(announce) = message.announce.as_ref() else { return (false, Announced::default()) };
    let struck = announce.get("action").and_then(Json::as_str).is_some_and(|a| shown.face.is_struck(a));
    (struck, shown.words().announced(announce))
}

fn messages(shown: &Shown) -> Vec<Said> {
    let events = &shown.observation.events;
    let mut last: Option<(Round, &str)> = None;
    let mut said = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let Event::Message { round, phase, seat, message, .. } = event else { continue };
        let place = (*round, phase.as_str());
        let opens = (last != Some(place)).then(|| heading(shown, *round, phase));
        last = Some(place);
        let single = message.announce.as_ref().filter(|a| a.get("if").is_none()).and_then(|a| a.get("action"));
        let broke = single.and_then(|word| {
            let (phase, action) = deed(&events[at + 1..], *round, *seat)?;
            let differs = action != word;
            differs.then(|| (marked(shown, shown.face, phase, word), marked(shown, shown.face, phase, action)))
        });
        let (struck, announced) = announced(shown, message);
        said.push(Said {
            round: *round,
            opens,
            who: shown.who(*seat),
            mine: *seat == shown.seat && shown.played,
            text: message.text.clone(),
            announces: announced.commitment.map(|text| (struck, text)),
            claims: announced.claims,
            broke,
        });
    }
    said
}

fn heading(shown: &Shown, round: Round, phase: &str) -> String {
    let now = if round == shown.round() && !shown.over { ", now" } else { "" };
    match phase.strip_prefix("talk") {
        Some("1") => "First messages".into(),
        Some("2") => "Second messages".into(),
        _ => format!("Round {round}{now}"),
    }
}

fn one(said: Said) -> impl IntoView {
    let text = if said.text.is_empty() && said.announces.is_some() {
        ().into_any()
    } else if said.text.is_empty() {
        view! { <p class="faint">{if said.mine { "You said nothing." } else { "Says nothing." }}</p> }.into_any()
    } else {
        view! { <p>{said.text}</p> }.into_any()
    };
    view! {
        {said.opens.map(|text| view! { <li class="round-sep">{text}</li> })}
        <li class="msg" class:msg--me=said.mine>
            <span class="who">
                {said.who}
                {said.announces.map(|(struck, what)| view! {
                    <span class="chip">"announces "<Mark what=What::Do struck=struck/>{what}</span>
                })}
                {said.claims.map(|what| view! { <span class="chip chip--long">{format!("claims {what}")}</span> })}
            </span>
            {text}
            {said.broke.map(|((said_struck, said), (did_struck, did))| view! {
                <span class="kept">
                    <Mark what=What::Say struck=said_struck/>{format!("said {said}, ")}
                    <Mark what=What::Do struck=did_struck/>{format!("did {did}")}
                </span>
            })}
        </li>
    }
}

/// Opens the board on whole rounds, newest last: as many as fit, and no higher than they are.
fn show_whole_rounds(board: &web_sys::HtmlElement) {
    let style = board.style();
    let _ = style.remove_property("block-size");
    let (room, all) = (board.client_height(), board.scroll_height());
    let Ok(starts) = board.query_selector_all(".round-sep") else { return };
    let start_of = |at: u32| starts.get(at).and_then(|n| n.dyn_into::<web_sys::HtmlElement>().ok());
    let first = (0..starts.length()).filter_map(start_of).find(|start| all - start.offset_top() <= room);
    let first = first.or_else(|| starts.length().checked_sub(1).and_then(start_of));
    if let Some(first) = first {
        let _ = style.set_property("block-size", &format!("{}px", room.min(all - first.offset_top())));
    }
    board.set_scroll_top(all);
}

/// The board of a game.
#[component]
pub fn Board(live: Live) -> impl IntoView {
    let said = live.part(messages);
    let scroll = NodeRef::<Div>::new();
    Effect::new(move |_| {
        said.track();
        if let Some(element) = scroll.get() {
            request_animation_frame(move || show_whole_rounds(&element));
        }
    });
    view! {
        <section class="blk o3" aria-labelledby="say-h">
            <h2 id="say-h"><Mark what=What::Say/>"Say: messages"</h2>
            <div class="chat-scroll" tabindex="0" role="log" aria-label="Messages, newest last" node_ref=scroll>
                <ol class="board">
                    {move || said.get().into_iter().map(one).collect_view()}
                </ol>
                {move || said.with(Vec::is_empty).then(|| view! { <p class="small muted">"No messages yet."</p> })}
            </div>
        </section>
    }
}
