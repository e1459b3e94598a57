//! Understanding a reply: the decision in it, how it was found, or why it cannot be taken.
//!
//! A reply that is the JSON object that was asked for is read as it stands. Where it is not, eleven numbered rules say
//! what else is understood; the rules used are named in the record. No rule guesses: what is taken stands in the text
//! as the answer, and a text that states two different legal answers is not taken at all.

mod action;
mod object;
mod strip;

use crate::text::{AnnounceForm, At, Name, Texts};
use object::Object;
use trivium_core::{Code, Decision, Json, LegalForm, Message, Rationale};

/// Longest reply looked at, in bytes.
pub const REPLY_LIMIT: usize = 96 * 1024;
/// Longest field of a rationale kept, in characters.
pub const RATIONALE_LIMIT: usize = 4000;

/// What is understood beyond the exact form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rule {
    /// Reasoning between think tags was taken off.
    Think,
    /// A code fence around the object was taken off.
    Fence,
    /// The object stood in a text.
    Prose,
    /// The decision stood in a field of another name, or one level deeper.
    Field,
    /// The reply was the bare decision, without object.
    Bare,
    /// JSON was written as text.
    Quoted,
    /// A label in other case, with blanks, quotes or markdown around it.
    Label,
    /// The name that people read, instead of the value.
    Name,
    /// A synonym that the game lists.
    Synonym,
    /// A number or label in a short sentence such as `I offer 5`.
    Words,
    /// No object at all, but one line that states the decision, such as `Action: C`.
    Line,
}

impl Rule {
    /// Number and name, as records have them.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Think => "1-think",
            Rule::Fence => "2-fence",
            Rule::Prose => "3-prose",
            Rule::Field => "4-field",
            Rule::Bare => "5-bare",
            Rule::Quoted => "6-quoted",
            Rule::Label => "7-label",
            Rule::Name => "8-name",
            Rule::Synonym => "9-synonym",
            Rule::Words => "10-words",
            Rule::Line => "11-line",
        }
    }

    /// Whether what was read may be cut short without a sign of it: then text around the object counts.
    pub(crate) const fn needs_the_end(self) -> bool {
        matches!(self, Rule::Prose | Rule::Line | Rule::Bare)
    }
}

/// How an answer was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Path {
    /// The reply is the object that was asked for.
    Exact,
    /// By these rules, in order of their numbers.
    Tolerant(Vec<Rule>),
    /// No answer was found.
    None,
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Path::Exact => f.write_str("exact"),
            Path::None => f.write_str("none"),
            Path::Tolerant(rules) => {
                let names: Vec<&str> = rules.iter().map(|rule| rule.name()).collect();
                write!(f, "tolerant:{}", names.join(","))
            }
        }
    }
}

/// Why a reply is not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// There is nothing but reasoning between think tags.
    OnlyThinking,
    /// It is longer than what is looked at.
    TooLong,
    /// There is no JSON object and no plain statement of a decision.
    Unreadable,
    /// There is an object, but not the field that was asked for.
    NoField(&'static str),
    /// Two different decisions are stated.
    Ambiguous,
    /// It was cut off before its end.
    CutOff,
    /// The rules do not allow it.
    Illegal(Code),
}

impl Trouble {
    /// The code in records.
    pub fn code(&self) -> &'static str {
        match self {
            Trouble::OnlyThinking => "only_thinking",
            Trouble::TooLong => "too_long",
            Trouble::Unreadable => "unreadable",
            Trouble::NoField(_) => "no_field",
            Trouble::Ambiguous => "ambiguous",
            Trouble::CutOff => "cut_off",
            Trouble::Illegal(code) => code.name(),
        }
    }

    /// The reason in a sentence, for the model and for people.
    pub fn sentence(&self) -> String {
        match self {
            Trouble::OnlyThinking => "It holds reasoning only.".into(),
            Trouble::TooLong => format!("It is longer than {REPLY_LIMIT} bytes."),
            Trouble::Unreadable => "It is not a JSON object.".into(),
            Trouble::NoField(field) => format!("The field \"{field}\" is missing."),
            Trouble::Ambiguous => "It states more than one decision.".into(),
            Trouble::CutOff => {
                "It was cut off before its end, because it was too long. Keep the rationale short.".into()
            }
            Trouble::Illegal(code) => code.sentence().into(),
        }
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code(), self.sentence())
    }
}

