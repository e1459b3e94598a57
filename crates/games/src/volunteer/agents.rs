//! Rule-based agents of the Volunteer's Dilemma.

use super::{Choice, text};
use crate::kit::agent::say;
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Decision, Json, Observation, Rng, Seat, Traits};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Always,
    Never,
    Rotate,
    FairShare,
    Bluffer,
    Mixed,
}

/// How often each seat has volunteered in the rounds before.
fn counts(o: &Observation) -> Vec<u32> {
    let mut counts = vec![0; usize::try_from(o.whole("n")).unwrap_or(0)];
    for (round, seat, action) in o.actions("choose") {
        let volunteered = round < o.round && Choice::read(action) == Some(Choice::Volunteer);
        if let Some(count) = counts.get_mut(usize::from(seat)) {
            *count += u32::from(volunteered);
        }
    }
    counts
}

/// The seat with the smallest count, the lowest among equals.
fn least(counts: &[u32]) -> Option<Seat> {
    (0..).zip(counts).min_by_key(|(seat, count)| (**count, *seat)).map(|(seat, _)| seat)
}

/// Volunteers with the probability of the symmetric equilibrium, 1 − (cost/benefit)^(1/(n − 1)): waits where the
/// (n − 1)th power of a uniform number is below cost/benefit. Products of doubles are the same everywhere.
fn mixed(o: &Observation, rng: &mut Rng) -> bool {
    const PRECISION: u64 = 1 << 53;
    let uniform = rng.index(PRECISION) as f64 / PRECISION as f64;
    let odds = o.decimal("cost").ratio(o.decimal("benefit")).unwrap_or(0.0);
    let power = (1..o.whole("n")).fold(1.0, |power, _| power * uniform);
    power >= odds
}

impl Kind {
    fn volunteers(self, o: &Observation, rng: &mut Rng) -> bool {
        match self {
            Kind::Always => true,
            Kind::Never | Kind::Bluffer => false,
            Kind::Rotate => (i64::from(o.round) - 1).checked_rem(o.whole("n")) == Some(i64::from(o.seat)),
            Kind::FairShare => least(&counts(o)) == Some(o.seat),
            Kind::Mixed => mixed(o, rng),
        }
    }
}

fn choice(volunteers: bool) -> Choice {
    if volunteers { Choice::Volunteer } else { Choice::Abstain }
}

impl Agent for Kind {
    fn decide(&self, o: &Observation, rng: &mut Rng) -> Decision {
        if !o.talking() {
            return Decision::Action(Json::from(choice(self.volunteers(o, rng)).word()));
        }
        let announced = match self {
            Kind::Bluffer => Some(Choice::Volunteer),
            Kind::Mixed => None,
            honest => Some(choice(honest.volunteers(o, rng))),
        };
        let announce = announced.map(|c| json!({"action": c.word()}));
        say(text::spoken(announced), announce)
    }
}

/// The agents, `random` last.
pub fn all() -> Vec<Seated> {
    let seated = |kind: Kind, id, name, description, source, memory, speech| {
        let traits = Traits { memory, stochastic: kind == Kind::Mixed, speech };
        Seated::with(AgentInfo { id, name, description, source, traits }, move || Box::new(kind))
    };
    vec![
        seated(
            Kind::Always,
            "always",
            "Always volunteer",
            "Volunteers in every round and says so.",
            "Diekmann 1985",
            Some(0),
            Speech::Honest,
        ),
        seated(
            Kind::Never,
            "never",
            "Never volunteer",
            "Waits for somebody else in every round and says so.",
            "Diekmann 1985",
            Some(0),
            Speech::Honest,
        ),
        seated(
            Kind::Rotate,
            "rotate",
            "Rotation",
            "Volunteers when it is its turn in the order of the seats, and says whether it will.",
            "turn-taking among the asymmetric equilibria (Diekmann 1985)",
            Some(0),
            Speech::Honest,
        ),
        seated(
            Kind::FairShare,
            "fair-share",
            "Fair share",
            "Volunteers when nobody has volunteered less often, the lowest seat first, and says whether it will.",
            "Trivium",
            None,
            Speech::Honest,
        ),
        seated(
            Kind::Bluffer,
            "bluffer",
            "Bluffer",
            "Announces that it volunteers and waits for somebody else.",
            "Trivium",
            Some(0),
            Speech::Deceptive,
        ),
        seated(
            Kind::Mixed,
            "mixed",
            "Mixed equilibrium",
            "Volunteers with the probability of the symmetric equilibrium and announces nothing.",
            "Diekmann 1985",
            Some(0),
            Speech::Quiet,
        ),
        Seated::random(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use trivium_core::Condition;

    #[test]
    fn the_mixed_agent_volunteers_as_often_as_the_equilibrium_has_it() {
        // 1 − (4/10)^(1/4) = 0.204729…, by two square roots: √0.4 = 0.632456, √0.632456 = 0.795271.
        let expected = 1.0 - 0.4f64.sqrt().sqrt();
        let game = super::super::GAME.start(&Json::Null, Condition::Silent).unwrap();
        let observation = game.observe(3);
        let mut rng = Rng::new(17);
        let n = 40_000;
        let count = (0..n).filter(|_| Kind::Mixed.volunteers(&observation, &mut rng)).count();
        let error = (expected * (1.0 - expected) / f64::from(n)).sqrt();
        let found = count as f64 / f64::from(n);
        assert!((found - expected).abs() < 4.0 * error, "{found} instead of {expected}");
    }

    #[test]
    fn the_lowest_of_those_who_did_least_is_next() {
        assert_eq!(least(&[2, 1, 3, 1]), Some(1));
        assert_eq!(least(&[0, 0]), Some(0));
        assert_eq!(least(&[]), None);
    }
}
