//! A model at a seat: where it is asked, what is waited for, and what to do when no answer comes.

use crate::live::{Asking, Keeper, Live, Shown, words};
use crate::parts::Notice;
use crate::route::{Route, View};
use leptos::prelude::*;
use std::rc::Rc;
use trivium_core::{Event, Round, Seat, SeatSpec};
use trivium_models::diagnosis::Diagnosis;
use trivium_models::endpoint::{Connection, Endpoint, Settings};
use trivium_models::key::Key;
use trivium_models::seat::RE_ASKS;

/// Stands in the address where an agent's id would stand.
pub const MODEL: &str = "model";

/// What was typed. The key is in this signal and in the connection made of it, and nowhere else.
#[derive(Clone, Copy)]
pub struct ModelForm {
    base: RwSignal<String>,
    model: RwSignal<String>,
    key: RwSignal<String>,
    trouble: RwSignal<Option<String>>,
    /// Endpoint and model stand in the record already; only the key is asked for.
    fixed: bool,
}

impl Default for ModelForm {
    fn default() -> ModelForm {
        ModelForm::with(String::new(), String::new(), false)
    }
}

impl ModelForm {
    fn with(base: String, model: String, fixed: bool) -> ModelForm {
        ModelForm {
            base: RwSignal::new(base),
            model: RwSignal::new(model),
            key: RwSignal::new(String::new()),
            trouble: RwSignal::new(None),
            fixed,
        }
    }

    /// The endpoint with its key, or a message at the form.
    pub fn connection(self) -> Option<Rc<Connection>> {
        let made = self.read(Settings::default());
        self.trouble.set(made.as_ref().err().cloned());
        made.ok()
    }

    fn read(self, settings: Settings) -> Result<Rc<Connection>, String> {
        let endpoint = Endpoint::new(&self.base.get_untracked(), &self.model.get_untracked());
        let endpoint = endpoint.map_err(|e| e.to_string())?.with(settings);
        let key = self.key.with_untracked(|key| Key::read(key)).map_err(|e| e.to_string())?;
        Ok(Rc::new(Connection::new(endpoint, key)))
    }
}

/// The fields of an endpoint.
#[component]
pub fn ModelFields(form: ModelForm) -> impl IntoView {
    view! {
        <fieldset class="field stack">
            <legend>"The model"</legend>
            <div class="field">
                <label for="endpoint">"Address of the endpoint"</label>
                <input class="input" id="endpoint" type="url" inputmode="url" autocomplete="off" spellcheck="false"
                    placeholder="http://localhost:8080/v1" readonly=form.fixed prop:value=move || form.base.get()
                    on:input=move |e| form.base.set(event_target_value(&e))/>
            </div>
            <div class="field">
                <label for="model-name">"Model"</label>
                <input class="input" id="model-name" autocomplete="off" spellcheck="false" readonly=form.fixed
                    prop:value=move || form.model.get() on:input=move |e| form.model.set(event_target_value(&e))/>
            </div>
            <KeyField form=form/>
            {move || form.trouble.get().map(|why| view! {
                <Notice title="The model cannot be asked like this." alert=true><p>{why}</p></Notice>
            })}
        </fieldset>
    }
}

#[component]
fn KeyField(form: ModelForm) -> impl IntoView {
    view! {
        <div class="field">
            <label for="key">"Key"<span class="label">" if the endpoint wants one"</span></label>
            <input class="input" id="key" type="password" autocomplete="off" aria-describedby="key-note"
                prop:value=move || form.key.get() on:input=move |e| form.key.set(event_target_value(&e))/>
            <span class="label" id="key-note">
                "Stays in this page's memory and goes to this endpoint only. A reload forgets it."
            </span>
        </div>
    }
}

