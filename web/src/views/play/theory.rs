//! The theory board: what each action is worth, what is in equilibrium, and what the moves made missed. It stays closed
//! until it is opened, so that nobody is told what to do who did not ask.

use crate::browser::window::{keep_setting, setting};
use crate::live::{Live, Shown, words};
use leptos::prelude::*;
use trivium_core::Json;
use trivium_games::theory::{self, Basis, Board, Equilibrium, Fact, Lens, Reviewed, Scope};
use web_sys::Element;

/// The setting that keeps the board open from game to game.
const KEPT: &str = "trivium-theory";
/// Most actions that are listed without a choice among them.
const MANY: usize = 12;

/// The block; nothing for games without theory.
#[component]
pub fn TheoryBoard(live: Live) -> impl IntoView {
    let known = live.shown_now().info.is_some_and(|info| theory::games().any(|id| id == info.id));
    let open = RwSignal::new(setting(KEPT).as_deref() == Some("open"));
    let toggle = move |event: leptos::ev::Event| {
        let now = event_target::<Element>(&event).has_attribute("open");
        open.set(now);
        keep_setting(KEPT, if now { "open" } else { "" });
    };
    let inside = {
        let live = live.clone();
        move || {
            open.get().then(|| {
                let shown = live.shown();
                let board = theory::board(&shown.observation).map(|board| decision(&shown, board));
                let none = board.is_none() && !shown.over;
                let moves = moves(&shown, &live.review());
                view! {
                    {none.then(|| view! { <p class="small muted">"It says something at your next move."</p> })}
                    {board}
                    {moves}
                }
            })
        }
    };
    known.then(|| {
        view! {
            <section class="blk o6 theory" aria-label="Theory">
                <details class="drill" open=open.get_untracked() on:toggle=toggle>
                    <summary>"Theory"<span class="faint">"what each action is worth"</span></summary>
                    <div class="stack">{inside}</div>
                </details>
            </section>
        }
    })
}

fn label(shown: &Shown, phase: &str, action: &Json) -> String {
    words::lower(&shown.action(phase, action))
}

fn counted(scope: Scope, shown: &Shown) -> &'static str {
    match scope {
        Scope::Rest => "points from here to the end",
        Scope::Round if shown.rounds() == Some(1) => "points",
        Scope::Round => "points in this round",
    }
}

/// The actions to list: all of a few; of many those that some view or equilibrium points at, and both ends.
fn listed(board: &Board) -> Vec<usize> {
    let all = 0..board.actions.len();
    if board.actions.len() <= MANY {
        return all.collect();
    }
    let best = board.lenses.iter().flat_map(|lens| lens.best.iter().map(|&at| at as usize).take(2));
    let named = board.equilibria.iter().flat_map(|e| e.own.iter().map(|(action, _)| action));
    let named = named.chain(&board.optimum.own).take(MANY).filter_map(|action| board.place(action));
    let mut list: Vec<usize> = best.chain(named).chain([0, board.actions.len() - 1]).collect();
    list.sort_unstable();
    list.dedup();
    list
}

fn decision(shown: &Shown, board: Board) -> impl IntoView + use<> {
    let chosen = RwSignal::new(0_usize);
    let options: Vec<_> = board
        .lenses
        .iter()
        .enumerate()
        .map(|(at, lens)| view! { <option value=at.to_string()>{lens.view.sentence()}</option> })
        .collect();
    let list = listed(&board);
    let left_out = board.actions.len() - list.len();
    let labels: Vec<(usize, String)> =
        list.into_iter().map(|at| (at, label(shown, board.phase, &board.actions[at]))).collect();
    let equilibria: Vec<_> = board.equilibria.iter().map(|e| equilibrium(shown, board.phase, e)).collect();
    let facts: Vec<_> = board
        .facts
        .iter()
        .map(|(fact, value, met)| {
            let met = match met {
                Some(true) => ", which is met",
                Some(false) => ", which is not met",
                None => "",
            };
            view! { <dt>{named(*fact)}</dt><dd>{format!("{value}{met}")}</dd> }
        })
        .collect();
    let plans: Vec<_> = board
        .plans
        .iter()
        .map(|plan| {
            let [own, other] = plan.payoffs;
            view! { <dt>{plan.id}</dt><dd>{format!("{own} a round, the other {other}")}</dd> }
        })
        .collect();
    let optimum = {
        let sum = board.optimum.sum.map(|sum| format!(" Together {sum} {}.", counted(board.optimum.scope, shown)));
        format!("{}{}", sentence(&board.optimum.text), sum.unwrap_or_default())
    };
    let (further, two) = (board.further, board.equilibria.len() > 1);
    let scopes: Vec<&'static str> = board.lenses.iter().map(|lens| counted(lens.scope, shown)).collect();
    let lenses = board.lenses;
    let table = move || {
        let at = chosen.get().min(lenses.len().saturating_sub(1));
        lenses.get(at).map(|lens| values(lens, scopes[at], &labels))
    };
    view! {
        <div class="field">
            <label for="lens">"Taken that"</label>
            <select class="input" id="lens" on:change=move |event| chosen.set(event_target_value(&event).parse().unwrap_or(0))>{options}</select>
        </div>
        {table}
        {(left_out > 0).then(|| view! {
            <p class="label">{format!("{left_out} further actions are valued too; shown are the best, those of equilibrium and optimum, and both ends.")}</p>
        })}
        <h3>{if two { "Equilibria" } else { "Equilibrium" }}</h3>
        <ul class="plain-list small">{equilibria}{further.map(|text| view! { <li>{sentence(text)}</li> })}</ul>
        <h3>"Best for all together"</h3>
        <p class="small">{optimum}</p>
        {(!facts.is_empty()).then(|| view! { <dl class="facts">{facts}</dl> })}
        {(!plans.is_empty()).then(|| view! {
            <h3>"Plans in the long run, against the other as it played"</h3>
            <dl class="facts">{plans}</dl>
        })}
    }
}

