//! The machine-readable part of a message: at most one commitment and any number of claims.

use crate::{Dec, Json, Seat};

/// A parsed `announce` object. Whether it is admissible in a game and phase is for that game's rules to say.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Announce {
    /// What the seat says it will do.
    pub commitment: Option<Commitment>,
    /// The condition under which it will.
    pub condition: Option<If>,
    /// Takes back the standing commitment.
    pub withdraw: bool,
    /// Statements of fact, each an object with a `kind`.
    pub claims: Vec<Json>,
    /// The key `claims` stands there with nothing in it, which level 4 does not allow.
    pub empty_claims: bool,
}

/// A commitment about the seat's own main decision.
#[derive(Clone, PartialEq, Debug)]
pub enum Commitment {
    /// This action.
    Action(Json),
    /// A number between the two, ends included.
    Range(Json, Json),
    /// At least this share of what arrives.
    Share(Json),
    /// Exactly this coalition.
    Coalition(Json),
}

/// The condition of a commitment.
#[derive(Clone, PartialEq, Debug)]
pub enum If {
    /// The other seat takes this action.
    Action(Json),
    /// The amount that arrives is at least this.
    AtLeast(Dec),
    /// The amount that arrives is at most this.
    AtMost(Dec),
    /// The others' mean is at least this.
    MeanAtLeast(Dec),
}

impl Announce {
    /// Reads an `announce`. `Ok(None)` where it says nothing (absent, null, `{}`); `Err` where the form is wrong:
    /// not an object, an unknown key, two commitments, a condition without commitment, claims that are no list.
    pub fn parse(value: Option<&Json>) -> Result<Option<Announce>, BadAnnounce> {
        let object = match value {
            None | Some(Json::Null) => return Ok(None),
            Some(Json::Object(object)) if object.is_empty() => return Ok(None),
            Some(Json::Object(object)) => object,
            Some(_) => return Err(BadAnnounce),
        };
        let mut announce = Announce::default();
        let mut commitments = 0;
        for (key, value) in object {
            match key.as_str() {
                "action" => announce.commitment = Some(Commitment::Action(value.clone())),
                "range" => match value.as_array().map(Vec::as_slice) {
                    Some([lo, hi]) => announce.commitment = Some(Commitment::Range(lo.clone(), hi.clone())),
                    _ => return Err(BadAnnounce),
                },
                "share" => announce.commitment = Some(Commitment::Share(value.clone())),
                "coalition" => announce.commitment = Some(Commitment::Coalition(value.clone())),
                "withdraw" if *value == Json::Bool(true) => announce.withdraw = true,
                "if" => announce.condition = Some(If::parse(value)?),
                "claims" => {
                    announce.claims = value.as_array().ok_or(BadAnnounce)?.clone();
                    announce.empty_claims = announce.claims.is_empty();
                }
                _ => return Err(BadAnnounce),
            }
            commitments += u8::from(!matches!(key.as_str(), "if" | "claims"));
        }
        let unconditional = announce.commitment.is_none();
        if commitments > 1 || (announce.condition.is_some() && unconditional) {
            return Err(BadAnnounce);
        }
        Ok(Some(announce))
    }
}

impl If {
    fn parse(value: &Json) -> Result<If, BadAnnounce> {
        let object = value.as_object().filter(|o| o.len() == 1).ok_or(BadAnnounce)?;
        let (key, value) = object.iter().next().ok_or(BadAnnounce)?;
        let amount = || Dec::from_json(value).ok_or(BadAnnounce);
        Ok(match key.as_str() {
            "action" => If::Action(value.clone()),
            "at_least" => If::AtLeast(amount()?),
            "at_most" => If::AtMost(amount()?),
            "mean_at_least" => If::MeanAtLeast(amount()?),
            _ => return Err(BadAnnounce),
        })
    }
}

/// The `announce` object is not one the rules allow here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadAnnounce;

/// Reads a list of seats.
pub fn seats(value: &Json) -> Option<Vec<Seat>> {
    value.as_array()?.iter().map(|s| s.as_u64().and_then(|n| Seat::try_from(n).ok())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(value: Json) -> Result<Option<Announce>, BadAnnounce> {
        Announce::parse(Some(&value))
    }

    #[test]
    fn absent_null_and_empty_say_nothing() {
        assert_eq!(Announce::parse(None), Ok(None));
        assert_eq!(parse(Json::Null), Ok(None));
        assert_eq!(parse(json!({})), Ok(None));
    }

    #[test]
    fn wrong_forms_are_refused() {
        for bad in [
            json!([]),
            json!({"oath": true}),
            json!({"withdraw": false}),
            json!({"withdraw": true, "action": "C"}),
            json!({"withdraw": true, "if": {"action": "C"}}),
            json!({"action": "C", "range": [1, 2]}),
            json!({"if": {"action": "C"}}),
            json!({"claims": {}}),
            json!({"range": [1]}),
            json!({"action": "C", "if": {"soon": 1}}),
            json!({"action": "C", "if": {"at_least": "many"}}),
        ] {
            assert_eq!(parse(bad.clone()), Err(BadAnnounce), "{bad}");
        }
    }

    #[test]
    fn commitment_condition_and_claims_stand_side_by_side() {
        let a = parse(json!({"action": "C", "if": {"action": "C"}, "claims": [{"kind": "top", "alternative": "A"}]}));
        let a = a.unwrap().unwrap();
        assert_eq!(a.commitment, Some(Commitment::Action(json!("C"))));
        assert_eq!(a.condition, Some(If::Action(json!("C"))));
        assert_eq!(a.claims.len(), 1);
    }
}
