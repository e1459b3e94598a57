//! Rule-based agents. All accept what reaches their level, make their offer otherwise, and say what they will do.

use super::Stated;
use super::deals::{Triple, bundles, rest, triple, worth};
use super::rules::item_names;
use super::text;
use crate::kit::level4::Claim;
use crate::registry::Seated;
use serde_json::json;
use trivium_core::game::Speech;
use trivium_core::{Agent, AgentInfo, Decision, Event, Json, Message, Observation, Rng, Traits};

/// How an agent bargains.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    EqualSplit,
    Greedy,
    ParetoSeeker,
    Conceder,
}

/// What an agent knows at its turn.
struct Table<'a> {
    o: &'a Observation,
    pool: Triple,
    values: Triple,
    /// Own items by falling value per unit.
    order: [usize; 3],
}

impl<'a> Table<'a> {
    fn of(o: &'a Observation) -> Table<'a> {
        let drawn = |of: &str| {
            o.events.iter().find_map(|event| match event {
                Event::Chance { name, value, .. } if name == of => triple(value),
                _ => None,
            })
        };
        let values: Triple = drawn("values").unwrap_or_default();
        let mut order = [0, 1, 2];
        order.sort_by_key(|&i| std::cmp::Reverse(values[i]));
        Table { o, pool: drawn("pool").unwrap_or_default(), values, order }
    }

    fn worth(&self, bundle: &Triple) -> i64 {
        worth(&self.values, bundle)
    }

    /// Whether a bundle is worth a number of tenths of the total.
    fn reaches(&self, bundle: &Triple, tenths: i64) -> bool {
        10 * self.worth(bundle) >= tenths * self.o.whole("total_value")
    }

    /// What the other side's last offer leaves.
    fn left(&self) -> Option<Triple> {
        let offers = self.o.actions("offer").filter(|(_, seat, _)| *seat != self.o.seat);
        offers.last().and_then(|(.., action)| triple(action.get("offer")?)).map(|taken| rest(&self.pool, &taken))
    }

    /// Places of the items in an order, 0 for those that it does not name.
    fn ranks(order: &[usize]) -> [i64; 3] {
        std::array::from_fn(|item| order.iter().position(|&i| i == item).map_or(0, |place| place as i64))
    }

    /// The places of the items in the order that the other side claimed last.
    fn others_ranks(&self) -> [i64; 3] {
        let (items, total) = (item_names(&self.o.params), self.o.whole("total_value"));
        let mut order = Vec::new();
        for event in &self.o.events {
            let Event::Message { seat, message, .. } = event else { continue };
            let claims = message.announce.as_ref().and_then(|a| a.get("claims")).and_then(Json::as_array);
            for claim in claims.into_iter().flatten().filter(|_| *seat != self.o.seat).filter_map(Claim::read) {
                if let Some(Stated::Order(claimed)) = Stated::read(&claim, &items, total) {
                    order = claimed;
                }
            }
        }
        Table::ranks(&order)
    }

    fn level(&self, side: Side) -> i64 {
        let turn = i64::from(self.o.round);
        match side {
            Side::EqualSplit => 5,
            Side::Greedy => 8,
            Side::ParetoSeeker if turn <= self.o.whole("turns") / 2 => 6,
            Side::ParetoSeeker => 5,
            Side::Conceder => (10 - 2 * ((turn - 1) / 2)).max(4),
        }
    }

    fn offer(&self, side: Side) -> Triple {
        let level = self.level(side);
        match side {
            Side::EqualSplit => {
                let mut take = self.pool.map(|p| p / 2);
                let odd: Vec<usize> = self.order.iter().copied().filter(|&i| self.pool[i] % 2 == 1).collect();
                odd.iter().step_by(2).for_each(|&i| take[i] += 1);
                take
            }
            Side::Greedy => {
                let mut take = self.pool;
                take[self.order[2]] -= 1;
                take
            }
            Side::ParetoSeeker => {
                let (own, other) = (Table::ranks(&self.order), self.others_ranks());
                let mut items = [0, 1, 2];
                items.sort_by_key(|&i| std::cmp::Reverse((own[i] - other[i], own[i])));
                let mut take = self.pool;
                for i in items {
                    while take[i] > 0 {
                        let mut less = take;
                        less[i] -= 1;
                        if !self.reaches(&less, level) {
                            break;
                        }
                        take = less;
                    }
                }
                take
            }
            Side::Conceder => {
                let enough = bundles(&self.pool).filter(|bundle| self.reaches(bundle, level));
                let cheapest = enough.min_by_key(|bundle| (bundle.iter().sum::<i64>(), self.worth(bundle), *bundle));
                cheapest.unwrap_or(self.pool)
            }
        }
    }

    fn action(&self, side: Side) -> Json {
        let left = self.left();
        if left.is_some_and(|left| self.reaches(&left, self.level(side))) {
            return Json::from("accept");
        }
        if i64::from(self.o.round) >= self.o.whole("turns") {
            let something = left.is_some_and(|left| self.worth(&left) >= 1);
            return Json::from(if something { "accept" } else { "walk" });
        }
        json!({"offer": self.offer(side)})
    }

    fn claim(&self, side: Side) -> Option<Json> {
        let items = item_names(&self.o.params);
        let names = |order: &[usize]| order.iter().filter_map(|&i| items.get(i).cloned()).collect::<Vec<String>>();
        let [first, second, third] = self.order;
        let value = match side {
            Side::EqualSplit => return None,
            Side::Greedy => json!({"order": names(&[third, second, first])}),
            Side::ParetoSeeker => json!({"order": names(&self.order)}),
            Side::Conceder => json!({"most": items.get(first)}),
        };
        Some(json!({"kind": "value", "value": value}))
    }

    fn message(&self, side: Side) -> Message {
        let action = self.action(side);
        let spoke = self.o.events.iter().any(|e| matches!(e, Event::Message { seat, .. } if *seat == self.o.seat));
        let text = text::spoken(&self.o.params, &action);
        let announce = match self.claim(side).filter(|_| !spoke) {
            Some(claim) => json!({"action": action, "claims": [claim]}),
            None => json!({"action": action}),
        };
        Message { text, announce: Some(announce), cut: false }
    }
}

impl Agent for Side {
    fn decide(&self, o: &Observation, _rng: &mut Rng) -> Decision {
        let table = Table::of(o);
        if o.talking() { Decision::Message(table.message(*self)) } else { Decision::Action(table.action(*self)) }
    }
}

/// The agents, `random` last.
pub fn all() -> Vec<Seated> {
    let seated = |id, name, description, speech, side: Side| {
        let traits = Traits { memory: Some(1), stochastic: false, speech };
        Seated::with(AgentInfo { id, name, description, source: "Trivium", traits }, move || Box::new(side))
    };
    vec![
        seated(
            "equal-split",
            "Equal split",
            "Asks for half of every kind and accepts half of the value.",
            Speech::Honest,
            Side::EqualSplit,
        ),
        seated(
            "greedy",
            "Greedy",
            "Asks for everything but one piece of its least valued kind, and lies about its order of preference.",
            Speech::Deceptive,
            Side::Greedy,
        ),
        seated(
            "pareto-seeker",
            "Pareto-seeker",
            "Gives away what is worth least to it and most to the other, as far as the other has told.",
            Speech::Listening,
            Side::ParetoSeeker,
        ),
        seated(
            "conceder",
            "Conceder",
            "Starts by asking for everything it values and lowers its level by a fifth of the total each turn.",
            Speech::Honest,
            Side::Conceder,
        ),
        Seated::random(),
    ]
}
