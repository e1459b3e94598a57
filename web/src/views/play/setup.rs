//! Choosing a game: what stands in the address is what is chosen.

use super::end::open;
use super::model_seat::{MODEL, ModelFields, ModelForm};
use super::opponents::Opponents;
use super::parameters::Parameters;
use super::task_file::typed;
use crate::browser::entropy::session_id;
use crate::browser::{SystemEntropy, window};
use crate::faces;
use crate::live::{Keeper, Live, words};
use crate::parts::Notice;
use crate::route::{Route, Router, View};
use leptos::prelude::*;
use trivium_core::ports::Entropy;
use trivium_core::session::Plan;
use trivium_core::{Condition, Json, ParamError, Seat, SeatSpec};
use trivium_games::task::Task;
use trivium_games::{GAMES, GameInfo, registry};

/// The game a visitor finds chosen.
const FIRST: &str = "L2-T01";
/// The prefix of parameters in the address.
pub const SET: &str = "set.";

/// The parameters of an address, as typed.
pub fn typed_in(route: &Route) -> Vec<(String, String)> {
    route.iter().filter_map(|(name, value)| Some((name.strip_prefix(SET)?.to_owned(), value.to_owned()))).collect()
}

/// An address with parameters as typed.
pub fn with_typed(route: Route, set: &[(String, String)]) -> Route {
    set.iter().fold(route, |route, (name, value)| route.with(&format!("{SET}{name}"), value.clone()))
}

/// Typed parameters as JSON: text that is JSON counts as such, anything else as text.
pub fn as_typed(set: &[(String, String)]) -> Json {
    let value = |text: &str| serde_json::from_str::<Json>(text).unwrap_or_else(|_| Json::from(text));
    set.iter().map(|(name, text)| (name.clone(), value(text))).collect()
}

/// What is chosen.
#[derive(Clone, PartialEq)]
pub struct Chosen {
    /// The game.
    pub game: &'static str,
    /// With or without messages.
    pub condition: Condition,
    /// The agents' ids: one for all other seats, or one for each.
    pub opponents: Vec<String>,
    /// The person's seat.
    pub seat: Seat,
    /// The seed, if one was asked for.
    pub seed: Option<String>,
    /// Parameters that differ from the defaults, as typed.
    pub set: Vec<(String, String)>,
}

impl Chosen {
    fn of(route: &Route) -> Chosen {
        let asked = route.get("game").unwrap_or(FIRST);
        let game = registry::find(asked).map_or(FIRST, |info| info.id);
        let opponents = route.get("opponent").unwrap_or_default();
        Chosen {
            game,
            condition: route.get("condition").and_then(|c| c.parse().ok()).unwrap_or(Condition::Comm),
            opponents: opponents.split(',').map(str::to_owned).filter(|o| !o.is_empty()).collect(),
            seat: route.get("seat").and_then(|s| s.parse().ok()).unwrap_or(0),
            seed: route.get("seed").map(str::to_owned),
            set: typed_in(route),
        }
    }

    fn route(&self) -> Route {
        let mut route = Route::to(View::Play).with("game", self.game);
        if !self.opponents.is_empty() {
            route = route.with("opponent", self.opponents.join(","));
        }
        route = route.with("condition", self.condition.name());
        if self.seat != 0 {
            route = route.with("seat", self.seat.to_string());
        }
        route = route.with_some("seed", self.seed.clone());
        with_typed(route, &self.set)
    }

    /// The game's entry; the registry has it.
    pub fn info(&self) -> &'static GameInfo {
        registry::find(self.game).unwrap_or(GAMES[0])
    }

    /// The parameters as JSON.
    pub fn params(&self) -> Json {
        as_typed(&self.set)
    }

    /// Number of seats under the parameters, or why they are not allowed.
    pub fn seats(&self) -> Result<Seat, ParamError> {
        self.info().start(&self.params(), self.condition).map(|game| game.seats())
    }

    /// Whether a model is to sit at one of the other seats.
    pub fn asks_model(&self) -> bool {
        self.opponents.iter().any(|id| id == MODEL)
    }

    fn plan(&self, model: Option<SeatSpec>) -> Result<Plan, ParamError> {
        let seats = self.seats()?;
        let seed = match self.seed.as_deref().map(str::trim).filter(|s| !s.is_empty()) {
            None => SystemEntropy.seed(),
            Some(text) => text
                .parse()
                .map_err(|_| ParamError::new("seed", format!("{text:?}"), "a whole number from 0 below 2^64"))?,
        };
        let seat = self.seat.min(seats - 1);
        let fallback = first_agent(self.game);
        let others = (0..seats).filter(|&s| s != seat).enumerate().map(|(i, _)| {
            let id = self.opponents.get(i).or(self.opponents.last()).map_or(fallback, String::as_str);
            match &model {
                Some(model) if id == MODEL => model.clone(),
                _ => SeatSpec::Agent { id: id.to_owned() },
            }
        });
        let mut list: Vec<SeatSpec> = others.collect();
        list.insert(usize::from(seat), SeatSpec::Human);
        Ok(Plan { game: self.game.into(), params: self.params(), condition: self.condition, seats: list, seed })
    }
}

/// The agent that is chosen at first.
pub fn first_agent(game: &str) -> &'static str {
    let agents = registry::find(game).map(GameInfo::agents).unwrap_or_default();
    let named = faces::of(game).opponent;
    let known = agents.iter().map(|a| a.info.id);
    known.clone().find(|id| *id == named).or(known.clone().next()).unwrap_or("random")
}

