//! The page: views over the record, and nothing else that holds state.
//!
//! Two programs are made of it. The first page comes with [`start_first`]: one game, its scores, and the first move.
//! Everything else is in [`start_app`], which `static/boot.js` fetches when the address or a click asks for it, and
//! which takes over in the same document.

mod app;
mod browser;
mod faces;
mod handover;
mod intake;
mod live;
mod parts;
mod route;
mod stock;
mod theme;
mod views;

/// Starts the program of the first page.
pub fn start_first() {
    start(stock::FIRST);
    handover::mount_first();
}

/// Starts the whole application, where the first page left off if it was there.
pub fn start_app() {
    start(stock::ALL);
    leptos::mount::mount_to_body(app::App);
}

fn start(stock: stock::Stock) {
    console_error_panic_hook::set_once();
    stock::fill(stock);
}
