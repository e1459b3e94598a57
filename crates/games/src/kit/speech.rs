//! Which announcements the rules of levels 1 to 3 admit (section A5 of the rules page).

use trivium_core::{Announce, Commitment, Dec, Event, If, Json, LegalForm, Round, Seat};

/// What a seat may commit to and under which conditions.
#[derive(Clone, Debug)]
pub struct Speech {
    /// The legal actions of its main decision under the parameters.
    pub decision: LegalForm,
    /// Whether a share of what arrives may be promised.
    pub share: bool,
    /// Conditions that may be set.
    pub condition: Conditions,
}

/// The conditions a commitment may carry.
#[derive(Clone, Debug)]
pub enum Conditions {
    /// None.
    None,
    /// The other's action is one of these.
    Action(LegalForm),
    /// The amount that arrives is at least or at most some number.
    Amount,
    /// The others' mean is at least some number.
    Mean,
}

impl Speech {
    /// Whether the commitment and its condition are admissible. Claims are judged apart.
    pub fn admits(&self, announce: &Announce) -> bool {
        let Some(commitment) = &announce.commitment else { return true };
        let committed = match commitment {
            Commitment::Action(action) => self.decision.check(action).is_ok(),
            Commitment::Range(lo, hi) => self.admits_range(lo, hi),
            Commitment::Share(share) => {
                self.share && Dec::from_json(share).is_some_and(|s| s >= Dec::ZERO && s <= Dec::ONE)
            }
            Commitment::Coalition(_) => false,
        };
        committed && announce.condition.as_ref().is_none_or(|condition| self.admits_condition(condition))
    }

    fn admits_range(&self, lo: &Json, hi: &Json) -> bool {
        let numbers = match &self.decision {
            LegalForm::Enum { values } => values.iter().all(|v| Dec::from_json(v).is_some()),
            LegalForm::Int { .. } | LegalForm::Grid { .. } => true,
            _ => false,
        };
        numbers
            && self.decision.check(lo).is_ok()
            && self.decision.check(hi).is_ok()
            && Dec::from_json(lo) <= Dec::from_json(hi)
    }

    fn admits_condition(&self, condition: &If) -> bool {
        match (&self.condition, condition) {
            (Conditions::Action(form), If::Action(action)) => form.check(action).is_ok(),
            // Any number will do: a condition that cannot come true is a condition.
            (Conditions::Amount, If::AtLeast(_) | If::AtMost(_)) => true,
            (Conditions::Mean, If::MeanAtLeast(_)) => true,
            _ => false,
        }
    }
}

/// A claim about a public main decision of a past round.
#[derive(Clone, Debug, PartialEq)]
pub struct PastAction<'a> {
    /// Whose decision.
    pub seat: Seat,
    /// Of which round.
    pub round: Round,
    /// What it is said to have been.
    pub action: &'a Json,
}

impl<'a> PastAction<'a> {
    /// Reads `{"kind":"past_action","seat":s,"round":r,"action":a}` with exactly these keys.
    pub fn read(claim: &'a Json) -> Option<PastAction<'a>> {
        let object = claim.as_object().filter(|o| o.len() == 4)?;
        if object.get("kind")?.as_str()? != "past_action" {
            return None;
        }
        Some(PastAction {
            seat: Seat::try_from(object.get("seat")?.as_u64()?).ok()?,
            round: Round::try_from(object.get("round")?.as_u64()?).ok()?,
            action: object.get("action")?,
        })
    }
}

/// The standing commitment of a seat in a round: the last one it announced in the round's message phases, unless
/// it withdrew it since.
pub fn standing<'a>(events: impl IntoIterator<Item = &'a Event>, seat: Seat, round: Round) -> Option<Announce> {
    let mut standing = None;
    for event in events {
        let Event::Message { round: r, seat: s, message, .. } = event else { continue };
        if *r != round || *s != seat {
            continue;
        }
        match Announce::parse(message.announce.as_ref()) {
            Ok(Some(announce)) if announce.withdraw => standing = None,
            Ok(Some(announce)) if announce.commitment.is_some() => standing = Some(announce),
            _ => {}
        }
    }
    standing
}
