//! The frame every view stands in.

use crate::browser::window;
use crate::intake::Intake;
use crate::live::Keeper;
use crate::parts::MarkSprite;
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
    Verify,
    Rescore,
    Unknown,
}

impl Screen {
    fn of(route: &Route) -> Screen {
        match (route.view(), route.get("session")) {
            (View::Home, _) => Screen::Home,
            (View::Play, Some(id)) => Screen::Game(id.to_owned()),
            (View::Play, None) => Screen::Choose,
            (View::Verify, _) => Screen::Verify,
            (View::Rescore, _) => Screen::Rescore,
            (View::Unknown, _) => Screen::Unknown,
        }
    }
}

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let router = Router::start();
    provide_context(router);
    provide_context(Keeper::default());
    provide_context(Intake::start(router));
    let screen = router.part(Screen::of);
    Effect::new(move |before: Option<Screen>| {
        let now = screen.get();
        if before.is_some_and(|before| before != now) {
            window::to_top();
            window::focus("header h1, main h1", true);
        }
        now
    });
    view! {
        <MarkSprite/>
        {move || match screen.get() {
            Screen::Home => view! { <Framed view=View::Home><views::Home/></Framed> }.into_any(),
            Screen::Choose => view! { <Framed view=View::Play><views::Choose/></Framed> }.into_any(),
            Screen::Game(id) => view! { <views::Game id=id/> }.into_any(),
            Screen::Verify => view! { <Framed view=View::Verify><views::Verify/></Framed> }.into_any(),
            Screen::Rescore => view! { <Framed view=View::Rescore><views::Rescore/></Framed> }.into_any(),
            Screen::Unknown => view! { <Framed view=View::Unknown><NoSuchPage/></Framed> }.into_any(),
        }}
        <Footer/>
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
