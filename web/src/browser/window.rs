//! Title, focus, scrolling and small settings of the window.

use js_sys::Array;
use leptos::prelude::{document, request_animation_frame, window};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{FocusOptions, HtmlElement, IntersectionObserver, IntersectionObserverEntry};

/// Sets the document's title.
pub fn set_title(title: &str) {
    document().set_title(&format!("{title} · Trivium"));
}

fn find(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok().flatten().and_then(|e| e.dyn_into().ok())
}

/// Moves the focus to the first element of a selector once the screen has changed. `still` keeps the page where it is.
pub fn focus(selector: &'static str, still: bool) {
    // Two frames: the first draws what the signals changed.
    request_animation_frame(move || {
        request_animation_frame(move || {
            let Some(element) = find(selector) else { return };
            if element.tab_index() < 0 && !element.has_attribute("tabindex") {
                let _ = element.set_attribute("tabindex", "-1");
            }
            let options = FocusOptions::new();
            options.set_prevent_scroll(still);
            let _ = element.focus_with_options(&options);
        });
    });
}

/// Whether the focus is nowhere, as after its element was taken away.
pub fn focus_is_lost() -> bool {
    document().active_element().is_none_or(|e| e.tag_name().eq_ignore_ascii_case("body"))
}

/// Whether the focus shows, which is when the person moves by keyboard.
pub fn focus_shows() -> bool {
    document().active_element().and_then(|e| e.matches(":focus-visible").ok()).unwrap_or(false)
}

/// Scrolls to the top of the page.
pub fn to_top() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// Calls back once, when an element comes into sight. A browser that cannot tell sees it at once.
pub fn once_seen(element: &web_sys::Element, then: impl FnOnce() + 'static) {
    let then = Rc::new(RefCell::new(Some(then)));
    let call = {
        let then = then.clone();
        move || {
            if let Some(then) = then.borrow_mut().take() {
                then();
            }
        }
    };
    let on_change = Closure::<dyn FnMut(Array, IntersectionObserver)>::new({
        let call = call.clone();
        move |entries: Array, observer: IntersectionObserver| {
            let seen = |entry: JsValue| {
                entry.dyn_into::<IntersectionObserverEntry>().is_ok_and(|entry| entry.is_intersecting())
            };
            if entries.iter().any(seen) {
                observer.disconnect();
                call();
            }
        }
    });
    match IntersectionObserver::new(on_change.as_ref().unchecked_ref()) {
        Ok(observer) => observer.observe(element),
        Err(_) => call(),
    }
    // One closure for each footer that is ever drawn.
    on_change.forget();
}

/// The page's origin.
pub fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// Whether the browser says that it is online.
pub fn online() -> bool {
    window().navigator().on_line()
}

/// A setting of this device, if one is kept and may be read.
pub fn setting(name: &str) -> Option<String> {
    window().local_storage().ok().flatten()?.get_item(name).ok().flatten()
}

/// Keeps a setting on this device, where the browser allows it.
pub fn keep_setting(name: &str, value: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        let _ = storage.set_item(name, value);
    }
}
