//! API keys: in memory only, shown by nothing, cut out of whatever a server sends back.

use zeroize::Zeroizing;

/// What stands where a key was cut out.
pub const MASK: &str = "[key]";
/// Longest key taken, in characters.
const LONGEST: usize = 4096;
/// Pieces of a key at least this long are cut out of error texts.
const ERROR_PIECE: usize = 6;
/// Pieces of a key at least this long are cut out of replies; shorter keys stay, for they are no secrets and a reply
/// must not lose ordinary words.
const REPLY_PIECE: usize = 8;

/// An API key. It has no serialised form, its `Debug` shows nothing of it, and its memory is zeroed when dropped.
///
/// ```compile_fail
/// let key = trivium_models::Key::read("a-secret-key").unwrap().unwrap();
/// serde_json::to_string(&key).unwrap(); // keys cannot be serialised
/// ```
///
/// ```compile_fail
/// let key = trivium_models::Key::read("a-secret-key").unwrap().unwrap();
/// println!("{key}"); // nor displayed
/// ```
pub struct Key(Zeroizing<String>);

/// A text that cannot be a key. The message shows nothing of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadKey {
    /// It has blanks, line ends, control characters or letters beyond ASCII.
    #[error(
        "A key has no blanks, line ends or special letters. Copy it again from your provider's page; something else came along with it."
    )]
    Characters,
    /// It is too long.
    #[error("A key has at most {LONGEST} characters. Copy it again from your provider's page.")]
    Length,
}

impl Key {
    /// Takes a key as typed or pasted: blanks around it and a leading `Bearer` are dropped. `None` for an empty text,
    /// which means that no key is sent.
    pub fn read(text: &str) -> Result<Option<Key>, BadKey> {
        let text = text.trim();
        let text = text.strip_prefix("Bearer ").map_or(text, str::trim);
        if text.is_empty() {
            return Ok(None);
        }
        if text.len() > LONGEST {
            return Err(BadKey::Length);
        }
        if !text.bytes().all(|b| b.is_ascii_graphic()) {
            return Err(BadKey::Characters);
        }
        Ok(Some(Key(Zeroizing::new(text.to_owned()))))
    }

    /// The value of the `Authorization` header.
    pub(crate) fn bearer(&self) -> String {
        format!("Bearer {}", *self.0)
    }

    /// The key alone, for headers that hold nothing else.
    pub(crate) fn bare(&self) -> String {
        (*self.0).clone()
    }

    /// Masks every stretch of `text` that repeats `piece` or more characters of the key (the whole key, if shorter).
    fn mask(&self, text: &str, piece: usize) -> String {
        let width = piece.min(self.0.len());
        let mut hit = vec![false; text.len()];
        for start in 0..=self.0.len() - width {
            let piece = &self.0[start..start + width];
            // Overlapping matches too: every start is looked at, one character further each time.
            let mut from = 0;
            while let Some(at) = text[from..].find(piece).map(|at| at + from) {
                hit[at..at + width].fill(true);
                from = at + 1;
            }
        }
        let mut out = String::with_capacity(text.len());
        let mut inside = false;
        for (at, c) in text.char_indices() {
            if hit[at] && !inside {
                out.push_str(MASK);
            } else if !hit[at] {
                out.push(c);
            }
            inside = hit[at];
        }
        out
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(hidden)")
    }
}

/// A model's reply without the key, should the server have put it there.
pub fn clean_reply(text: &str, key: Option<&Key>) -> String {
    match key {
        Some(key) if key.0.len() >= REPLY_PIECE => key.mask(text, REPLY_PIECE),
        _ => text.to_owned(),
    }
}

/// A server's error text without the key, pieces of it, and anything else that looks like a key. At most `longest`
/// characters are kept.
pub fn clean_error(text: &str, key: Option<&Key>, longest: usize) -> String {
    // Errors can be as long as a page of HTML; masking all of it would be work for nothing.
    let head: String = text.chars().take(longest.saturating_mul(4)).collect();
    let masked = match key {
        Some(key) if key.0.len() >= 4 => key.mask(&head, ERROR_PIECE),
        Some(key) => words(&head, |word| word == key.0.as_str()),
        None => head,
    };
    let mut after_bearer = false;
    let masked = words(&masked, |word| {
        let secret = (after_bearer && word.len() >= 4) || looks_like_key(word);
        after_bearer = word.eq_ignore_ascii_case("bearer");
        secret
    });
    masked.chars().take(longest).collect::<String>().trim().to_owned()
}

