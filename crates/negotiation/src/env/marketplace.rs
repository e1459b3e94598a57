//! The marketplace environment: messages and offers between a buyer and a seller.

use serde::Serialize;
use serde_json::{Value, json};

use super::tool::{Arguments, ParameterKind as Kind, Tool, needed, optional};
use super::{Done, Flow};

/// The two participants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MarketSide {
    /// Is evaluated.
    Buyer,
    /// Is its counterpart.
    Seller,
}

impl MarketSide {
    /// The name in files.
    pub fn as_str(self) -> &'static str {
        match self {
            MarketSide::Buyer => "buyer",
            MarketSide::Seller => "seller",
        }
    }

    /// The counterpart.
    pub fn other(self) -> MarketSide {
        match self {
            MarketSide::Buyer => MarketSide::Seller,
            MarketSide::Seller => MarketSide::Buyer,
        }
    }
}

/// `SendMessage`
pub const SEND_MESSAGE: Tool = Tool {
    name: "SendMessage",
    description: "Write to the other side. A message binds nobody.",
    parameters: &[needed("content", Kind::NonEmptyText, "What you write")],
};
/// `MakeOffer`
pub const MAKE_OFFER: Tool = Tool {
    name: "MakeOffer",
    description: "Offer a price. It replaces your own open offer, and the other side may accept it as long as it \
                  is open.",
    parameters: &[
        needed("price", Kind::PositiveNumber, "The price of the whole lot"),
        optional("message", Kind::Text, "A message that goes with the offer"),
    ],
};
/// `AcceptOffer`
pub const ACCEPT_OFFER: Tool = Tool {
    name: "AcceptOffer",
    description: "Accept an open offer of the other side. That makes the deal at its price.",
    parameters: &[
        needed("offer_id", Kind::PositiveInteger, "Number of the offer"),
        optional("message", Kind::Text, "A message that goes with the acceptance"),
    ],
};
/// `Wait`
pub const WAIT: Tool = Tool {
    name: "Wait",
    description: "Hand the turn to the other side. Use it when you have acted and expect an answer.",
    parameters: &[],
};
/// `EndConversation`
pub const END_CONVERSATION: Tool = Tool {
    name: "EndConversation",
    description: "Close the negotiation for good: after a deal, or because no good deal is to be had.",
    parameters: &[needed("reason", Kind::NonEmptyText, "Why it ends")],
};

const SELLER_TOOLS: [&Tool; 4] = [&SEND_MESSAGE, &MAKE_OFFER, &ACCEPT_OFFER, &WAIT];
const BUYER_TOOLS: [&Tool; 5] = [&SEND_MESSAGE, &MAKE_OFFER, &ACCEPT_OFFER, &WAIT, &END_CONVERSATION];

/// The tools of a side. Messages arrive without being asked for.
pub fn tools(side: MarketSide) -> &'static [&'static Tool] {
    match side {
        MarketSide::Buyer => &BUYER_TOOLS,
        MarketSide::Seller => &SELLER_TOOLS,
    }
}

/// A tool call of this environment.
#[derive(Clone, Debug, PartialEq)]
pub enum MarketAction {
    /// A message.
    SendMessage {
        /// Text.
        content: String,
    },
    /// An offer.
    MakeOffer {
        /// Price, above 0.
        price: f64,
        /// Text.
        message: Option<String>,
    },
    /// An acceptance.
    AcceptOffer {
        /// Number of the offer.
        offer_id: i64,
        /// Text.
        message: Option<String>,
    },
    /// Handing over the turn.
    Wait,
    /// Closing the negotiation.
    EndConversation {
        /// Why.
        reason: String,
    },
}

impl MarketAction {
    /// The action a call of this tool asks for; none if the tool is not of this environment.
    pub fn of(tool: &str, arguments: &Arguments) -> Option<MarketAction> {
        let message = || arguments.optional_text("message");
        Some(match tool {
            "SendMessage" => MarketAction::SendMessage { content: arguments.text("content") },
            "MakeOffer" => MarketAction::MakeOffer { price: arguments.number("price")?, message: message() },
            "AcceptOffer" => MarketAction::AcceptOffer { offer_id: arguments.integer("offer_id")?, message: message() },
            "Wait" => MarketAction::Wait,
            "EndConversation" => MarketAction::EndConversation { reason: arguments.text("reason") },
            _ => return None,
        })
    }

