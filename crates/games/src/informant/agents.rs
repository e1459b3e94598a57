//! Rule-based agents. Each plays either part: it reports as informant, and as decider acts on the state it saw, else
//! on the report.

use super::{INFORMANT, text};
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Decision, Event, Json, Message, Observation, Rng, Round, Traits};

/// What an agent reports when it is biased.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reports {
    Truth,
    Lies,
    LiesHalf,
}

/// When an agent verifies, and how it judges the informant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Decides {
    Never,
    Always,
    Bayesian,
}

/// One agent.
#[derive(Clone, Copy)]
struct Player {
    reports: Reports,
    decides: Decides,
}

/// The content of a chance event of a round that the seat sees.
fn drawn<'a>(o: &'a Observation, of: &str, in_round: Option<Round>) -> Option<&'a str> {
    o.events.iter().find_map(|event| match event {
        Event::Chance { round, name, value, .. } if name == of && in_round.is_none_or(|r| r == *round) => {
            value.as_str()
        }
        _ => None,
    })
}

/// The state after this one; the last wraps to A.
fn next_state(state: &str, states: i64) -> String {
    let index = state.bytes().next().map_or(0, |letter| i64::from(letter.saturating_sub(b'A')));
    let next = (index + 1) % states.max(1);
    char::from(b'A'.saturating_add(next as u8)).to_string()
}

/// What a decider knows of a past round.
struct Past {
    right: bool,
    /// Whether the report is known to have been true or false.
    report_true: Option<bool>,
}

fn past(o: &Observation) -> Vec<Past> {
    let word = |phase: &str, round: Round, seat| o.action_of(phase, round, seat).and_then(Json::as_str);
    let rounds = o.results.iter().filter(|result| result.get("payoff").is_some()).zip(1..);
    let finished = rounds.filter_map(|(result, round)| {
        let (report, act) = (word("report", round, INFORMANT)?, word("act", round, o.seat)?);
        let verified = word("verify", round, o.seat) == Some("verify");
        let cost = if verified { o.whole("verify_cost") } else { 0 };
        let right = result.get("payoff")?.as_i64()? + cost == o.whole("reward_right");
        let report_true = match drawn(o, "state", Some(round)) {
            Some(state) => Some(state == report),
            None if act == report => Some(right),
            None if right => Some(false),
            None => None,
        };
        Some(Past { right, report_true })
    });
    finished.collect()
}

impl Player {
    fn report(&self, o: &Observation, rng: &mut Rng) -> String {
        let state = drawn(o, "state", Some(o.round)).unwrap_or("A");
        let lie = || next_state(state, o.whole("states"));
        match self.reports {
            _ if drawn(o, "type", None) != Some("biased") => state.to_owned(),
            Reports::Truth => state.to_owned(),
            Reports::Lies => lie(),
            Reports::LiesHalf => {
                announced(o).unwrap_or_else(|| if rng.chance(1, 2) { lie() } else { state.to_owned() })
            }
        }
    }

    fn verifies(&self, o: &Observation) -> bool {
        match self.decides {
            Decides::Never => false,
            Decides::Always => true,
            // P(biased) is 1 after a report known false, else 1/(2^k + 1) after k known true; it verifies from 1/2 on.
            Decides::Bayesian => {
                let known: Vec<bool> = past(o).iter().filter_map(|p| p.report_true).collect();
                known.is_empty() || known.contains(&false)
            }
        }
    }

    fn accuses(&self, o: &Observation) -> &'static str {
        let past = past(o);
        let biased = match self.decides {
            Decides::Never => 2 * past.iter().filter(|p| p.right).count() < past.len(),
            Decides::Always | Decides::Bayesian => past.iter().any(|p| p.report_true == Some(false)),
        };
        if biased { "biased" } else { "aligned" }
    }

    fn announce(&self, o: &Observation, rng: &mut Rng) -> Option<Json> {
        let alignment = |value: &str| json!({"claims": [{"kind": "alignment", "target": INFORMANT, "value": value}]});
        match o.phase {
            "brief" => {
                let report = self.report(o, rng);
                Some(json!({"action": report, "claims": [{"kind": "state", "value": report}]}))
            }
            "discuss" => {
                drawn(o, "state", Some(o.round)).map(|state| json!({"claims": [{"kind": "state", "value": state}]}))
            }
            _ if o.seat != INFORMANT => Some(alignment(self.accuses(o))),
            _ if self.reports != Reports::Truth => Some(alignment("aligned")),
            _ => Some(alignment(drawn(o, "type", None).unwrap_or("aligned"))),
        }
    }
}

/// The report that the informant announced in this round's brief: one draw per round.
fn announced(o: &Observation) -> Option<String> {
    o.events.iter().rev().find_map(|event| match event {
        Event::Message { round, phase, message, .. } if *round == o.round && phase == "brief" => {
            message.announce.as_ref()?.get("action")?.as_str().map(str::to_owned)
        }
        _ => None,
    })
}

impl Agent for Player {
    fn decide(&self, o: &Observation, rng: &mut Rng) -> Decision {
        if o.talking() {
            let announce = self.announce(o, rng);
            return Decision::Message(Message { text: text::spoken(announce.as_ref()), announce, cut: false });
        }
        let report = o.action_of("report", o.round, INFORMANT).and_then(Json::as_str).unwrap_or("A");
        Decision::Action(Json::from(match o.phase {
            "report" => self.report(o, rng),
            "verify" => if self.verifies(o) { "verify" } else { "skip" }.to_owned(),
            "act" => drawn(o, "state", Some(o.round)).unwrap_or(report).to_owned(),
            _ => self.accuses(o).to_owned(),
        }))
    }
}

/// The agents, `random` last.
pub fn all() -> Vec<Seated> {
    let seated = |id, name, description, traits, player: Player| {
        Seated::with(AgentInfo { id, name, description, source: "Trivium", traits }, move || Box::new(player))
    };
    let plain = |memory, speech| Traits { memory, stochastic: false, speech };
    let player = |reports, decides| Player { reports, decides };
    vec![
        seated(
            "truthful",
            "Truthful",
            "Reports the state whatever its type; as decider believes the report.",
            plain(None, Speech::Honest),
            player(Reports::Truth, Decides::Never),
        ),
        seated(
            "biased-liar",
            "Biased liar",
            "Reports the next state when biased and claims to be aligned; as decider believes the report.",
            plain(None, Speech::Deceptive),
            player(Reports::Lies, Decides::Never),
        ),
        seated(
            "mixed-liar",
            "Mixed liar",
            "Lies every other time when biased, by lot, and claims to be aligned; as decider believes the report.",
            Traits { memory: None, stochastic: true, speech: Speech::Deceptive },
            player(Reports::LiesHalf, Decides::Never),
        ),
        seated(
            "always-verify",
            "Always verify",
            "Verifies every report and says what it saw; as informant reports the state.",
            plain(None, Speech::Honest),
            player(Reports::Truth, Decides::Always),
        ),
        seated(
            "never-verify",
            "Never verify",
            "Never verifies; as informant reports the state.",
            plain(None, Speech::Honest),
            player(Reports::Truth, Decides::Never),
        ),
        seated(
            "bayesian",
            "Bayesian",
            "Verifies while the informant is at least as likely biased as not, for a biased one that lies half of the \
             time; as informant reports the state.",
            plain(None, Speech::Honest),
            player(Reports::Truth, Decides::Bayesian),
        ),
        Seated::random(),
    ]
}