fn sentence(text: &str) -> String {
    let text = words::capital(text.trim());
    if text.ends_with(['.', '!', '?']) { text } else { format!("{text}.") }
}

fn values(lens: &Lens, counted: &'static str, labels: &[(usize, String)]) -> impl IntoView + use<> {
    let rows: Vec<_> = labels
        .iter()
        .map(|(at, label)| {
            let best = lens.best.contains(&(*at as u32));
            let value = lens.values.get(*at).copied().flatten();
            let missed = lens.regret(*at).filter(|_| !best);
            view! {
                <tr>
                    <th scope="row">{label.clone()}</th>
                    <td class="num"><b>{value.map_or_else(|| "–".to_owned(), |v| v.to_string())}</b></td>
                    <td class="num small muted">{if best { "best reply".to_owned() } else { missed.map(|m| format!("misses {m}")).unwrap_or_default() }}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <table class="data">
            <caption class="vh">{lens.view.sentence()}</caption>
            <thead>
                <tr><th scope="col">"Action"</th><th scope="col" class="num">{words::capital(counted)}</th><td></td></tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        <p class="label">{rests_on(&lens.basis)}</p>
    }
}

/// "Rests on: C 3 of 4."
fn rests_on(basis: &Basis) -> String {
    let counts: Vec<String> = basis.counts.iter().map(|c| format!("{} {} of {}", c.what, c.times, c.of)).collect();
    let prior = basis.prior.map(|p| format!(" {}", p.sentence())).unwrap_or_default();
    match counts.as_slice() {
        [] if prior.is_empty() => "Rests on the rules alone.".into(),
        [] => prior.trim().to_owned(),
        some => format!("Rests on what was seen: {}.{prior}", some.join("; ")),
    }
}

fn equilibrium(shown: &Shown, phase: &str, e: &Equilibrium) -> impl IntoView + use<> {
    let payoffs: Vec<String> = e.payoffs.iter().map(ToString::to_string).collect();
    let one = e.own.len() == 1;
    let own: Vec<String> = e
        .own
        .iter()
        .take(6)
        .map(|(action, chance)| {
            let action = label(shown, phase, action);
            if one { action } else { format!("{action} with chance {chance}") }
        })
        .collect();
    let own = (!own.is_empty()).then(|| format!(" You: {}.", own.join(", ")));
    let brings =
        (!payoffs.is_empty()).then(|| format!(" It brings {} ({}).", payoffs.join(", "), counted(e.scope, shown)));
    view! { <li>{sentence(&e.text)}{own}{brings}</li> }
}

fn named(fact: Fact) -> &'static str {
    match fact {
        Fact::SecurityLevel => "What you can make sure of",
        Fact::GrimThreshold => "Chance of another round at which grim trigger holds",
        Fact::TitForTatThreshold => "Chance of another round at which Tit For Tat holds",
        Fact::Continuation => "Chance of another round",
        Fact::ExpectedRounds => "Expected rounds from here",
        Fact::BreakEven => "What must come back for the sender to lose nothing",
        Fact::PrivateReturn => "What one more unit costs its giver",
        Fact::SocialReturn => "What one more unit brings the group",
        Fact::VolunteerChance => "Chance of volunteering in the symmetric equilibrium",
        Fact::SustainableShare => "Request that keeps the stock where it grows most",
        Fact::EquilibriumBid => "Equilibrium bid before rounding",
        Fact::GameValue => "Value of the game to its first player",
    }
}

/// The moves so far and what they missed.
fn moves(shown: &Shown, reviewed: &[Reviewed]) -> Option<impl IntoView + use<>> {
    let rows: Vec<_> = reviewed
        .iter()
        .filter_map(|r| {
            let lens = r.board.lenses.first()?;
            let best: Vec<String> = lens
                .best
                .iter()
                .take(2)
                .filter_map(|&at| r.board.actions.get(at as usize))
                .map(|action| label(shown, r.board.phase, action))
                .collect();
            let regret = r.regret.first().copied().flatten();
            let text = |v: Option<theory::Value>| v.map_or_else(|| "–".to_owned(), |v| v.to_string());
            Some(view! {
                <tr>
                    <td class="num">{r.board.round}</td>
                    <th scope="row">{label(shown, r.board.phase, &r.action)}</th>
                    <td>{best.join(" or ")}</td>
                    <td class="num">{text(regret)}</td>
                    <td class="num">{text(r.hindsight)}</td>
                </tr>
            })
        })
        .collect();
    (!rows.is_empty()).then(|| {
        view! {
            <h3>"Moves so far"</h3>
            <div class="scroll" tabindex="0" role="group" aria-label="Moves so far, scrolls sideways">
                <table class="data">
                    <caption class="vh">"Moves with the best reply as it could be known then, and what was missed"</caption>
                    <thead>
                        <tr>
                            <th scope="col" class="num">"Round"</th>
                            <th scope="col">"Move"</th>
                            <th scope="col">"Best reply then"</th>
                            <th scope="col" class="num">"Missed"</th>
                            <th scope="col" class="num">"In hindsight"</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p class="label">"Missed: against the best reply as it could be known at that moment. In hindsight: given what the others then did in that round."</p>
        }
    })
}
