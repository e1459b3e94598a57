//! The frame every view stands in.

use crate::browser::window;
use crate::handover;
use crate::intake::Intake;
use crate::live::Keeper;
use crate::parts::{MarkSprite, Notice};
use crate::route::{Route, Router, View};
use crate::theme::ThemeSwitch;
use crate::views;
use leptos::prelude::*;

/// What is shown below the header: one value for each screen, so that settings in the address do not rebuild it.
#[derive(Clone, PartialEq, Eq)]
enum Screen {
    Home,
    Choose,
    Game(String),
    Replay(String),
    Tournament,
    Verify,
    Rescore,
    Unknown,
}

impl Screen {
    fn of(route: &Route) -> Screen {
        match (route.view(), route.get("session")) {
            (View::Home, _) => Screen::Home,
            (View::Play, Some(id)) if route.get(views::STEP).is_some() => Screen::Replay(id.to_owned()),
            (View::Play, Some(id)) => Screen::Game(id.to_owned()),
            (View::Play, None) => Screen::Choose,
            (View::Tournament, _) => Screen::Tournament,
            (View::Verify, _) => Screen::Verify,
            (View::Rescore, _) => Screen::Rescore,
            (View::Unknown, _) => Screen::Unknown,
        }
    }
}

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let router = Router::start();
    let keeper = Keeper::default();
    let handed = handover::take(&keeper);
    let intake = Intake::start(router);
    if !handed.files.is_empty() {
        intake.take(handed.files);
    }
    provide_context(router);
    provide_context(keeper);
    provide_context(intake);
    let screen = router.part(Screen::of);
    Effect::new(move |before: Option<Screen>| {
        let now = screen.get();
        if before.map_or(handed.took_over, |before| before != now) {
            window::to_top();
            window::focus("header h1, main h1", true);
        }
        now
    });
    view! {
        <MarkSprite/>
        {move || match screen.get() {
            Screen::Home => view! { <Framed view=View::Home><views::Home><views::SavedGames/></views::Home></Framed> }.into_any(),
            Screen::Choose => view! { <Framed view=View::Play><views::Choose/></Framed> }.into_any(),
            Screen::Game(id) => view! { <views::Game id=id/> }.into_any(),
            Screen::Replay(id) => view! { <views::ReplayOf id=id/> }.into_any(),
            Screen::Tournament => view! { <Framed view=View::Tournament><views::Tournament/></Framed> }.into_any(),
            Screen::Verify => view! { <Framed view=View::Verify><views::Verify/></Framed> }.into_any(),
            Screen::Rescore => view! { <Framed view=View::Rescore><views::Rescore/></Framed> }.into_any(),
            Screen::Unknown => view! { <Framed view=View::Unknown><NoSuchPage/></Framed> }.into_any(),
        }}
        <Footer/>
    }
}

/// The first page alone. Everything else is the application's, which takes over where an address of its is asked for.
#[component]
pub fn First() -> impl IntoView {
    let router = Router::start();
    let keeper = Keeper::default();
    let intake = Intake::start(router);
    let opening = RwSignal::new(Opening::No);
    let screen = router.part(Screen::of);
    let open = {
        let keeper = keeper.clone();
        move || {
            let game = router.route_now().get("session").and_then(|id| keeper.open(id));
            opening.set(Opening::Underway);
            leptos::task::spawn_local(async move {
                if let Err(why) = handover::open(game.as_ref(), &intake.waiting_now()).await {
                    opening.set(Opening::Failed(why));
                }
            });
        }
    };
    provide_context(router);
    provide_context(keeper);
    provide_context(intake);
    let open_for_all = Callback::new({
        let open = open.clone();
        move |()| open()
    });
    Effect::new(move |_| match screen.get() {
        Screen::Home => opening.set(Opening::No),
        _ => open(),
    });
    view! {
        <MarkSprite/>
        <Framed view=View::Home>
            <OpeningLine opening=opening again=open_for_all/>
            <views::Home><views::KeptGames open=open_for_all/></views::Home>
        </Framed>
        <Footer/>
    }
}

/// Where the fetching of the application stands.
#[derive(Clone, PartialEq, Eq)]
enum Opening {
    No,
    Underway,
    Failed(String),
}

/// What is said while the application is fetched, and when it does not come.
#[component]
fn OpeningLine(opening: RwSignal<Opening>, again: Callback<()>) -> impl IntoView {
    view! {
        <div class="opening" aria-live="polite">
            {move || match opening.get() {
                Opening::No => ().into_any(),
                Opening::Underway => view! { <p class="wrap">"Opening …"</p> }.into_any(),
                Opening::Failed(why) => view! {
                    <div class="wrap">
                        <Notice title="The rest of Trivium did not load." alert=true>
                            <p>"Check the connection and try again. Your move is kept."</p>
                            <p class="faint">{why}</p>
                            <button class="btn" type="button" on:click=move |_| again.run(())>"Try again"</button>
                        </Notice>
                    </div>
                }.into_any(),
            }}
        </div>
    }
}

/// Header, navigation and main part around a view.
#[component]
fn Framed(view: View, children: Children) -> impl IntoView {
    let link = move |to: View, name: &'static str| {
        // Re-scoring stands under Verify.
        let here = view == to || (to == View::Verify && view == View::Rescore);
        view! { <a href=Route::to(to).href() aria-current=here.then_some("page")>{name}</a> }
    };
    view! {
        <a class="skip" href="#main">"Skip to content"</a>
        <header class="top">
            <div class="wrap top-in">
                <a class="brand" href="?"><Logo/>"Trivium"</a>
                <nav class="nav" aria-label="Main">
                    {link(View::Play, "Play")}
                    {link(View::Tournament, "Run")}
                    {link(View::Verify, "Verify")}
                </nav>
                <div class="top-tools"><ThemeSwitch/></div>
            </div>
        </header>
        <main id="main" tabindex="-1">{children()}</main>
    }
}

/// The three marks, joined.
#[component]
pub fn Logo() -> impl IntoView {
    view! {
        <svg class="logo" viewBox="0 0 28 28" aria-hidden="true">
            <path class="join" d="M6 7l8 7M22 7l-8 7M14 14v7"></path>
            <rect class="is-do" x="2" y="2.5" width="8" height="8"></rect>
            <circle class="is-think" cx="22" cy="6.5" r="3.4"></circle>
            <path class="is-say" d="M9 18.5h10L14 27z"></path>
        </svg>
    }
}

#[component]
fn Footer() -> impl IntoView {
    view! {
        <footer class="foot">
            <div class="wrap">
                <span>
                    "Trivium " {env!("CARGO_PKG_VERSION")} ". Runs in this browser; nothing is sent unless you connect a model."
                </span>
                <views::DigestLine/>
            </div>
        </footer>
    }
}

#[component]
fn NoSuchPage() -> impl IntoView {
    window::set_title("No such page");
    view! {
        <div class="wrap page">
            <div class="page-head">
                <h1>"There is no page of that name"</h1>
                <p class="lead measure">
                    "The address names a view that this version does not have. A link may have been cut off."
                </p>
            </div>
            <div class="row">
                <a class="btn btn--main" href="?">"Go to the first page"</a>
                <a class="btn" href=Route::to(View::Play).href()>"Choose a game"</a>
            </div>
        </div>
    }
}