    /// The tool's name.
    pub fn tool(&self) -> &'static str {
        match self {
            MarketAction::SendMessage { .. } => "SendMessage",
            MarketAction::MakeOffer { .. } => "MakeOffer",
            MarketAction::AcceptOffer { .. } => "AcceptOffer",
            MarketAction::Wait => "Wait",
            MarketAction::EndConversation { .. } => "EndConversation",
        }
    }

    /// The arguments as the action trace holds them, nulls included.
    pub fn payload(&self) -> Value {
        match self {
            MarketAction::SendMessage { content } => json!({"content": content}),
            MarketAction::MakeOffer { price, message } => json!({"price": price, "message": message}),
            MarketAction::AcceptOffer { offer_id, message } => json!({"offer_id": offer_id, "message": message}),
            MarketAction::Wait => json!({}),
            MarketAction::EndConversation { reason } => json!({"reason": reason}),
        }
    }
}

/// Why an action is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MarketRefusal {
    /// No such offer.
    #[error("there is no offer {0}")]
    OfferMissing(i64),
    /// It was replaced or accepted.
    #[error("offer {id} is not open: it is {}", .status.as_str())]
    OfferNotOpen {
        /// Its number.
        id: i64,
        /// Its status.
        status: OfferStatus,
    },
    /// One's own offer.
    #[error("offer {0} is your own; only the other side can accept it")]
    OwnOffer(i64),
}

impl MarketRefusal {
    /// A short code.
    pub fn code(self) -> &'static str {
        match self {
            MarketRefusal::OfferMissing(_) => "offer_missing",
            MarketRefusal::OfferNotOpen { .. } => "offer_not_open",
            MarketRefusal::OwnOffer(_) => "own_offer",
        }
    }
}

/// Where an offer stands. It leaves `Open` at most once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum OfferStatus {
    /// Can be accepted.
    Open,
    /// Was accepted.
    Accepted,
    /// Was replaced by its proposer.
    Expired,
}

impl OfferStatus {
    /// The word in files.
    pub fn as_str(self) -> &'static str {
        match self {
            OfferStatus::Open => "OPEN",
            OfferStatus::Accepted => "ACCEPTED",
            OfferStatus::Expired => "EXPIRED",
        }
    }
}

/// An offer on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpenOffer {
    /// Number, from 1.
    pub id: i64,
    /// Round it was made in.
    pub round_created: u32,
    /// Who made it.
    pub proposer: MarketSide,
    /// Price.
    pub price: f64,
    /// Text that went with it.
    pub message: Option<String>,
    /// Where it stands.
    pub status: OfferStatus,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    /// Round, from 1.
    pub round: u32,
    /// Who wrote it.
    pub speaker: MarketSide,
    /// Text.
    pub content: String,
}

/// Who closed a negotiation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// The buyer.
    Buyer,
    /// The seller.
    Seller,
    /// Nobody: the rounds ran out without a deal.
    MaxRounds,
    /// Nobody.
    #[default]
    None,
}

/// How it stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MarketOutcome {
    /// Whether an offer was accepted.
    pub deal_reached: bool,
    /// The price last accepted.
    pub deal_price: Option<f64>,
    /// The offer last accepted.
    pub accepted_offer_id: Option<i64>,
    /// Who closed it.
    pub ended_by: EndedBy,
    /// In words.
    pub end_reason: Option<String>,
}

/// An item a side has not seen yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Unread {
    /// A message of the other side.
    Message(Said),
    /// An offer of the other side, as it stands now.
    Offer(OpenOffer),
}

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    messages: usize,
    offers: usize,
}

/// The state of a marketplace episode.
#[derive(Clone, Debug)]
pub struct MarketEnv {
    round: u32,
    messages: Vec<Said>,
    offers: Vec<OpenOffer>,
    outcome: MarketOutcome,
    buyer_seen: Seen,
    seller_seen: Seen,
}

impl Default for MarketEnv {
    fn default() -> Self {
        MarketEnv {
            round: 1,
            messages: Vec::new(),
            offers: Vec::new(),
            outcome: MarketOutcome::default(),
            buyer_seen: Seen::default(),
            seller_seen: Seen::default(),
        }
    }
}

impl MarketEnv {
    /// Sets the round that new messages and offers are stamped with.
    pub fn set_round(&mut self, round: u32) {
        self.round = round;
    }

    /// Messages in order.
    pub fn messages(&self) -> &[Said] {
        &self.messages
    }

    /// Offers in order of making.
    pub fn offers(&self) -> &[OpenOffer] {
        &self.offers
    }

    /// How it stands.
    pub fn outcome(&self) -> &MarketOutcome {
        &self.outcome
    }

    /// How many messages and offers a side has seen, its own included.
    pub fn seen_until(&self, side: MarketSide) -> (usize, usize) {
        let seen = match side {
            MarketSide::Buyer => self.buyer_seen,
            MarketSide::Seller => self.seller_seen,
        };
        (seen.messages, seen.offers)
    }

