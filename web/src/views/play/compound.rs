//! Controls of compound decisions: points for others, a coalition with shares, a team, an offer over items.

use super::decide::Submit;
use crate::live::{Live, words};
use leptos::prelude::*;
use trivium_core::{Decision, Json, LegalForm, Seat};

/// A whole number with − and +.
#[component]
fn Stepper(
    /// What it counts.
    #[prop(into)]
    label: String,
    /// A second line.
    #[prop(optional, into)]
    note: String,
    /// The number.
    value: RwSignal<i64>,
    /// Its largest value; 0 is the smallest.
    max: i64,
    /// What one press adds.
    #[prop(default = 1)]
    by: i64,
) -> impl IntoView {
    let change = move |by: i64| value.update(|v| *v = (*v + by).clamp(0, max));
    let name = label.clone();
    view! {
        <div class="stepper">
            <span class="stepper-name">{label}<span class="label">{note}</span></span>
            <button class="step" type="button" aria-label=format!("Less for {name}") on:click=move |_| change(-by)>"−"</button>
            <output aria-live="polite" aria-label=name.clone()>{move || value.get()}</output>
            <button class="step" type="button" aria-label=format!("More for {name}") on:click=move |_| change(by)>"+"</button>
        </div>
    }
}

/// The button that plays, closed with the reason beside it while the parts do not fit together.
#[component]
fn PlayButton(
    submit: Submit,
    form: LegalForm,
    /// The action as it stands.
    action: Signal<Json>,
    /// What the button says.
    #[prop(into)]
    label: String,
    /// Why it cannot be played, in the words of this control.
    #[prop(optional)]
    hint: Option<Signal<String>>,
) -> impl IntoView {
    let busy = submit.busy;
    let wrong = Memo::new({
        let form = form.clone();
        move |_| form.check(&action.get()).err()
    });
    let play = move |_| {
        if !busy.get_untracked() && wrong.get_untracked().is_none() {
            submit.run(Decision::Action(action.get_untracked()));
        }
    };
    view! {
        <button
            class="btn btn--main wide"
            type="button"
            aria-disabled=move || (busy.get() || wrong.get().is_some()).then_some("true")
            on:click=play
        >
            {label}
        </button>
        {move || wrong.get().map(|code| {
            let said = hint.map(|hint| hint.get()).filter(|h| !h.is_empty());
            view! { <p class="label" role="status">{said.unwrap_or_else(|| code.sentence().to_owned())}</p> }
        })}
    }
}

fn phase_name(live: &Live) -> String {
    words::capital(&words::spaced(live.shown_now().observation.phase))
}

/// Points for each other seat.
#[component]
pub fn PointsControl(live: Live, submit: Submit, seats: Seat, giver: Seat, max: i64) -> impl IntoView {
    let values: Vec<RwSignal<i64>> = (0..seats).map(|_| RwSignal::new(0)).collect();
    let shown = live.shown_now();
    let rows: Vec<_> = (0..seats)
        .filter(|&seat| seat != giver)
        .map(|seat| view! { <Stepper label=shown.who(seat) value=values[usize::from(seat)] max=max/> })
        .collect();
    let action = Signal::derive(move || values.iter().map(|v| v.get()).collect::<Json>());
    let form = LegalForm::Points { n: seats, giver, max };
    view! {
        <div class="compound">
            {rows}
            <PlayButton submit=submit form=form action=action label=phase_name(&live)/>
        </div>
    }
}

/// A coalition and its shares.
#[component]
pub fn ProposalControl(
    live: Live,
    submit: Submit,
    weights: Vec<i64>,
    quota: i64,
    prize: i64,
    proposer: Seat,
) -> impl IntoView {
    let shown = live.shown_now();
    let members: Vec<RwSignal<bool>> =
        (0..weights.len()).map(|seat| RwSignal::new(seat == usize::from(proposer))).collect();
    let shares: Vec<RwSignal<i64>> = weights.iter().map(|_| RwSignal::new(0)).collect();
    let chosen = {
        let members = members.clone();
        move || members.iter().enumerate().filter(|(_, m)| m.get()).map(|(seat, _)| seat).collect::<Vec<_>>()
    };
    let action = Signal::derive({
        let (chosen, shares) = (chosen.clone(), shares.clone());
        move || {
            let coalition = chosen();
            let split: Vec<i64> = coalition.iter().map(|&seat| shares[seat].get()).collect();
            serde_json::json!({"coalition": coalition, "shares": split})
        }
    });
    let hint = Signal::derive({
        let (chosen, shares, weights) = (chosen, shares.clone(), weights.clone());
        move || {
            let coalition = chosen();
            let weight: i64 = coalition.iter().map(|&seat| weights[seat]).sum();
            let left = prize - coalition.iter().map(|&seat| shares[seat].get()).sum::<i64>();
            match (weight >= quota, left) {
                (false, _) => format!("This coalition has the weight {weight}; {quota} are needed."),
                (true, 0) => String::new(),
                (true, left) if left > 0 => format!("{left} of {prize} are still to be divided."),
                (true, left) => format!("{} more than {prize} are divided.", -left),
            }
        }
    });
    let rows: Vec<_> = (0..weights.len())
        .map(|seat| {
            let (member, share) = (members[seat], shares[seat]);
            let who = shown.who(seat as Seat);
            let own = seat == usize::from(proposer);
            let name = who.clone();
            view! {
                <div class="member">
                    <label>
                        <input
                            type="checkbox"
                            prop:checked=move || member.get()
                            disabled=own
                            on:change=move |event| member.set(event_target_checked(&event))
                        />
                        <span>{who}<span class="label">{format!(" weight {}", weights[seat])}</span></span>
                    </label>
                    {move || member.get().then(|| view! { <Stepper label=format!("Share of {name}") value=share max=prize by=5/> })}
                </div>
            }
        })
        .collect();
    let form = LegalForm::Proposal { weights, quota, prize, proposer };
    view! {
        <fieldset class="compound">
            <legend class="vh">"Coalition and shares"</legend>
            {rows}
            <PlayButton submit=submit form=form action=action label="Propose" hint=hint/>
        </fieldset>
    }
}

