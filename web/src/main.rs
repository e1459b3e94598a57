//! The whole application.

fn main() {
    trivium_web::start_app();
}
