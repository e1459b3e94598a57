//! Rule-based agents.

use super::text;
use crate::registry::Seated;
use crate::theory::kuhn::{Card, Spot, Table, fraction};
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Decision, Event, Json, Message, Observation, Rng, Traits};

/// What an agent says of its card.
#[derive(Clone, Copy)]
enum Talk {
    Nothing,
    Truth,
    King,
}

/// Bets with the probabilities of a table.
struct ByTable {
    table: Table,
    talk: Talk,
}

/// The own card of the running hand.
fn own_card(o: &Observation) -> Option<Card> {
    o.events.iter().rev().find_map(|event| match event {
        Event::Chance { round, name, seat, value } if name == "card" && *round == o.round && *seat == Some(o.seat) => {
            value.as_str().and_then(Card::read)
        }
        _ => None,
    })
}

/// The betting of the running hand so far.
fn betting(o: &Observation) -> String {
    let moves = o.actions("move").filter(|(round, ..)| *round == o.round);
    moves.map(|(_, _, action)| if action == "bet" { 'b' } else { 'p' }).collect()
}

fn say(card: Option<Card>) -> Decision {
    let announce = card.map(|card| json!({"claims": [{"kind": "card", "value": card.letter()}]}));
    Decision::Message(Message { text: text::spoken(card.map(Card::letter)).to_owned(), announce, cut: false })
}

impl Agent for ByTable {
    fn decide(&self, o: &Observation, rng: &mut Rng) -> Decision {
        let card = own_card(o);
        if o.talking() {
            return say(match self.talk {
                Talk::Nothing => None,
                Talk::Truth => card,
                Talk::King => Some(Card::K),
            });
        }
        let odds = card.zip(Spot::after(&betting(o))).map(|(card, spot)| self.table.bet(spot, card));
        let bets = odds.is_some_and(|p| {
            let (num, den) = (*p.numer() as u64, *p.denom() as u64);
            num == den || (num > 0 && rng.chance(num, den))
        });
        Decision::Action(Json::from(if bets { "bet" } else { "pass" }))
    }
}

const fn plain(speech: Speech) -> Traits {
    Traits { memory: Some(0), stochastic: false, speech }
}

const MIXED: Traits = Traits { memory: Some(0), stochastic: true, speech: Speech::Quiet };
const EQUILIBRIUM: &str = "Kuhn 1950";

/// An agent that plays by a table.
struct Entry {
    info: AgentInfo,
    table: fn() -> Table,
    talk: Talk,
}

const fn entry(
    names: [&'static str; 2],
    description: &'static str,
    source: &'static str,
    traits: Traits,
    talk: Talk,
    table: fn() -> Table,
) -> Entry {
    Entry { info: AgentInfo { id: names[0], name: names[1], description, source, traits }, table, talk }
}

static ENTRIES: [Entry; 6] = [
    entry(
        ["equilibrium-0", "Equilibrium, α = 0"],
        "Plays the equilibrium that never bets first.",
        EQUILIBRIUM,
        MIXED,
        Talk::Nothing,
        || Table::equilibrium(fraction(0, 1)),
    ),
    entry(
        ["equilibrium-1-6", "Equilibrium, α = 1/6"],
        "Plays the equilibrium in the middle of the family: bluffs with one jack in six as first player.",
        EQUILIBRIUM,
        MIXED,
        Talk::Nothing,
        || Table::equilibrium(fraction(1, 6)),
    ),
    entry(
        ["equilibrium-1-3", "Equilibrium, α = 1/3"],
        "Plays the equilibrium that always bets the king and bluffs with one jack in three as first player.",
        EQUILIBRIUM,
        MIXED,
        Talk::Nothing,
        || Table::equilibrium(fraction(1, 3)),
    ),
    entry(
        ["always-bet", "Always bet"],
        "Bets and calls with every card, and claims to hold the king.",
        "baseline",
        plain(Speech::Deceptive),
        Talk::King,
        || Table::from_fn(|_, _| fraction(1, 1)),
    ),
    entry(
        ["always-pass", "Always pass"],
        "Checks and folds with every card.",
        "baseline",
        plain(Speech::Quiet),
        Talk::Nothing,
        || Table::from_fn(|_, _| fraction(0, 1)),
    ),
    entry(
        ["honest", "Honest"],
        "Bets and calls with the king only, and says which card it holds.",
        "Trivium",
        plain(Speech::Honest),
        Talk::Truth,
        || Table::from_fn(|_, card| fraction(i64::from(card == Card::K), 1)),
    ),
];

/// The table by which an agent plays; `None` for `random` and for what is no agent.
pub fn table(id: &str) -> Option<Table> {
    ENTRIES.iter().find(|entry| entry.info.id == id).map(|entry| (entry.table)())
}

/// The agents, `random` last.
pub fn all() -> Vec<Seated> {
    let by_table = |entry: &'static Entry| {
        let make = || -> Box<dyn Agent> { Box::new(ByTable { table: (entry.table)(), talk: entry.talk }) };
        Seated::with(entry.info.clone(), make)
    };
    ENTRIES.iter().map(by_table).chain([Seated::random()]).collect()
}
