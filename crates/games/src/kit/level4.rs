//! Announcements and claims of level 4 (section A4 of the rules page): which decision a commitment speaks of, which
//! commitments and claims a message may carry, and the draws and checks that several of these games share.

use super::chance::whole;
use trivium_core::{Announce, Code, Commitment, Json, Seat};

/// The decision phases that commitments of a game speak of: message phase, decision phase.
pub type Binds = &'static [(&'static str, &'static str)];

/// The decision phase that a commitment made in this message phase speaks of.
pub fn bound(binds: Binds, talk: &str) -> Option<&'static str> {
    binds.iter().find(|(from, _)| *from == talk).map(|(_, decision)| *decision)
}

/// What a seat may commit to in a message. The test says whether an action is legal for the decision it speaks of.
pub enum Word<'a> {
    /// Nothing: no decision of the seat follows.
    None,
    /// An action.
    Action(&'a dyn Fn(&Json) -> bool),
    /// A number, or a range between two of them.
    Number(&'a dyn Fn(&Json) -> bool),
}

impl Word<'_> {
    fn admits(&self, commitment: &Commitment) -> bool {
        match (self, commitment) {
            (Word::Action(legal) | Word::Number(legal), Commitment::Action(action)) => legal(action),
            (Word::Number(legal), Commitment::Range(lo, hi)) => {
                let number = trivium_core::Dec::from_json;
                legal(lo) && legal(hi) && number(lo) <= number(hi)
            }
            _ => false,
        }
    }
}

/// A claim: `{"kind":…, "target":…?, "value":…}` with exactly these keys.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Claim<'a> {
    /// What it speaks of.
    pub kind: &'a str,
    /// Whom or what it is about, where the kind has one.
    pub target: Option<&'a Json>,
    /// What is stated.
    pub value: &'a Json,
}

impl<'a> Claim<'a> {
    /// Reads a claim; `None` for another form.
    pub fn read(claim: &'a Json) -> Option<Claim<'a>> {
        let object = claim.as_object()?;
        let target = object.get("target");
        if object.len() != 2 + usize::from(target.is_some()) {
            return None;
        }
        Some(Claim { kind: object.get("kind")?.as_str()?, target, value: object.get("value")? })
    }

    /// The target as a seat below `n`.
    pub fn seat(&self, n: Seat) -> Option<Seat> {
        seat_number(self.target?, n)
    }

    /// The value as one of some words.
    pub fn word<'w>(&self, words: &[&'w str]) -> Option<&'w str> {
        let said = self.value.as_str()?;
        words.iter().copied().find(|word| *word == said)
    }
}

/// Whether a message may carry this announcement.
pub fn admits(announce: &Announce, word: &Word<'_>, claim: impl Fn(&Claim<'_>) -> bool) -> bool {
    announce.condition.is_none()
        && !announce.empty_claims
        && announce.commitment.as_ref().is_none_or(|commitment| word.admits(commitment))
        && announce.claims.iter().all(|said| Claim::read(said).is_some_and(|said| claim(&said)))
}

/// A whole number from `min` to `max` written as a JSON number.
pub fn whole_within(value: &Json, min: i64, max: i64) -> Option<i64> {
    whole(value).ok().filter(|n| (min..=max).contains(n))
}

/// A seat below `n`, written as a JSON whole number.
pub fn seat_number(value: &Json, n: Seat) -> Option<Seat> {
    whole_within(value, 0, i64::from(n) - 1).and_then(|s| Seat::try_from(s).ok())
}

/// Checks the choice of one of some seats: a JSON whole number (anything else is malformed), one of the seats.
pub fn check_seat(seats: &[Seat], action: &Json) -> Result<Json, Code> {
    let chosen = whole(action)?;
    if seats.iter().any(|&s| i64::from(s) == chosen) { Ok(Json::from(chosen)) } else { Err(Code::NotInSet) }
}

