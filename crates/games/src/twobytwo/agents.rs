//! Rule-based agents of the games with two choices.

use super::form::{CHICKEN, Form, REPEATED_SEXES, SEXES, STAG_HUNT, favourite};
use super::text;
use crate::kit::agent::{by_rule, heard, other, say};
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{AgentInfo, Announce, Commitment, Dec, Decision, Json, Observation, Rng, Traits};

const STAG: usize = 0;
const HARE: usize = 1;
const SWERVE: usize = 0;
const STRAIGHT: usize = 1;

/// Plays a choice, and in message phases announces one (which may be another).
fn plays(form: &Form, o: &Observation, choice: usize, says: Option<usize>) -> Decision {
    if o.talking() {
        return announces(form, says.map(|says| json!({"action": form.choices[says]})));
    }
    Decision::Action(form.choices[choice].into())
}

fn announces(form: &Form, announce: Option<Json>) -> Decision {
    say(text::spoken(form, announce.as_ref()), announce)
}

/// Plays a choice and says so.
fn openly(form: &Form, o: &Observation, choice: usize) -> Decision {
    plays(form, o, choice, Some(choice))
}

/// The choice that a heard commitment names.
fn committed(form: &Form, word: Option<&Announce>) -> Option<usize> {
    match &word?.commitment {
        Some(Commitment::Action(action)) => form.index(action),
        _ => None,
    }
}

/// Plays choice 1 with probability `a/(a + b)`, announcing nothing.
fn mixes(form: &Form, o: &Observation, rng: &mut Rng, a: Dec, b: Dec) -> Decision {
    let odds = |d: Dec| u64::try_from(d.scaled()).unwrap_or(0);
    let choice = usize::from(rng.chance(odds(a), odds(a + b)));
    plays(form, o, choice, None)
}

/// Stag if and only if the other's word holds stag.
fn assurance(o: &Observation) -> Decision {
    let stag = STAG_HUNT.choices[STAG];
    let trusts = |phases: &[&str]| committed(&STAG_HUNT, heard(o, phases).as_ref()) == Some(STAG);
    match o.phase {
        "talk1" => announces(&STAG_HUNT, Some(json!({"action": stag, "if": {"action": stag}}))),
        "talk2" => openly(&STAG_HUNT, o, if trusts(&["talk1"]) { STAG } else { HARE }),
        _ => openly(&STAG_HUNT, o, if trusts(&["talk1", "talk2"]) { STAG } else { HARE }),
    }
}

/// The choice with the larger payoff against a fair coin; stag when both are worth the same.
fn risk_dominant(o: &Observation) -> Decision {
    let [own, _] = STAG_HUNT.matrices(&o.params);
    let worth = |choice: usize| own[choice][0] + own[choice][1];
    openly(&STAG_HUNT, o, if worth(STAG) >= worth(HARE) { STAG } else { HARE })
}

/// The equilibrium of Chicken in which both mix.
fn chicken_mixed(o: &Observation, rng: &mut Rng) -> Decision {
    let [own, _] = CHICKEN.matrices(&o.params);
    let gain = own[STRAIGHT][SWERVE] - own[SWERVE][SWERVE];
    mixes(&CHICKEN, o, rng, gain, own[SWERVE][STRAIGHT] - own[STRAIGHT][STRAIGHT])
}

/// The equilibrium of the Battle of the Sexes in which both mix: the own favourite with probability
/// (favourite − mismatch)/((favourite − mismatch) + (other − mismatch)).
fn sexes_mixed(form: &Form, o: &Observation, rng: &mut Rng) -> Decision {
    let mismatch = o.decimal("mismatch");
    let (own, others) = (o.decimal("favourite") - mismatch, o.decimal("other") - mismatch);
    // Choice 1, football, is the favourite of seat 1 only.
    let (a, b) = if favourite(o.seat) == 1 { (own, others) } else { (others, own) };
    mixes(form, o, rng, a, b)
}

/// Goes where the other said in its first message that it would go; to its own favourite when that was nowhere.
fn follow_message(o: &Observation) -> Decision {
    if o.phase == "talk1" {
        return announces(&SEXES, None);
    }
    let heard = committed(&SEXES, heard(o, &["talk1"]).as_ref());
    openly(&SEXES, o, heard.unwrap_or(favourite(o.seat)))
}

/// Goes where the other went in the round before, at first to its own favourite.
fn follower(o: &Observation) -> Decision {
    let last = o.round.checked_sub(1).and_then(|round| o.action_of("choose", round, other(o)));
    openly(&REPEATED_SEXES, o, last.and_then(|a| REPEATED_SEXES.index(a)).unwrap_or(favourite(o.seat)))
}

const fn info(
    id: &'static str,
    name: &'static str,
    description: &'static str,
    source: &'static str,
    speech: Speech,
) -> AgentInfo {
    AgentInfo { id, name, description, source, traits: Traits { memory: Some(0), stochastic: false, speech } }
}

