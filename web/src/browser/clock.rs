//! The time of the device.

use trivium_core::ports::Clock;

/// The browser's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now_ms(&self) -> u64 {
        // Milliseconds since 1970 fit a double exactly for 280 000 years.
        js_sys::Date::now() as u64
    }
}

/// A moment as the person's language and place write it, without seconds.
pub fn local_time(ms: u64) -> String {
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(ms as f64));
    let day = String::from(date.to_locale_date_string("default", &wasm_bindgen::JsValue::UNDEFINED));
    format!("{day}, {:02}:{:02}", date.get_hours(), date.get_minutes())
}
