//! The page: views over the record, and nothing else that holds state.

mod app;
mod browser;
mod faces;
mod intake;
mod live;
mod parts;
mod route;
mod theme;
mod views;

fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}