/// Reads and changes what is chosen, in the address.
#[derive(Clone, Copy)]
pub struct Choosing {
    router: Router,
    /// What is chosen now.
    pub chosen: Memo<Chosen>,
}

impl Choosing {
    /// Changes the choice and its address.
    pub fn change(self, change: impl FnOnce(&mut Chosen)) {
        let mut chosen = self.chosen.get_untracked();
        change(&mut chosen);
        self.router.replace(chosen.route());
    }

    /// Takes the game and the parameters of a task file.
    pub fn load(self, task: &Task) {
        let defaults = task.game.defaults();
        let differs = task.params.iter().filter(|(name, value)| defaults.get(name.as_str()) != Some(*value));
        let set = differs.map(|(name, value)| (name.clone(), typed(value))).collect();
        self.change(|c| {
            if c.game != task.game.id {
                *c = Chosen { game: task.game.id, opponents: Vec::new(), seat: 0, ..c.clone() };
            }
            c.set = set;
        });
    }
}

/// The form.
#[component]
pub fn Choose() -> impl IntoView {
    window::set_title("Choose a game");
    let (keeper, router) = (expect_context::<Keeper>(), expect_context::<Router>());
    let choosing = Choosing { router, chosen: router.part(Chosen::of) };
    let chosen = choosing.chosen;
    let trouble = RwSignal::new(None::<ParamError>);
    let model = ModelForm::default();
    let game = Memo::new(move |_| chosen.with(|c| c.game));
    let condition = Memo::new(move |_| chosen.with(|c| c.condition));
    let play = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let keeper = keeper.clone();
        let chosen = chosen.get_untracked();
        let connection = if chosen.asks_model() {
            let Some(connection) = model.connection() else { return };
            Some(connection)
        } else {
            None
        };
        let spec = connection.as_ref().map(|c| c.endpoint.seat_spec());
        match chosen.plan(spec).and_then(|plan| Live::start(session_id(), plan)) {
            Err(error) => trouble.set(Some(error)),
            Ok(live) => {
                if let Some(connection) = connection {
                    keeper.connect(live.id(), connection);
                }
                leptos::task::spawn_local(async move { open(&keeper, router, &live).await });
            }
        }
    };
    let choose_game = move |event| {
        let id = event_target_value(&event);
        choosing.change(|c| {
            if let Ok(info) = registry::find(&id) {
                *c = Chosen { game: info.id, opponents: Vec::new(), seat: 0, set: Vec::new(), ..c.clone() };
            }
        });
    };
    let pressed = move |c: Condition| if condition.get() == c { "true" } else { "false" };
    let side = move || {
        let (info, condition) = (registry::find(game.get()).unwrap_or(GAMES[0]), condition.get());
        let params = chosen.with(Chosen::params);
        let complete = info.start(&params, condition).map_or_else(|_| info.defaults(), |g| g.params().clone());
        let text = info.text(&complete, condition);
        let seats = chosen.with(|c| c.seats().map_or(0, usize::from));
        let lines: Vec<_> =
            text.lines.into_iter().map(|line| view! { <li>{words::called(&line, seats)}</li> }).collect();
        view! {
            <h2>{info.name}</h2>
            <p>{text.summary}</p>
            <ol class="rule-lines small">{lines}</ol>
        }
    };
    view! {
        <div class="wrap page">
            <div class="page-head">
                <h1>"Choose a game"</h1>
                <p class="lead measure">"You take one seat, rule-based agents take the others. It starts at once and stays on this device."</p>
            </div>
            <form class="split split--7-5" on:submit=play>
                <div class="stack setup">
                    <div class="field">
                        <label for="game">"Game"</label>
                        <select class="input" id="game" on:change=choose_game prop:value=move || game.get()>
                            {options()}
                        </select>
                    </div>
                    <fieldset class="field">
                        <legend>"Messages"</legend>
                        <div class="seg" role="group">
                            <button type="button" aria-pressed=move || pressed(Condition::Comm)
                                on:click=move |_| choosing.change(|c| c.condition = Condition::Comm)>"With messages"</button>
                            <button type="button" aria-pressed=move || pressed(Condition::Silent)
                                on:click=move |_| choosing.change(|c| c.condition = Condition::Silent)>"Silent"</button>
                        </div>
                    </fieldset>
                    <Opponents choosing=choosing/>
                    {move || chosen.with(Chosen::asks_model).then(|| view! { <ModelFields form=model/> })}
                    <Parameters choosing=choosing/>
                    {move || trouble.get().map(|error| view! {
                        <Notice title="These settings do not fit." alert=true>
                            <p>{words::fault(&error)}</p>
                        </Notice>
                    })}
                    <div class="row"><button class="btn btn--main" type="submit">"Play"</button></div>
                </div>
                <aside class="panel stack" aria-label="Rules of the game">{side}</aside>
            </form>
        </div>
    }
}

fn options() -> Vec<AnyView> {
    let levels = [1, 2, 3, 4].into_iter().filter(|l| GAMES.iter().any(|g| g.level == *l));
    levels
        .map(|level| {
            let games: Vec<_> = GAMES
                .iter()
                .filter(|game| game.level == level)
                .map(|game| view! { <option value=game.id>{game.name}</option> })
                .collect();
            view! { <optgroup label=format!("Level {level}")>{games}</optgroup> }.into_any()
        })
        .collect()
}
