//! Agents that bargain.

use serde_json::{Value, json};
use trivium_core::Rng;

use super::reading::{Made, calls, this_turn};
use super::{Manner, aspiration};
use crate::env::MarketSide;
use crate::episode::{Answer, Party, Policy, View};
use crate::task::MarketplaceTask;

/// What a bargaining agent knows beside its messages: its own side only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarketBrief {
    /// Which side it plays.
    pub side: MarketSide,
    /// The worst price it may agree to.
    pub limit: f64,
    /// The price it starts from.
    pub anchor: f64,
    /// Rounds of the episode.
    pub max_rounds: u32,
}

impl MarketBrief {
    /// The brief of a party. A buyer starts from half its limit; a seller from the listed price, or
    /// from one and a half times its limit if none above the limit is listed.
    pub fn of(task: &MarketplaceTask<'_>, party: Party, max_rounds: u32) -> MarketBrief {
        match party {
            Party::Principal => {
                let limit = task.buyer.reservation_price;
                MarketBrief { side: MarketSide::Buyer, limit, anchor: 0.5 * limit, max_rounds }
            }
            Party::Counterparty => {
                let limit = task.seller.reservation_price;
                let listed = task.product.listed_price.filter(|listed| *listed > limit);
                MarketBrief { side: MarketSide::Seller, limit, anchor: listed.unwrap_or(1.5 * limit), max_rounds }
            }
        }
    }

    /// How much of the way from limit to anchor a price keeps: 1 at the anchor, 0 at the limit.
    fn worth(&self, price: f64) -> f64 {
        let span = self.anchor - self.limit;
        if span == 0.0 {
            return if self.within_limit(price) { 1.0 } else { -1.0 };
        }
        (price - self.limit) / span
    }

    fn within_limit(&self, price: f64) -> bool {
        match self.side {
            MarketSide::Buyer => price <= self.limit,
            MarketSide::Seller => price >= self.limit,
        }
    }

    /// The price of that worth, in whole cents and never beyond the limit.
    fn price(&self, worth: f64) -> f64 {
        self.in_cents(self.limit + worth * (self.anchor - self.limit))
    }

    fn in_cents(&self, price: f64) -> f64 {
        let cents = (price * 100.0).round() / 100.0;
        match self.side {
            MarketSide::Buyer => cents.min(self.limit),
            MarketSide::Seller => cents.max(self.limit),
        }
        .max(0.01)
    }
}

/// The price last offered by the other side and still open, and the history it came by.
#[derive(Default)]
struct Table {
    /// The other side's open offer: number and price.
    offered: Option<(i64, f64)>,
    /// All prices of the other side, in order.
    other_prices: Vec<f64>,
    /// My own prices, in order.
    own_prices: Vec<f64>,
    /// Whether a deal is known to be made.
    deal: bool,
}

/// What agents write when they accept, so that their kind on the other side can tell: the
/// environment itself sends no notice.
fn acceptance(price: f64) -> String {
    format!("Agreed at {price:.2}.")
}

impl Table {
    fn read(calls: &[Made]) -> Table {
        let mut table = Table::default();
        for call in calls {
            match &*call.tool {
                "GetMessages" => table.take(&call.result),
                "MakeOffer" if !call.refused() => {
                    table.own_prices.extend(call.arguments.get("price").and_then(Value::as_f64));
                }
                "AcceptOffer" if !call.refused() => table.deal = true,
                _ => {}
            }
        }
        table
    }

    fn take(&mut self, result: &str) {
        let items: Vec<Value> = serde_json::from_str(result).unwrap_or_default();
        for item in items {
            match (item["kind"].as_str(), item["price"].as_f64(), item["offer_id"].as_i64()) {
                (Some("offer"), Some(price), Some(id)) => {
                    self.other_prices.push(price);
                    self.offered = (item["status"] == "OPEN").then_some((id, price));
                }
                (Some("message"), ..) => {
                    let last = self.own_prices.last();
                    self.deal |= last.is_some_and(|price| item["content"].as_str() == Some(&acceptance(*price)));
                }
                _ => {}
            }
        }
    }
}