/// What was understood of a reply.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// How.
    pub path: Path,
    /// The reasons given, if any.
    pub rationale: Option<Rationale>,
    /// The decision, or why there is none.
    pub decision: Result<Decision, Trouble>,
}

/// What a reply should hold.
pub struct Expected<'a> {
    form: &'a LegalForm,
    names: Vec<Name>,
    announce: Option<(&'a AnnounceForm, Vec<Name>)>,
}

impl<'a> Expected<'a> {
    /// A decision of this form, at this place of the game.
    pub fn new(form: &'a LegalForm, texts: &'a Texts, at: &At<'_>) -> Expected<'a> {
        let announce = texts.announce.as_ref().map(|announce| {
            let at = At { phase: &announce.phase, ..*at };
            (announce, texts.names(&at, &announce.action))
        });
        Expected { form, names: texts.names(at, form), announce }
    }

    fn field(&self) -> &'static str {
        if *self.form == LegalForm::Text { "message" } else { "action" }
    }

    fn aliases(&self) -> &'static [&'static str] {
        if *self.form == LegalForm::Text { &["text", "say"] } else { &["choice", "decision", "move", "answer"] }
    }
}

/// Reads a reply. Never panics, whatever the text.
pub fn read(text: &str, expected: &Expected<'_>) -> Reading {
    let none = |trouble| Reading { path: Path::None, rationale: None, decision: Err(trouble) };
    if text.len() > REPLY_LIMIT {
        return none(Trouble::TooLong);
    }
    let mut rules = Vec::new();
    let whole = text.trim();
    if let Some(object) = Object::whole(whole) {
        return of_objects(&[object], expected, rules);
    }
    let body = strip::think(whole);
    if body.len() != whole.len() {
        rules.push(Rule::Think);
    }
    if body.is_empty() {
        return none(if whole.is_empty() { Trouble::Unreadable } else { Trouble::OnlyThinking });
    }
    if let Some(object) = Object::whole(body) {
        return of_objects(&[object], expected, rules);
    }
    let inside = strip::fence(body);
    if let Some(inside) = inside {
        rules.push(Rule::Fence);
        if let Some(object) = Object::whole(inside) {
            return of_objects(&[object], expected, rules);
        }
    }
    let body = inside.unwrap_or(body);
    let Some(objects) = Object::all(body) else { return none(Trouble::Unreadable) };
    if objects.iter().any(|object| object.answers(expected)) {
        rules.push(Rule::Prose);
        return of_objects(&objects, expected, rules);
    }
    if *expected.form != LegalForm::Text {
        if let Some(found) = bare(body, expected) {
            return finish(None, found, Rule::Bare, rules);
        }
        if objects.is_empty()
            && let Some(found) = action::line(body, expected.form, &expected.names)
        {
            return finish(None, found, Rule::Line, rules);
        }
    }
    none(if objects.is_empty() { Trouble::Unreadable } else { Trouble::NoField(expected.field()) })
}

type Found = Result<(Json, Vec<Rule>), Trouble>;

fn finish(rationale: Option<Rationale>, found: Found, by: Rule, mut rules: Vec<Rule>) -> Reading {
    match found {
        Ok((action, more)) => {
            rules.push(by);
            rules.extend(more);
            Reading { path: path(rules), rationale, decision: Ok(Decision::Action(action)) }
        }
        Err(trouble) => Reading { path: Path::None, rationale, decision: Err(trouble) },
    }
}

fn path(mut rules: Vec<Rule>) -> Path {
    rules.sort_unstable();
    rules.dedup();
    if rules.is_empty() { Path::Exact } else { Path::Tolerant(rules) }
}

/// The reply is nothing but the decision: a JSON value, or a label.
fn bare(body: &str, expected: &Expected<'_>) -> Option<Found> {
    let value = serde_json::from_str::<Json>(body).ok().filter(|value| !value.is_object());
    let value = value.unwrap_or_else(|| Json::from(body));
    action::read(&value, expected.form, &expected.names).ok().map(Ok)
}