/// The text with every word that `secret` picks replaced by the mask.
fn words(text: &str, mut secret: impl FnMut(&str) -> bool) -> String {
    let between = |c: char| c.is_whitespace() || "\"'`<>(){}[],;=".contains(c);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(between).unwrap_or(rest.len());
        let word = &rest[..end];
        let bare = word.trim_end_matches(['.', ':', '!', '?']);
        if !bare.is_empty() && secret(bare) {
            out.push_str(MASK);
            out.push_str(&word[bare.len()..]);
        } else {
            out.push_str(word);
        }
        let next = rest[end..].chars().next();
        out.extend(next);
        rest = &rest[end + next.map_or(0, char::len_utf8)..];
    }
    out
}

fn looks_like_key(word: &str) -> bool {
    // Providers repeat keys with the middle starred out; what is left are the two ends.
    if word.contains("***") {
        return true;
    }
    let known = ["sk-", "sk_", "rk-", "gsk_", "xai-", "AIza", "key-", "pplx-", "hf_", "tgp_"];
    word.len() >= 16 && known.iter().any(|start| word.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &str = "sk-canary-Zq81LmTt0vXw";

    fn key() -> Key {
        Key::read(SECRET).unwrap().unwrap()
    }

    /// No stretch of the key as long as `piece` is left.
    fn assert_clean(text: &str, piece: usize) {
        for start in 0..=SECRET.len() - piece {
            assert!(!text.contains(&SECRET[start..start + piece]), "{text}");
        }
    }

    #[test]
    fn keys_are_taken_as_pasted_and_wrong_ones_are_not_repeated() {
        assert!(Key::read("  \n").unwrap().is_none());
        assert_eq!(Key::read(" Bearer abc\n").unwrap().unwrap().bearer(), "Bearer abc");
        for bad in ["two words", "naïve-key", "line\nend", "nul\0"] {
            let error = Key::read(bad).unwrap_err();
            assert_eq!(error, BadKey::Characters);
            assert!(!error.to_string().contains(bad));
        }
        assert_eq!(Key::read(&"k".repeat(5000)).unwrap_err(), BadKey::Length);
        assert_eq!(format!("{:?}", key()), "Key(hidden)");
    }

    #[test]
    fn echoes_of_the_key_are_cut_out() {
        let said = format!("Incorrect API key provided: {SECRET}. Find yours at https://example.org/keys.");
        let clean = clean_error(&said, Some(&key()), 500);
        assert_eq!(clean, "Incorrect API key provided: [key]. Find yours at https://example.org/keys.");
        assert_clean(&clean_error("prefix sk-canary-Zq81 and tail TtLmTt0vXw", Some(&key()), 500), 6);
        assert_clean(&clean_reply(&format!("{{\"message\":\"{SECRET}{SECRET}\"}}"), Some(&key())), 8);
        assert_eq!(clean_reply("nothing secret: ökologisch", Some(&key())), "nothing secret: ökologisch");
    }

    #[test]
    fn keys_of_others_and_starred_ones_go_too() {
        assert_eq!(clean_error("bad key sk-ab***********wxyz!", None, 500), "bad key [key]!");
        assert_eq!(clean_error("header was 'Bearer 0123456789abcdef'", None, 500), "header was 'Bearer [key]'");
        assert_eq!(clean_error("gsk_0123456789abcdefXYZ refused", None, 500), "[key] refused");
        assert_eq!(clean_error("The sk-model is unknown.", None, 500), "The sk-model is unknown.");
    }

    #[test]
    fn a_short_key_hides_only_itself_and_leaves_replies_alone() {
        let short = Key::read("C").unwrap().unwrap();
        assert_eq!(clean_error("Cannot use C here", Some(&short), 500), "Cannot use [key] here");
        assert_eq!(clean_reply("{\"action\":\"C\"}", Some(&short)), "{\"action\":\"C\"}");
    }
}