/// What is known of a model that is to decide: it is waited for, it needs its key again, or no answer came.
#[component]
pub fn ModelPanel(live: Live) -> impl IntoView {
    let keeper = expect_context::<Keeper>();
    let again = {
        let (live, keeper) = (live.clone(), keeper.clone());
        Callback::new(move |()| {
            let (live, keeper) = (live.clone(), keeper.clone());
            leptos::task::spawn_local(async move { live.ask_models(&keeper).await });
        })
    };
    let replaced = live.part(Replaced::all);
    let asking = move || {
        let who = |seat| live.shown_now().who(seat);
        match live.asking() {
            Asking::Nobody => ().into_any(),
            Asking::Waiting(seat, refused) => {
                let note = match refused {
                    0 => String::new(),
                    n => format!(" Asked again: {n} of its answers could not be played."),
                };
                view! {
                    <p class="wait across" role="status">
                        <span class="beat" aria-hidden="true"><i></i><i></i><i></i></span>
                        {format!("{} is being asked.{note}", who(seat))}
                    </p>
                }
                .into_any()
            }
            Asking::Unconnected(seat) => {
                let form = form_of(&live, seat);
                let (name, keeper, id) = (who(seat), keeper.clone(), live.id().to_owned());
                let connect = move |event: leptos::ev::SubmitEvent| {
                    event.prevent_default();
                    if let Some(connection) = form.connection() {
                        keeper.connect(&id, connection);
                        again.run(());
                    }
                };
                view! {
                    <form class="blk across stack" on:submit=connect>
                        <h2>{format!("{name} is to decide")}</h2>
                        <p class="small measure">"The key is not kept. Enter it again and the game goes on where it stopped; another endpoint or model takes a new game."</p>
                        <ModelFields form=form/>
                        <div class="row"><button class="btn btn--main" type="submit">"Ask the model"</button></div>
                    </form>
                }
                .into_any()
            }
            Asking::Stopped(_, diagnosis) => {
                view! { <Stopped diagnosis=*diagnosis again=again live=live.clone()/> }.into_any()
            }
        }
    };
    view! {
        {move || replaced.get().into_iter().map(Replaced::notice).collect_view()}
        {asking}
    }
}

/// A model's last decision that can be seen, where the rules made it in its place.
#[derive(Clone, PartialEq)]
struct Replaced {
    who: String,
    round: Round,
    played: String,
}

impl Replaced {
    fn all(shown: &Shown) -> Vec<Replaced> {
        let is_model = |seat: &Seat| matches!(shown.seats.get(usize::from(*seat)), Some(SeatSpec::Model { .. }));
        let models = (0..shown.seats.len() as Seat).filter(is_model);
        models.filter_map(|seat| Replaced::of(shown, seat)).collect()
    }

    fn of(shown: &Shown, of: Seat) -> Option<Replaced> {
        let last = shown.observation.events.iter().rev().find_map(|event| match event {
            Event::Action { round, phase, seat, action, fallback } if *seat == of => {
                Some((*fallback, *round, words::lower(&shown.action(phase, action))))
            }
            Event::Message { round, seat, fallback, .. } if *seat == of => {
                Some((*fallback, *round, "an empty message".to_owned()))
            }
            _ => None,
        });
        let (_, round, played) = last.filter(|(fallback, ..)| *fallback)?;
        Some(Replaced { who: shown.who(of), round, played })
    }

    fn notice(self) -> impl IntoView {
        let Replaced { who, round, played } = self;
        let answers = words::number(RE_ASKS as usize + 1);
        view! {
            <div class="across" data-fault="fallback">
                <Notice title=format!("The answers of {who} could not be played.")>
                    <p>{format!("None of {answers} answers fitted the question, so the rules decided in round {round}: {played}. The record marks that as a fallback and keeps each answer with the reason.")}</p>
                    <p class="small">"If it happens often, choose another model: not every model can keep to the form of an answer."</p>
                </Notice>
            </div>
        }
    }
}

/// The endpoint as the record has it; the key is asked for.
fn form_of(live: &Live, seat: Seat) -> ModelForm {
    match live.shown_now().seats.get(usize::from(seat)) {
        Some(SeatSpec::Model { model, endpoint, .. }) => ModelForm::with(endpoint.clone(), model.clone(), true),
        _ => ModelForm::default(),
    }
}

#[component]
fn Stopped(diagnosis: Diagnosis, again: Callback<()>, live: Live) -> impl IntoView {
    let steps: Vec<_> = diagnosis.to_do.iter().map(|step| view! { <li>{step.clone()}</li> }).collect();
    let said = diagnosis.server_said.clone().map(|said| {
        view! {
            <p class="small">"The server said: "<q class="mono">{said}</q></p>
        }
    });
    let keeper = expect_context::<Keeper>();
    let another = {
        let seen = live.shown_now();
        let game = Route::to(View::Play).with("game", seen.observation.game).with("opponent", MODEL);
        game.with("condition", seen.observation.condition.name()).href()
    };
    let forget = {
        let id = live.id().to_owned();
        move |_| {
            keeper.disconnect(&id);
            again.run(());
        }
    };
    view! {
        <div class="across" data-fault=diagnosis.code>
            <Notice title=diagnosis.headline.clone() alert=true>
                <ol class="rule-lines small">{steps}</ol>
                {said}
                <p class="small">"Nothing was played for the model. The game is kept as it stands."</p>
                <div class="row">
                    <button class="btn btn--main" type="button" on:click=move |_| again.run(())>"Ask again"</button>
                    <button class="btn" type="button" on:click=forget>"Enter another key"</button>
                    <a class="btn btn--quiet" href=another>"New game with another model"</a>
                </div>
            </Notice>
        </div>
    }
}