/// Checks a chance outcome that is a seat, one of some.
pub fn check_drawn_seat(seats: &[Seat], value: &Json) -> Result<Json, Code> {
    let drawn = whole(value)?;
    if seats.iter().any(|&s| i64::from(s) == drawn) { Ok(Json::from(drawn)) } else { Err(Code::NotFeasible) }
}

/// Checks a chance outcome that is a word, one of some.
pub fn check_drawn_word(words: &[&str], value: &Json) -> Result<Json, Code> {
    let drawn = value.as_str().ok_or(Code::Malformed)?;
    if words.contains(&drawn) { Ok(Json::from(drawn)) } else { Err(Code::NotFeasible) }
}

/// Reads a checked list of seats.
pub fn seat_list(value: &Json) -> Vec<Seat> {
    trivium_core::announce::seats(value).unwrap_or_default()
}

/// The seats after `from` in turn, up to the one before it, of `n`.
pub fn clockwise(from: Seat, n: Seat) -> impl Iterator<Item = Seat> {
    (1..n).map(move |k| ((u16::from(from) + u16::from(k)) % u16::from(n.max(1))) as Seat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parsed(value: Json) -> Announce {
        Announce::parse(Some(&value)).unwrap().unwrap()
    }

    #[test]
    fn a_message_carries_one_legal_commitment_and_claims_of_the_exact_form() {
        let low = |a: &Json| whole_within(a, 0, 9).is_some();
        let claim = |c: &Claim<'_>| c.kind == "card" && c.target.is_none() && c.word(&["J", "Q", "K"]).is_some();
        let action = Word::Action(&low);
        for good in [
            json!({"action": 3}),
            json!({"withdraw": true}),
            json!({"claims": [{"kind": "card", "value": "Q"}]}),
            json!({"action": 0, "claims": [{"kind": "card", "value": "Q"}, {"kind": "card", "value": "K"}]}),
        ] {
            assert!(admits(&parsed(good.clone()), &action, claim), "{good}");
        }
        for bad in [
            json!({"action": 10}),
            json!({"action": "3"}),
            json!({"range": [1, 2]}),
            json!({"share": "0.5"}),
            json!({"coalition": [0]}),
            json!({"action": 3, "if": {"at_least": 1}}),
            json!({"claims": []}),
            json!({"action": 3, "claims": []}),
            json!({"claims": ["Q"]}),
            json!({"claims": [{"kind": "card", "value": "A"}]}),
            json!({"claims": [{"kind": "card", "value": "Q", "target": 1}]}),
            json!({"claims": [{"kind": "card", "value": "Q", "round": 1}]}),
            json!({"claims": [{"kind": "card"}]}),
        ] {
            assert!(!admits(&parsed(bad.clone()), &action, claim), "{bad}");
        }
        let number = Word::Number(&low);
        assert!(admits(&parsed(json!({"range": [1, 2]})), &number, claim));
        assert!(!admits(&parsed(json!({"range": [2, 1]})), &number, claim));
        assert!(!admits(&parsed(json!({"range": [2, 10]})), &number, claim));
        assert!(!admits(&parsed(json!({"action": 1})), &Word::None, claim));
        assert!(admits(&parsed(json!({"withdraw": true})), &Word::None, claim));
    }

    #[test]
    fn seats_are_json_whole_numbers() {
        assert_eq!(check_seat(&[0, 2], &json!(2)), Ok(json!(2)));
        assert_eq!(check_seat(&[0, 2], &json!(1)), Err(Code::NotInSet));
        assert_eq!(check_seat(&[0, 2], &json!("2")), Err(Code::Malformed));
        assert_eq!(check_seat(&[0, 2], &json!(1.5)), Err(Code::Malformed));
        assert_eq!(check_seat(&[0, 2], &Json::Null), Err(Code::Malformed));
    }

    #[test]
    fn clockwise_visits_every_other_seat_once() {
        assert_eq!(clockwise(3, 5).collect::<Vec<_>>(), [4, 0, 1, 2]);
        assert_eq!(clockwise(0, 1).count(), 0);
    }
}
