//! An action from what a reply gives for it.

use super::{Rule, Trouble};
use crate::text::Name;
use trivium_core::{Dec, Json, LegalForm};

/// What was understood: the action in its canonical form and the rules it took.
type Understood = (Json, Vec<Rule>);

/// Reads an action. What is legal as it stands is taken as it stands.
pub fn read(value: &Json, form: &LegalForm, names: &[Name]) -> Result<Understood, Trouble> {
    let code = match form.check(value) {
        Ok(action) => return Ok((action, Vec::new())),
        Err(code) => code,
    };
    match value {
        Json::String(text) => match statement(text, form, names) {
            Stated::One(action, rules) => Ok((action, rules)),
            Stated::Many => Err(Trouble::Ambiguous),
            Stated::None => quoted(text, form).ok_or(Trouble::Illegal(code)),
        },
        Json::Object(object) if object.len() == 1 && scalar(form) => {
            let known = ["action", "choice", "value", "move", "decision"];
            let (key, inner) = object.iter().next().ok_or(Trouble::Illegal(code))?;
            if !known.contains(&key.as_str()) || inner.is_object() {
                return Err(Trouble::Illegal(code));
            }
            let (action, mut rules) = read(inner, form, names)?;
            rules.push(Rule::Field);
            Ok((action, rules))
        }
        _ => Err(Trouble::Illegal(code)),
    }
}

fn scalar(form: &LegalForm) -> bool {
    matches!(form, LegalForm::Enum { .. } | LegalForm::Int { .. } | LegalForm::Grid { .. })
}

/// JSON that was written as text.
fn quoted(text: &str, form: &LegalForm) -> Option<Understood> {
    let inner: Json = serde_json::from_str(text.trim()).ok()?;
    Some((form.check(&inner).ok()?, vec![Rule::Quoted]))
}

/// What a short text states.
enum Stated {
    None,
    One(Json, Vec<Rule>),
    Many,
}

/// The whole text must be the statement: a label or number, alone or after words such as `I choose`. One word more
/// and nothing is understood, since it may turn the meaning round.
fn statement(text: &str, form: &LegalForm, names: &[Name]) -> Stated {
    let plain = plain(text);
    match decision(&plain, form, names) {
        Stated::None => {}
        // As it stood the text was no legal action, so what was taken off it counts.
        Stated::One(action, rules) if rules.is_empty() => return Stated::One(action, vec![Rule::Label]),
        found => return found,
    }
    let Some(rest) = after_lead(&plain) else { return Stated::None };
    match decision(rest, form, names) {
        Stated::One(action, mut rules) => {
            rules.push(Rule::Words);
            Stated::One(action, rules)
        }
        other => other,
    }
}

fn decision(text: &str, form: &LegalForm, names: &[Name]) -> Stated {
    match form {
        LegalForm::Enum { .. } | LegalForm::Bargain { .. } => match label(text, form, names) {
            Stated::None => number(text, form),
            found => found,
        },
        LegalForm::Int { .. } | LegalForm::Grid { .. } => number(text, form),
        _ => Stated::None,
    }
}

/// The label a text is, also twice as in `C (Cooperate)`; `C or D` states many.
fn label(text: &str, form: &LegalForm, names: &[Name]) -> Stated {
    let pieces = |text: &str| -> Vec<String> {
        let marks = text.replace(" - ", "|").replace(" or ", "|");
        marks.split(['(', ')', '[', ']', ':', '|', '/', ',', ';', '=']).map(plain).filter(|p| !p.is_empty()).collect()
    };
    // A label may hold such marks itself, so the whole text comes first.
    for parts in [vec![plain(text)], pieces(text)] {
        let mut seen: Vec<(Json, Rule)> = Vec::new();
        let understood = parts.iter().all(|part| match one_label(part, form, names) {
            Some(found) if found.is_empty() => false,
            Some(found) => {
                seen.extend(found);
                true
            }
            None => false,
        });
        let Some((first, rule)) = seen.first().cloned() else { continue };
        if seen.iter().any(|(other, _)| *other != first) {
            return Stated::Many;
        }
        if understood {
            let rules = if text == first { Vec::new() } else { vec![rule] };
            return Stated::One(first, rules);
        }
    }
    Stated::None
}

/// The actions a single word or name means.
fn one_label(text: &str, form: &LegalForm, names: &[Name]) -> Option<Vec<(Json, Rule)>> {
    let folded = fold(text);
    if folded.is_empty() {
        return None;
    }
    let words: Vec<Json> = match form {
        LegalForm::Enum { values } => values.iter().filter(|v| v.is_string()).cloned().collect(),
        LegalForm::Bargain { accept, walk, .. } => {
            [(*accept, "accept"), (*walk, "walk")].iter().filter(|w| w.0).map(|w| Json::from(w.1)).collect()
        }
        _ => return None,
    };
    let same = |word: &str| fold(word) == folded;
    if let Some(exact) = words.iter().find(|word| word.as_str() == Some(text)) {
        return Some(vec![(exact.clone(), Rule::Label)]);
    }
    let mut found: Vec<(Json, Rule)> = Vec::new();
    found.extend(words.iter().filter(|w| w.as_str().is_some_and(same)).map(|w| (w.clone(), Rule::Label)));
    found.extend(names.iter().filter(|n| n.label.as_deref().is_some_and(same)).map(|n| (n.action.clone(), Rule::Name)));
    let synonym = |name: &&Name| name.synonyms.iter().any(|s| same(s));
    found.extend(names.iter().filter(synonym).map(|n| (n.action.clone(), Rule::Synonym)));
    Some(found)
}