    /// Notes that the rounds ran out, unless a deal or a formal end came first.
    pub fn rounds_ran_out(&mut self) {
        if !self.outcome.deal_reached && self.outcome.end_reason.is_none() {
            self.outcome.ended_by = EndedBy::MaxRounds;
            self.outcome.end_reason = Some("The rounds ran out without a deal.".to_owned());
        }
    }

    /// Hands a side what the other side said and offered since it last looked: messages first, then
    /// offers.
    pub fn take_unread(&mut self, side: MarketSide) -> Vec<Unread> {
        let all = Seen { messages: self.messages.len(), offers: self.offers.len() };
        let seen = match side {
            MarketSide::Buyer => &mut self.buyer_seen,
            MarketSide::Seller => &mut self.seller_seen,
        };
        let seen = std::mem::replace(seen, all);
        let messages = self.messages[seen.messages..].iter().filter(|said| said.speaker != side);
        let offers = self.offers[seen.offers..].iter().filter(|offer| offer.proposer != side);
        messages.cloned().map(Unread::Message).chain(offers.cloned().map(Unread::Offer)).collect()
    }

    /// Carries out an action of a side, or says why not (and changes nothing).
    pub fn act(&mut self, side: MarketSide, action: &MarketAction) -> Result<Done, MarketRefusal> {
        match action {
            MarketAction::SendMessage { content } => {
                self.say(side, Some(content));
                Ok(Done::and_continue("Message sent."))
            }
            MarketAction::MakeOffer { price, message } => Ok(self.offer(side, *price, message.clone())),
            MarketAction::AcceptOffer { offer_id, message } => self.accept(side, *offer_id, message.as_deref()),
            MarketAction::Wait => Ok(Done { text: "The other side has the turn.".to_owned(), flow: Flow::EndTurn }),
            MarketAction::EndConversation { reason } => {
                self.outcome.ended_by = match side {
                    MarketSide::Buyer => EndedBy::Buyer,
                    MarketSide::Seller => EndedBy::Seller,
                };
                self.outcome.end_reason = Some(reason.clone());
                Ok(Done { text: "The negotiation is closed.".to_owned(), flow: Flow::EndEpisode })
            }
        }
    }

    fn say(&mut self, speaker: MarketSide, content: Option<&str>) {
        if let Some(content) = content.filter(|content| !content.is_empty()) {
            self.messages.push(Said { round: self.round, speaker, content: content.to_owned() });
        }
    }

    fn offer(&mut self, proposer: MarketSide, price: f64, message: Option<String>) -> Done {
        for offer in &mut self.offers {
            if offer.proposer == proposer && offer.status == OfferStatus::Open {
                offer.status = OfferStatus::Expired;
            }
        }
        // Offers are numbered from 1 and never removed.
        let id = i64::try_from(self.offers.len()).unwrap_or(i64::MAX).saturating_add(1);
        self.say(proposer, message.as_deref());
        let status = OfferStatus::Open;
        self.offers.push(OpenOffer { id, round_created: self.round, proposer, price, message, status });
        Done::and_continue(format!("Offer {id} at {price:.2} is open."))
    }

    fn accept(&mut self, side: MarketSide, id: i64, message: Option<&str>) -> Result<Done, MarketRefusal> {
        let offer = self.offers.iter_mut().find(|offer| offer.id == id).ok_or(MarketRefusal::OfferMissing(id))?;
        if offer.status != OfferStatus::Open {
            return Err(MarketRefusal::OfferNotOpen { id, status: offer.status });
        }
        if offer.proposer == side {
            return Err(MarketRefusal::OwnOffer(id));
        }
        offer.status = OfferStatus::Accepted;
        let price = offer.price;
        self.outcome.deal_reached = true;
        self.outcome.deal_price = Some(price);
        self.outcome.accepted_offer_id = Some(id);
        self.say(side, message);
        Ok(Done::and_continue(format!("Offer {id} accepted at {price:.2}.")))
    }
}

/// Unread items as the agent is shown them: a JSON list, `[]` for none.
pub fn unread_json(items: &[Unread]) -> String {
    let list: Vec<Value> = items
        .iter()
        .map(|item| match item {
            Unread::Message(Said { round, speaker, content }) => {
                json!({"kind": "message", "round": round, "speaker": speaker.as_str(), "content": content})
            }
            Unread::Offer(offer) => json!({
                "kind": "offer", "round": offer.round_created, "offer_id": offer.id,
                "proposer": offer.proposer.as_str(), "price": offer.price, "status": offer.status.as_str(),
                "message": offer.message,
            }),
        })
        .collect();
    Value::Array(list).to_string()
}
