//! What stands around an answer: reasoning between tags, and code fences.

/// Tags between which models without a reasoning field put their reasoning.
const TAGS: &[&str] = &["think", "thinking", "reasoning"];

/// Most blocks of reasoning taken off one text.
const BLOCKS: usize = 16;

/// The text after reasoning at its start. An open tag without its end leaves nothing; an end without its start, as
/// some chat templates leave it, ends the reasoning.
pub fn think(text: &str) -> &str {
    let mut rest = text.trim();
    for _ in 0..BLOCKS {
        let before = rest;
        for tag in TAGS {
            let (open, close) = (format!("<{tag}>"), format!("</{tag}>"));
            if starts(rest, &open) {
                rest = match find(rest, &close) {
                    Some(at) => rest[at + close.len()..].trim(),
                    None => "",
                };
            } else if let Some(at) = find(rest, &close)
                && find(&rest[..at], &open).is_none()
            {
                rest = rest[at + close.len()..].trim();
            }
        }
        if rest.len() == before.len() {
            break;
        }
    }
    rest
}

fn starts(text: &str, tag: &str) -> bool {
    text.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag))
}

/// Where an ASCII tag stands, in any case.
fn find(text: &str, tag: &str) -> Option<usize> {
    text.as_bytes().windows(tag.len()).position(|w| w.eq_ignore_ascii_case(tag.as_bytes()))
}

/// What is inside, if the whole text is one fenced block.
pub fn fence(text: &str) -> Option<&str> {
    let inside = text.trim().strip_prefix("```")?.strip_suffix("```")?;
    let (language, inside) = inside.split_once('\n')?;
    let plain = language.trim().chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    (plain && !inside.contains("```")).then(|| inside.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasoning_is_taken_off_the_start_only() {
        assert_eq!(think("<think>a\nb</think> {}"), "{}");
        assert_eq!(think("<THINK>a</Think><think>b</think>{}"), "{}");
        assert_eq!(think("a chat template ate the tag </think>{}"), "{}");
        assert_eq!(think("<think>never ends {}"), "");
        assert_eq!(think("no tags"), "no tags");
        assert_eq!(think("ünïcode <thi"), "ünïcode <thi");
    }

    #[test]
    fn a_fence_counts_when_it_holds_everything() {
        assert_eq!(fence("```json\n{}\n```"), Some("{}"));
        assert_eq!(fence("```\n{}```"), Some("{}"));
        assert_eq!(fence("Here:\n```json\n{}\n```"), None);
        assert_eq!(fence("```json\n{}\n``` or ```\n[]\n```"), None);
        assert_eq!(fence("``````"), None);
    }
}