/// A rule-based bargaining agent.
pub struct MarketAgent {
    brief: MarketBrief,
    manner: Manner,
    stream: u64,
    decisions: u64,
}

impl MarketAgent {
    /// An agent of this manner; `seed` names the random manner's stream.
    pub fn new(brief: MarketBrief, manner: Manner, seed: u64) -> MarketAgent {
        let name = match brief.side {
            MarketSide::Buyer => "negotiation/buyer",
            MarketSide::Seller => "negotiation/seller",
        };
        MarketAgent { brief, manner, stream: trivium_core::rng::stream_seed(seed, name), decisions: 0 }
    }

    /// The price the agent asks for next.
    fn next_price(&self, table: &Table, round: u32) -> f64 {
        let brief = &self.brief;
        match (self.manner, table.own_prices.last()) {
            (Manner::FirstOffer, _) => brief.price(0.0),
            // A quarter of what is left, well below the half that due diligence allows.
            (Manner::Reasonable, Some(last)) => brief.in_cents(last + 0.25 * (brief.limit - last)),
            (Manner::Reasonable, None) => brief.price(1.0),
            _ => {
                let worth = |price: Option<&f64>| price.map_or(0.0, |price| brief.worth(*price));
                let conceded = worth(table.other_prices.last()) - worth(table.other_prices.first());
                brief.price(aspiration(self.manner, round, brief.max_rounds, conceded))
            }
        }
    }

    fn accepts(&self, price: f64, next: f64, table: &Table, round: u32) -> bool {
        let brief = &self.brief;
        match self.manner {
            Manner::FirstOffer => true,
            Manner::Reasonable => {
                // It tries for less before it agrees, unless there is no other round.
                let last = round >= brief.max_rounds;
                let tried = !table.own_prices.is_empty();
                brief.within_limit(price) && (last || (tried && brief.worth(price) >= brief.worth(next)))
            }
            _ => brief.within_limit(price) && brief.worth(price) >= brief.worth(next),
        }
    }

    fn random(&mut self, view: &View<'_>) -> Answer {
        let mut rng = Rng::for_decision(self.stream, self.decisions);
        self.decisions += 1;
        let tool = rng.choice(view.tools).map_or("Wait", |tool| tool.name);
        let arguments = match tool {
            "SendMessage" => json!({"content": "Think about it."}),
            "MakeOffer" => {
                let worth = rng.between(0, 100) as f64 / 100.0;
                json!({"price": self.brief.price(worth)})
            }
            "AcceptOffer" => json!({"offer_id": rng.between(1, 12)}),
            "EndConversation" => json!({"reason": "Enough for today."}),
            _ => json!({}),
        };
        Answer::call(tool, &arguments)
    }
}

impl Policy for MarketAgent {
    fn opening(&mut self, _view: &View<'_>) -> String {
        "This is my price.".to_owned()
    }

    fn choose(&mut self, view: &View<'_>) -> Answer {
        if self.manner == Manner::Random {
            return self.random(view);
        }
        let wait = || Answer::call("Wait", &json!({}));
        let calls = calls(view);
        let table = Table::read(&calls);
        let can_close = view.tools.iter().any(|tool| tool.name == "EndConversation");
        if table.deal {
            let close = || Answer::call("EndConversation", &json!({"reason": "We have a deal."}));
            return if can_close { close() } else { wait() };
        }
        if !this_turn(&calls, "GetMessages").is_empty() {
            return wait();
        }
        let next = self.next_price(&table, view.round);
        if let Some((id, price)) = table.offered
            && self.accepts(price, next, &table, view.round)
        {
            return Answer::call("AcceptOffer", &json!({"offer_id": id, "message": acceptance(price)}));
        }
        if table.own_prices.last() == Some(&next) {
            return wait();
        }
        Answer::call("MakeOffer", &json!({"price": next}))
    }
}