/// Reads the objects of a reply that have the field in question; all must state the same decision.
fn of_objects(objects: &[Object], expected: &Expected<'_>, rules: Vec<Rule>) -> Reading {
    let mut taken: Option<(Decision, Vec<Rule>, usize)> = None;
    let mut trouble = None;
    for (at, object) in objects.iter().enumerate() {
        for (by, value) in object.answers_of(expected) {
            match decision(value, object, expected) {
                Ok((decision, mut more)) => {
                    more.extend(by);
                    match &taken {
                        Some((other, ..)) if *other != decision => {
                            return Reading { path: Path::None, rationale: None, decision: Err(Trouble::Ambiguous) };
                        }
                        Some(_) => {}
                        None => taken = Some((decision, more, at)),
                    }
                }
                // A second field of another name says nothing against the one that was asked for.
                Err(found) if by.is_none() || trouble.is_none() => trouble = Some((found, by.is_none())),
                Err(_) => {}
            }
        }
    }
    let at = taken.as_ref().map_or(0, |taken| taken.2);
    let rationale = objects.get(at).and_then(|object| object.last("rationale")).and_then(rationale);
    match (taken, trouble) {
        // The asked field holds something illegal: another one that would do is no answer.
        (Some(_), Some((_, true))) => Reading { path: Path::None, rationale, decision: Err(Trouble::Ambiguous) },
        (Some((decision, more, _)), _) => {
            Reading { path: path([rules, more].concat()), rationale, decision: Ok(decision) }
        }
        (None, Some((trouble, _))) => Reading { path: path(rules), rationale, decision: Err(trouble) },
        (None, None) => Reading { path: Path::None, rationale, decision: Err(Trouble::NoField(expected.field())) },
    }
}

fn decision(value: &Json, object: &Object, expected: &Expected<'_>) -> Result<(Decision, Vec<Rule>), Trouble> {
    if *expected.form != LegalForm::Text {
        let (action, rules) = action::read(value, expected.form, &expected.names)?;
        return Ok((Decision::Action(action), rules));
    }
    let mut rules = Vec::new();
    let (text, inner) = match value {
        Json::String(text) => (text.clone(), None),
        Json::Object(inner) => match inner.get("text") {
            Some(Json::String(text)) => {
                rules.push(Rule::Field);
                (text.clone(), inner.get("announce"))
            }
            _ => return Err(Trouble::Illegal(Code::Malformed)),
        },
        _ => return Err(Trouble::Illegal(Code::Malformed)),
    };
    let announce = match (object.last("announce"), inner) {
        (Some(outer), Some(inner)) if outer != inner => return Err(Trouble::Ambiguous),
        (outer, inner) => outer.or(inner),
    };
    let announce = announce.filter(|a| !a.is_null() && a.as_object().is_none_or(|o| !o.is_empty())).cloned();
    let announce = announce.map(|mut announce| {
        if let Some((form, names)) = &expected.announce {
            let promised = (announce.get_mut("action"), &form.action);
            rules.extend(settle(promised.0, promised.1, names));
            if let Some(condition) = &form.condition {
                rules.extend(settle(announce.pointer_mut("/if/action"), condition, names));
            }
        }
        announce
    });
    Ok((Decision::Message(Message { text, announce, cut: false }), rules))
}

/// Puts an announced action into its canonical form, where it is understood.
fn settle(value: Option<&mut Json>, form: &LegalForm, names: &[Name]) -> Vec<Rule> {
    let Some(value) = value else { return Vec::new() };
    match action::read(value, form, names) {
        Ok((action, rules)) => {
            *value = action;
            rules
        }
        Err(_) => Vec::new(),
    }
}

fn rationale(value: &Json) -> Option<Rationale> {
    let kept = |text: &str| text.chars().take(RATIONALE_LIMIT).collect::<String>();
    let rationale = match value {
        Json::String(text) => Rationale { justification: kept(text), ..Rationale::default() },
        Json::Object(fields) => {
            let field = |name: &str| match fields.get(name) {
                None | Some(Json::Null) => String::new(),
                Some(Json::String(text)) => kept(text),
                Some(other) => kept(&other.to_string()),
            };
            Rationale {
                goals: field("goals"),
                beliefs: field("beliefs"),
                plan: field("plan"),
                justification: field("justification"),
            }
        }
        _ => return None,
    };
    (rationale != Rationale::default()).then_some(rationale)
}

/// A reply without reasoning between think tags.
pub fn without_reasoning(text: &str) -> &str {
    strip::think(text)
}
