//! Task files: a game and its parameters, as people keep, edit and share them.
//!
//! `{"format":"trivium-task/1","game":"L3-T01","params":{…}}`; parameters that are missing get their defaults.

use crate::registry::{self, GameInfo};
use serde_json::Map;
use trivium_core::{Condition, Json, ParamError};

/// The format's name and version, the first value of a file.
pub const FORMAT: &str = "trivium-task/1";
/// Longest task file that is read, in bytes: the longest of ours has a hundredth of it.
pub const LIMIT: usize = 100_000;

/// A task file that was checked by its game.
#[derive(Clone)]
pub struct Task {
    /// The game.
    pub game: &'static GameInfo,
    /// The parameters that the file names.
    pub params: Map<String, Json>,
}

/// A task file that cannot be used: the file, the field, what stands there and what may.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskError {
    /// The file's name.
    pub file: String,
    /// The field and the values it may have.
    pub fault: ParamError,
}

impl std::fmt::Display for TaskError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ParamError { field, found, allowed } = &self.fault;
        write!(f, "{}: {field} is {found}; allowed: {allowed}", self.file)
    }
}

impl std::error::Error for TaskError {}

/// Reads a task file and lets its game check the parameters, in both conditions.
pub fn read(file: &str, bytes: &[u8]) -> Result<Task, TaskError> {
    read_text(bytes).map_err(|fault| TaskError { file: file.to_owned(), fault })
}

fn read_text(bytes: &[u8]) -> Result<Task, ParamError> {
    let whole = |found: String| ParamError::new("file", found, "a JSON object with format, game and params");
    if bytes.len() > LIMIT {
        return Err(whole(format!("{} bytes long, of at most {LIMIT}", bytes.len())));
    }
    let text =
        std::str::from_utf8(bytes).map_err(|e| whole(format!("no UTF-8 text from byte {} on", e.valid_up_to())))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let json: Json = serde_json::from_str(text).map_err(|e| whole(format!("no JSON: {e}")))?;
    let Json::Object(mut fields) = json else { return Err(whole(kind(&json).into())) };
    let format = fields.remove("format").unwrap_or_default();
    if format != FORMAT {
        return Err(ParamError::new("format", shown(&format), format!("{FORMAT:?}")));
    }
    let game = fields.remove("game").unwrap_or_default();
    let known = || registry::GAMES.iter().map(|game| game.id).collect::<Vec<_>>().join(", ");
    let id = game.as_str().ok_or_else(|| ParamError::new("game", shown(&game), known()))?;
    let game = registry::find(id)?;
    let params = match fields.remove("params") {
        None | Some(Json::Null) => Map::new(),
        Some(Json::Object(params)) => params,
        Some(other) => return Err(ParamError::new("params", shown(&other), "an object with a value for each name")),
    };
    if let Some(field) = fields.keys().next() {
        return Err(ParamError::new(field.as_str(), "not a field of a task file", "format, game, params"));
    }
    for condition in [Condition::Silent, Condition::Comm] {
        game.start(&Json::Object(params.clone()), condition)?;
    }
    Ok(Task { game, params })
}

/// A task file with these parameters, as people edit it.
pub fn write(game: &GameInfo, params: &Json) -> String {
    let head = format!("{{\n  \"format\": \"{FORMAT}\",\n  \"game\": \"{}\",\n  \"params\": ", game.id);
    let body = serde_json::to_string_pretty(params).unwrap_or_default().replace('\n', "\n  ");
    format!("{head}{body}\n}}\n")
}

fn kind(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "a truth value",
        Json::Number(_) => "a number",
        Json::String(_) => "a text",
        Json::Array(_) => "a list",
        Json::Object(_) => "an object",
    }
}

/// A value as it is quoted in an error: whole where it is short.
fn shown(json: &Json) -> String {
    let text = json.to_string();
    match json {
        Json::Null => "missing".into(),
        _ if text.len() <= 60 => text,
        _ => kind(json).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_task_files_of_all_games_are_read_and_written_back() {
        for game in registry::GAMES {
            let task = read(game.id, game.task.as_bytes()).expect("our own files are legal");
            assert_eq!((task.game.id, Json::Object(task.params.clone())), (game.id, game.defaults()));
            let text = write(game, &game.defaults());
            let again = read(game.id, text.as_bytes()).expect("what is written can be read");
            assert_eq!(again.params, task.params);
        }
    }

    #[test]
    fn faults_name_file_field_and_what_is_allowed() {
        let message = |text: &str| read("mine.json", text.as_bytes()).err().map(|e| e.to_string()).unwrap_or_default();
        let task = |rest: &str| message(&format!(r#"{{"format":"trivium-task/1",{rest}}}"#));
        assert_eq!(
            message(""),
            "mine.json: file is no JSON: EOF while parsing a value at line 1 column 0; allowed: a JSON object with format, game and params"
        );
        assert_eq!(message("[1]"), "mine.json: file is a list; allowed: a JSON object with format, game and params");
        assert_eq!(message("{}"), "mine.json: format is missing; allowed: \"trivium-task/1\"");
        assert!(task(r#""game":"L9-T01""#).starts_with("mine.json: game is \"L9-T01\"; allowed: L1-T01, L1-T02"));
        assert!(task(r#""game":7"#).starts_with("mine.json: game is 7; allowed: L1-T01"));
        assert!(task(r#""game":"L3-T01","params":[]"#).starts_with("mine.json: params is []; allowed: an object"));
        assert!(
            task(r#""game":"L3-T01","seats":4"#)
                .contains("seats is not a field of a task file; allowed: format, game, params")
        );
        assert!(
            task(r#""game":"L3-T01","params":{"mpcr":"a half"}"#)
                .starts_with("mine.json: mpcr is \"a half\"; allowed: ")
        );
        assert!(
            task(r#""game":"L3-T01","params":{"round":3}"#)
                .starts_with("mine.json: round is not a parameter of this game; allowed: ")
        );
        assert!(read("x", &[0xff, 0xfe]).is_err_and(|e| e.fault.found == "no UTF-8 text from byte 0 on"));
        assert!(message(&"[".repeat(LIMIT)).contains("recursion limit"));
        assert!(message(&" ".repeat(LIMIT + 1)).contains("100001 bytes long, of at most 100000"));
    }

    proptest! {
        #[test]
        fn whatever_the_bytes_there_is_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read("any", &bytes);
        }

        #[test]
        fn whatever_the_value_there_is_an_answer(game in 0..registry::GAMES.len(), at in any::<prop::sample::Index>(), value in "[-0-9.eE\"\\[\\]{}a-z,:]{0,12}") {
            let info = registry::GAMES[game];
            let Json::Object(mut params) = info.defaults() else { return Ok(()) };
            let name = params.keys().nth(at.index(params.len().max(1))).cloned().unwrap_or_default();
            params.insert(name, serde_json::from_str(&value).unwrap_or(Json::from(value)));
            let _ = read("any", write(info, &Json::Object(params)).as_bytes());
        }
    }
}
