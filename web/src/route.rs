//! The address: views and their settings stand in the query, so that a link works from any host and folder.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlAnchorElement, MouseEvent, UrlSearchParams};

/// The views.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// The first page.
    Home,
    /// Choosing a game, and a game itself.
    Play,
    /// Agents against agents.
    Tournament,
    /// Checking a record.
    Verify,
    /// Scoring benchmark results again.
    Rescore,
    /// No view of ours.
    Unknown,
}

impl View {
    const NAMES: [(View, &str); 5] = [
        (View::Home, ""),
        (View::Play, "play"),
        (View::Tournament, "tournament"),
        (View::Verify, "verify"),
        (View::Rescore, "rescore"),
    ];

    fn read(name: Option<&str>) -> View {
        let name = match name {
            None | Some("home") => "",
            Some(name) => name,
        };
        View::NAMES.iter().find(|(_, n)| *n == name).map_or(View::Unknown, |(view, _)| *view)
    }

    fn name(self) -> &'static str {
        View::NAMES.iter().find(|(view, _)| *view == self).map_or("", |(_, name)| name)
    }
}

/// What the query says, in its order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Route(Vec<(String, String)>);

impl Route {
    /// The route to a view.
    pub fn to(view: View) -> Route {
        match view.name() {
            "" => Route::default(),
            name => Route::default().with("view", name),
        }
    }

    /// The same with one more setting.
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Route {
        self.0.push((name.to_owned(), value.into()));
        self
    }

    /// The same with a setting where there is a value.
    pub fn with_some(self, name: &str, value: Option<impl Into<String>>) -> Route {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    fn parse(search: &str) -> Route {
        let Ok(params) = UrlSearchParams::new_with_str(search) else { return Route::default() };
        let entries = js_sys::Array::from(&params);
        let text = |pair: &js_sys::Array, at| pair.get(at).as_string().unwrap_or_default();
        Route(entries.iter().map(|p| js_sys::Array::from(&p)).map(|p| (text(&p, 0), text(&p, 1))).collect())
    }

    /// A setting.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// All settings, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The view.
    pub fn view(&self) -> View {
        View::read(self.get("view"))
    }

    /// The address relative to the page: `?view=…`; `?` alone is home.
    pub fn href(&self) -> String {
        let Ok(params) = UrlSearchParams::new() else { return "?".into() };
        for (name, value) in &self.0 {
            params.append(name, value);
        }
        format!("?{}", String::from(params.to_string()))
    }
}

/// Where the person is, and how to go elsewhere.
#[derive(Clone, Copy)]
pub struct Router {
    route: RwSignal<Route>,
}

impl Router {
    /// Reads the address and follows it from now on: back, forward and every link within the page.
    pub fn start() -> Router {
        let router = Router { route: RwSignal::new(here()) };
        let back = window_event_listener_untyped("popstate", move |_| router.follow());
        let click = window_event_listener_untyped("click", move |event| {
            let event: MouseEvent = event.unchecked_into();
            if let Some(route) = link_within(&event) {
                event.prevent_default();
                router.go(route);
            }
        });
        // The first page ends when the application takes over; its listeners end with it.
        on_cleanup(move || {
            back.remove();
            click.remove();
        });
        router
    }

    fn follow(self) {
        let now = here();
        if self.route.with_untracked(|route| *route != now) {
            self.route.set(now);
        }
    }

    /// The present route, without following changes.
    pub fn route_now(self) -> Route {
        self.route.get_untracked()
    }

    /// A part of the route as a signal of its own.
    pub fn part<T: PartialEq + Clone + Send + Sync + 'static>(
        self,
        part: impl Fn(&Route) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        Memo::new(move |_| self.route.with(|route| part(route)))
    }

    /// Goes to a route; back returns.
    pub fn go(self, route: Route) {
        if let Ok(history) = window().history() {
            let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&route.href()));
        }
        self.route.set(route);
    }

    /// Puts a route in the place of the present one.
    pub fn replace(self, route: Route) {
        if let Ok(history) = window().history() {
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&route.href()));
        }
        self.route.set(route);
    }
}

fn here() -> Route {
    Route::parse(&window().location().search().unwrap_or_default())
}

/// The route of a plain click on a link to this page; nothing for any other click.
fn link_within(event: &MouseEvent) -> Option<Route> {
    let modified = event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key();
    if modified || event.button() != 0 || event.default_prevented() {
        return None;
    }
    let target: web_sys::Element = event.target()?.dyn_into().ok()?;
    let link: HtmlAnchorElement = target.closest("a[href]").ok().flatten()?.dyn_into().ok()?;
    let location = window().location();
    let same_page = link.origin() == location.origin().ok()? && link.pathname() == location.pathname().ok()?;
    let plain = link.target().is_empty() && !link.has_attribute("download") && link.hash().is_empty();
    // `href="#main"` has a hash; `href="?"` has none and an empty search.
    (same_page && plain).then(|| Route::parse(&link.search()))
}
