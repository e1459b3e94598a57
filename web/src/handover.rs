//! From the first page to the application, in the same document: what is open goes along.
//!
//! `static/boot.js` offers `trivium.open(leave)`: it fetches the application, calls `leave`, and starts it. What the
//! first page hands over lies in `trivium.handed` until the application takes it.

use crate::app::First;
use crate::browser::transport::words;
use crate::browser::window::{keep_setting, setting};
use crate::live::{Keeper, Kept, Live};
use js_sys::{Array, Function, Object, Promise, Reflect};
use leptos::prelude::*;
use std::cell::RefCell;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::File;

/// The setting by which `boot.js` knows that games are kept here, so that it starts the application at once.
const GAMES_KEPT: &str = "trivium-games";

thread_local! {
    /// Takes the first page off the screen.
    static LEAVE: RefCell<Option<Box<dyn FnOnce()>>> = const { RefCell::new(None) };
}

/// Puts the first page on the screen, to be taken off again.
pub fn mount_first() {
    let Some(body) = document().body() else { return };
    let mounted = leptos::mount::mount_to(body, First);
    LEAVE.with(|leave| *leave.borrow_mut() = Some(Box::new(move || drop(mounted))));
}

fn trivium() -> Option<Object> {
    Reflect::get(&js_sys::global(), &"trivium".into()).ok()?.dyn_into().ok()
}

fn handed() -> Option<Object> {
    let trivium = trivium()?;
    Reflect::get(&trivium, &"handed".into()).ok()?.dyn_into().ok()
}

fn set(object: &Object, name: &str, value: &JsValue) {
    // Setting a property of a plain object cannot fail.
    let _ = Reflect::set(object, &name.into(), value);
}

/// Opens the application at the present address, with a game that is open here and files that came in. An error is the
/// browser's, in words; then the first page stays.
pub async fn open(game: Option<&Live>, files: &[File]) -> Result<(), String> {
    let trivium = trivium().ok_or("this page was not started by its own script")?;
    let bag = Object::new();
    set(&bag, "files", &files.iter().collect::<Array>());
    if let Some(game) = game {
        set(&bag, "id", &game.id().into());
        set(&bag, "lines", &game.lines().iter().map(JsValue::from).collect::<Array>());
        set(&bag, "stored", &(game.stored() as u32).into());
        if let Kept::Refused(why) = game.kept_now() {
            set(&bag, "refused", &why.into());
        }
    }
    set(&trivium, "handed", &bag);
    let opener: Option<Function> = Reflect::get(&trivium, &"open".into()).ok().and_then(|f| f.dyn_into().ok());
    let opener = opener.ok_or("this page was not started by its own script")?;
    let leave = Closure::once_into_js(|| {
        if let Some(leave) = LEAVE.with(RefCell::take) {
            leave();
        }
    });
    let opening: Promise =
        opener.call1(&trivium, &leave).map_err(|e| words(&e))?.dyn_into().map_err(|e: JsValue| words(&e))?;
    JsFuture::from(opening).await.map(|_| ()).map_err(|e| words(&e))
}

/// What the first page handed over; empty where the application was opened by its address.
#[derive(Default)]
pub struct Handed {
    /// Whether the application took over from the first page.
    pub took_over: bool,
    /// Files that came in.
    pub files: Vec<File>,
}

/// Takes what the first page handed over; an open game goes to the keeper.
pub fn take(keeper: &Keeper) -> Handed {
    let Some(bag) = handed() else { return Handed::default() };
    if let Some(trivium) = trivium() {
        set(&trivium, "handed", &JsValue::UNDEFINED);
    }
    let part = |name: &str| Reflect::get(&bag, &name.into()).unwrap_or_default();
    let list = |name: &str| part(name).dyn_into::<Array>().map(|list| list.to_vec()).unwrap_or_default();
    if let Some(id) = part("id").as_string() {
        let lines: Vec<String> = list("lines").iter().filter_map(JsValue::as_string).collect();
        let stored = part("stored").as_f64().unwrap_or_default() as usize;
        let refused = part("refused").as_string();
        // A game that cannot be taken up from its lines is looked for in the store, like any other.
        if let Ok(live) = Live::taken_over(id, &lines, stored, refused) {
            keeper.remember(&live);
        }
    }
    Handed { took_over: true, files: list("files").into_iter().filter_map(|file| file.dyn_into().ok()).collect() }
}

/// Notes whether games are kept on this device.
pub fn note_games_kept(any: bool) {
    let now = setting(GAMES_KEPT).is_some_and(|set| !set.is_empty());
    if now != any {
        keep_setting(GAMES_KEPT, if any { "1" } else { "" });
    }
}