/// Different seats.
#[component]
pub fn TeamControl(live: Live, submit: Submit, of: Vec<Seat>, size: Seat) -> impl IntoView {
    let shown = live.shown_now();
    let picked: Vec<(Seat, RwSignal<bool>)> = of.iter().map(|&seat| (seat, RwSignal::new(false))).collect();
    let team = {
        let picked = picked.clone();
        move || picked.iter().filter(|(_, p)| p.get()).map(|(seat, _)| *seat).collect::<Vec<Seat>>()
    };
    let action = Signal::derive({
        let team = team.clone();
        move || Json::from(team())
    });
    let hint =
        Signal::derive(move || format!("{} chosen, {size} are needed.", words::capital(&words::number(team().len()))));
    let rows: Vec<_> = picked
        .into_iter()
        .map(|(seat, picked)| {
            view! {
                <label>
                    <input
                        type="checkbox"
                        prop:checked=move || picked.get()
                        on:change=move |event| picked.set(event_target_checked(&event))
                    />
                    <span>{shown.who(seat)}</span>
                </label>
            }
        })
        .collect();
    let form = LegalForm::Team { of, size };
    view! {
        <fieldset class="compound ballot">
            <legend class="vh">"Who is chosen"</legend>
            {rows}
            <PlayButton submit=submit form=form action=action label=phase_name(&live) hint=hint/>
        </fieldset>
    }
}

/// An offer over a pool of items, acceptance, or leaving.
#[component]
pub fn BargainControl(
    live: Live,
    submit: Submit,
    pool: Vec<i64>,
    offer: bool,
    accept: bool,
    walk: bool,
) -> impl IntoView {
    let busy = submit.busy;
    let values: Vec<RwSignal<i64>> = pool.iter().map(|&units| RwSignal::new(units / 2)).collect();
    let shown = live.shown_now();
    let names = shown.observation.params.get("items").and_then(Json::as_array);
    let worths = shown.observation.facts.get("own_values").and_then(Json::as_array);
    let rows: Vec<_> = pool
        .iter()
        .zip(&values)
        .enumerate()
        .map(|(item, (&units, &value))| {
            let worth = worths.and_then(|w| w.get(item)).map(|w| format!(", worth {} each to you", words::plain(w)));
            let note = format!(" of {units}{}", worth.unwrap_or_default());
            let name = names.and_then(|n| n.get(item)).map(|n| words::capital(&words::plain(n)));
            let label = name.unwrap_or_else(|| format!("Item {}", item + 1));
            view! { <Stepper label=label note=note value=value max=units/> }
        })
        .collect();
    let action =
        Signal::derive(move || serde_json::json!({"offer": values.iter().map(|v| v.get()).collect::<Vec<i64>>()}));
    let word = move |word: &'static str| {
        move |_| {
            if !busy.get_untracked() {
                submit.run(Decision::Action(Json::from(word)));
            }
        }
    };
    let form = LegalForm::Bargain { pool, offer, accept, walk };
    view! {
        <div class="compound">
            {offer.then(|| view! {
                <div class="stack">
                    <p class="label">"What you ask for yourself; the rest goes to the other."</p>
                    {rows}
                    <PlayButton submit=submit form=form action=action label="Make this offer"/>
                </div>
            })}
            <div class="row">
                {accept.then(|| view! { <button class="btn" type="button" on:click=word("accept")>"Accept the offer"</button> })}
                {walk.then(|| view! { <button class="btn" type="button" on:click=word("walk")>"Leave without a deal"</button> })}
            </div>
        </div>
    }
}