const fn remembers(info: AgentInfo, rounds: u32) -> AgentInfo {
    AgentInfo { traits: Traits { memory: Some(rounds), ..info.traits }, ..info }
}

const fn mixed(source: &'static str) -> AgentInfo {
    let info = info("mixed", "Mixed equilibrium", "Mixes as in the symmetric equilibrium.", source, Speech::Quiet);
    AgentInfo { traits: Traits { stochastic: true, ..info.traits }, ..info }
}

/// The agents of the Stag Hunt.
pub fn stag_hunt() -> Vec<Seated> {
    vec![
        by_rule(info("stag", "Stag", "Hunts the stag and says so.", "Rousseau 1755", Speech::Honest), |o, _| {
            openly(&STAG_HUNT, o, STAG)
        }),
        by_rule(info("hare", "Hare", "Hunts the hare and says so.", "Rousseau 1755", Speech::Honest), |o, _| {
            openly(&STAG_HUNT, o, HARE)
        }),
        by_rule(
            info(
                "risk-dominant",
                "Risk-dominant",
                "Takes what pays more against a fair coin.",
                "Harsanyi and Selten 1988",
                Speech::Honest,
            ),
            |o, _| risk_dominant(o),
        ),
        by_rule(
            info(
                "assurance",
                "Assurance",
                "Hunts the stag if the other said that it would.",
                "Trivium",
                Speech::Listening,
            ),
            |o, _| assurance(o),
        ),
        Seated::random(),
    ]
}

/// The agents of Chicken.
pub fn chicken() -> Vec<Seated> {
    vec![
        by_rule(info("dove", "Dove", "Swerves and says so.", "Maynard Smith 1982", Speech::Honest), |o, _| {
            openly(&CHICKEN, o, SWERVE)
        }),
        by_rule(info("hawk", "Hawk", "Goes straight and says so.", "Maynard Smith 1982", Speech::Honest), |o, _| {
            openly(&CHICKEN, o, STRAIGHT)
        }),
        by_rule(
            info("bluffer", "Bluffer", "Announces to go straight and swerves.", "Trivium", Speech::Deceptive),
            |o, _| plays(&CHICKEN, o, SWERVE, Some(STRAIGHT)),
        ),
        by_rule(mixed("Nash equilibrium"), chicken_mixed),
        Seated::random(),
    ]
}

/// The agents of the Battle of the Sexes.
pub fn sexes() -> Vec<Seated> {
    vec![
        by_rule(
            info(
                "own-favourite",
                "Own favourite",
                "Goes to its favourite place and says so.",
                "Luce and Raiffa 1957",
                Speech::Honest,
            ),
            |o, _| openly(&SEXES, o, favourite(o.seat)),
        ),
        by_rule(
            info(
                "others-favourite",
                "Other's favourite",
                "Goes to the other's favourite place and says so.",
                "Luce and Raiffa 1957",
                Speech::Honest,
            ),
            |o, _| openly(&SEXES, o, favourite(other(o))),
        ),
        by_rule(
            info(
                "follow-message",
                "Follows the message",
                "Goes where the other's first message said it would go.",
                "Trivium",
                Speech::Listening,
            ),
            |o, _| follow_message(o),
        ),
        by_rule(mixed("Nash equilibrium"), |o, rng| sexes_mixed(&SEXES, o, rng)),
        Seated::random(),
    ]
}

/// The agents of the repeated Battle of the Sexes.
pub fn repeated_sexes() -> Vec<Seated> {
    const FORM: &Form = &REPEATED_SEXES;
    vec![
        by_rule(
            info(
                "own-favourite",
                "Own favourite",
                "Goes to its favourite place in every round and says so.",
                "Luce and Raiffa 1957",
                Speech::Honest,
            ),
            |o, _| openly(FORM, o, favourite(o.seat)),
        ),
        by_rule(
            info(
                "alternator",
                "Alternator",
                "Goes to the opera in odd rounds and to the football match in even ones.",
                "Browning and Colman 2004",
                Speech::Honest,
            ),
            |o, _| openly(FORM, o, if o.round % 2 == 1 { 0 } else { 1 }),
        ),
        by_rule(
            remembers(
                info(
                    "follower",
                    "Follower",
                    "Goes where the other went in the round before.",
                    "Trivium",
                    Speech::Honest,
                ),
                1,
            ),
            |o, _| follower(o),
        ),
        by_rule(
            info(
                "bait",
                "Bait",
                "Announces the other's favourite place and goes to its own.",
                "Trivium",
                Speech::Deceptive,
            ),
            |o, _| plays(FORM, o, favourite(o.seat), Some(favourite(other(o)))),
        ),
        by_rule(mixed("Nash equilibrium"), |o, rng| sexes_mixed(FORM, o, rng)),
        Seated::random(),
    ]
}
