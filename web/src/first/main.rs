//! The first page alone, so that it comes quickly.

fn main() {
    trivium_web::start_first();
}
