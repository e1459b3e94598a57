//! What the caller brings along: the game's rules and names in words.

use serde_json::Map;
use std::sync::Arc;
use trivium_core::{Json, LegalForm, Observation};

/// What people read for an action somewhere in the game.
pub type Label = Arc<dyn Fn(&At<'_>, &Json) -> Option<String> + Send + Sync>;

/// Where an action is to be labelled: a label may quote numbers that the seat sees there.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// The complete parameters.
    pub params: &'a Json,
    /// The phase of the action.
    pub phase: &'a str,
    /// The facts that the seat reads off there; empty for actions of the past.
    pub facts: &'a Map<String, Json>,
}

impl<'a> At<'a> {
    /// Where a seat stands.
    pub fn of(seen: &'a Observation) -> At<'a> {
        At { params: &seen.params, phase: seen.phase, facts: &seen.facts }
    }
}

/// The words of a game, for the prompt and for reading replies.
#[derive(Clone)]
pub struct Texts {
    /// The rules, a sentence or two each, from the session's parameters and condition.
    pub rules: Vec<String>,
    /// What people read for an action, where it is a plain choice.
    pub label: Label,
    /// Further words that a reply may use for an action: the action and its synonyms.
    pub synonyms: Vec<(Json, Vec<String>)>,
    /// What may be announced beside a message; `None` offers nothing.
    pub announce: Option<AnnounceForm>,
}

/// What the machine-readable part of a message may say.
#[derive(Clone, PartialEq, Debug)]
pub struct AnnounceForm {
    /// The phase of the decision that is announced.
    pub phase: String,
    /// The actions that may be promised.
    pub action: LegalForm,
    /// The other's actions on which the promise may depend, if it may.
    pub condition: Option<LegalForm>,
    /// Which claims of fact are admitted, one sentence each with an example; empty for none.
    pub claims: Vec<String>,
}

impl Texts {
    /// Rules and labels, without synonyms or announcements.
    pub fn new(rules: Vec<String>, label: impl Fn(&At<'_>, &Json) -> Option<String> + Send + Sync + 'static) -> Texts {
        Texts { rules, label: Arc::new(label), synonyms: Vec::new(), announce: None }
    }

    /// The same with announcements.
    pub fn announcing(self, announce: AnnounceForm) -> Texts {
        Texts { announce: Some(announce), ..self }
    }

    /// The words a reply may use for each plain choice of a form: label and synonyms.
    pub(crate) fn names(&self, at: &At<'_>, form: &LegalForm) -> Vec<Name> {
        let LegalForm::Enum { values } = form else { return Vec::new() };
        let synonyms = |value: &Json| {
            let of_value = self.synonyms.iter().filter(|(action, _)| action == value);
            of_value.flat_map(|(_, words)| words.clone()).collect()
        };
        values
            .iter()
            .map(|value| Name { action: value.clone(), label: (self.label)(at, value), synonyms: synonyms(value) })
            .collect()
    }
}

/// An action and the words for it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Name {
    pub action: Json,
    pub label: Option<String>,
    pub synonyms: Vec<String>,
}