/// The number a text is, with a unit after it or a currency sign before it.
fn number(text: &str, form: &LegalForm) -> Stated {
    let text = text.trim();
    let bare = text.strip_prefix(['$', '€', '£']).unwrap_or(text).trim_start();
    let end = bare.find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-')).unwrap_or(bare.len());
    let (digits, unit) = bare.split_at(end);
    let units = [
        "", "point", "points", "token", "tokens", "coin", "coins", "unit", "units", "dollar", "dollars", "credit",
        "credits", "€", "$",
    ];
    if !units.contains(&unit.trim()) {
        return Stated::None;
    }
    let value = Dec::parse(digits.trim_end_matches('.')).map(Dec::to_json);
    match value.and_then(|value| form.check(&value).ok()) {
        Some(action) => Stated::One(action, if digits == text { Vec::new() } else { vec![Rule::Words] }),
        None => Stated::None,
    }
}

/// Words after which the decision follows; longer ones first.
const LEADS: &[&str] = &[
    "my final answer is",
    "my final decision is",
    "my decision is",
    "my choice is",
    "my action is",
    "my answer is",
    "my move is",
    "my offer is",
    "my bid is",
    "my vote is",
    "the action is",
    "the answer is",
    "i have decided to",
    "i decide to",
    "i will choose to",
    "i will choose",
    "i choose to",
    "i choose",
    "i will play",
    "i play",
    "i will offer",
    "i offer",
    "i will send",
    "i send",
    "i will give",
    "i give",
    "i will return",
    "i return",
    "i will contribute",
    "i contribute",
    "i will take",
    "i take",
    "i will bid",
    "i bid",
    "i will vote for",
    "i vote for",
    "i will pick",
    "i pick",
    "i select",
    "i request",
    "i'll",
    "i will",
    "i",
    "final answer",
    "final decision",
    "final action",
    "action",
    "answer",
    "choice",
    "decision",
    "move",
    "offer",
    "bid",
    "vote",
];

fn after_lead(text: &str) -> Option<&str> {
    let low = text.to_ascii_lowercase();
    let lead = LEADS
        .iter()
        .find(|lead| low.strip_prefix(**lead).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)))?;
    let rest = text[lead.len()..].trim_start();
    let rest = rest.strip_prefix([':', '=']).unwrap_or(rest);
    Some(rest.trim_start().trim_matches(MARKS)).filter(|rest| !rest.is_empty())
}

/// A text without its blanks, quotes, markdown and full stop at both ends.
fn plain(text: &str) -> String {
    text.trim_matches(MARKS).trim_end_matches(['.', '!']).trim_matches(MARKS).to_owned()
}

const MARKS: &[char] = &[' ', '\t', '\r', '\n', '"', '\'', '`', '*', '_', '#', '>', '“', '”', '‘', '’'];

fn fold(text: &str) -> String {
    let words = text.to_lowercase();
    words.split([' ', '\t', '\n', '_', '-']).filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Words that may take back or bend what a line states.
const DOUBTS: &[&str] = &[
    "not",
    "never",
    "don't",
    "won't",
    "instead",
    "actually",
    "wait",
    "unless",
    "rather",
    "however",
    "correction",
    "or",
    "if",
    "maybe",
    "perhaps",
    "unsure",
    "reconsider",
    "no",
    "change",
];

/// A decision from a text without JSON: exactly one line states it after a lead such as `Action:`, and nothing else in
/// the text names another legal answer or sounds like second thoughts.
pub fn line(text: &str, form: &LegalForm, names: &[Name]) -> Option<Result<Understood, Trouble>> {
    if !scalar(form) {
        return None;
    }
    let mut stated: Option<Understood> = None;
    let mut others = String::new();
    for line in text.lines().map(plain) {
        match after_lead(&line).map(|rest| decision(rest, form, names)) {
            Some(Stated::One(action, rules)) => match &stated {
                Some((other, _)) if *other != action => return Some(Err(Trouble::Ambiguous)),
                Some(_) => {}
                None => stated = Some((action, rules)),
            },
            Some(Stated::Many) => return Some(Err(Trouble::Ambiguous)),
            _ => {
                others.push_str(&line);
                others.push('\n');
            }
        }
    }
    let (action, rules) = stated?;
    let words: Vec<String> = others.split(|c: char| !c.is_alphanumeric() && c != '\'').map(str::to_lowercase).collect();
    let doubt = words.iter().any(|word| DOUBTS.contains(&word.as_str()) || word.ends_with("n't"));
    if doubt || names_another(&action, &others, form, names) {
        return Some(Err(Trouble::Ambiguous));
    }
    Some(Ok((action, rules)))
}

/// Whether the text holds a legal answer other than the one given.
fn names_another(action: &Json, text: &str, form: &LegalForm, names: &[Name]) -> bool {
    let number = text
        .split(|c: char| !(c.is_ascii_digit() || c == '.'))
        .filter_map(|word| Dec::parse(word.trim_matches('.')))
        .filter_map(|number| form.check(&number.to_json()).ok())
        .any(|number| number != *action);
    let LegalForm::Enum { values } = form else { return number };
    let padded = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
        format!(" {} ", words.collect::<Vec<_>>().join(" ").to_lowercase())
    };
    let text = padded(text);
    let holds = |word: &str| text.contains(&padded(word));
    let value = values.iter().filter(|v| *v != action).filter_map(Json::as_str).any(holds);
    let mut others = names.iter().filter(|name| name.action != *action);
    let named = others.any(|n| n.label.as_deref().is_some_and(holds) || n.synonyms.iter().any(|s| holds(s)));
    number || value || named
}
