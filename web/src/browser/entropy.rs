//! Fresh seeds from the platform's generator.

use trivium_core::ports::Entropy;

/// The browser's `crypto.getRandomValues`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn seed(&self) -> u64 {
        // Every browser that runs this page has the generator; where a policy takes it away, the time in
        // microseconds is still another seed each time.
        getrandom::u64().unwrap_or_else(|_| (js_sys::Date::now() * 1000.0) as u64)
    }
}

/// A fresh name for a session: ten letters and digits that are easy to read aloud.
pub fn session_id() -> String {
    const SIGNS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567890";
    let mut bits = SystemEntropy.seed();
    (0..10)
        .map(|_| {
            let sign = SIGNS[(bits & 31) as usize];
            bits >>= 5;
            char::from(sign)
        })
        .collect()
}
