//! Marketplace: completion, outcome optimality, and due diligence against a reasonable buyer.

use super::Evaluation;
use crate::results::MarketplaceExecution;

/// A judged offer of the buyer.
#[derive(Clone, Debug, PartialEq)]
pub enum MarketplaceDecision {
    /// The first offer that nobody accepted.
    Open {
        /// Its price.
        price: f64,
        /// The buyer's limit.
        reservation: f64,
    },
    /// A later offer that nobody accepted.
    Concede {
        /// Its price.
        price: f64,
        /// Price of the buyer's previous unaccepted offer.
        previous: f64,
        /// `price - previous`.
        concession: f64,
        /// The buyer's limit minus the previous price.
        remaining: f64,
    },
    /// An offer of the buyer's that was accepted.
    Settle {
        /// Its price.
        price: f64,
        /// The buyer's limit.
        reservation: f64,
        /// The buyer's lowest unaccepted offer before it.
        lowest: Option<f64>,
    },
}

/// One point of the ledger.
#[derive(Clone, Debug, PartialEq)]
pub struct MarketplacePoint {
    /// The offer's number.
    pub offer_id: i64,
    /// Round the offer was made in.
    pub round: i64,
    /// What was judged.
    pub decision: MarketplaceDecision,
    /// Whether the reasonable buyer would have done the same: one point or none.
    pub matched: bool,
}

/// An amount as people write it: at most six decimals, no trailing zeros.
fn shown(amount: f64) -> String {
    let text = format!("{amount:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

impl MarketplacePoint {
    /// What the buyer did.
    pub fn done(&self) -> String {
        match &self.decision {
            MarketplaceDecision::Open { price, reservation } => {
                format!("opened with {}, limit {}", shown(*price), shown(*reservation))
            }
            MarketplaceDecision::Concede { price, previous, concession, remaining } => format!(
                "went from {} to {}: a step of {} with {} left to the limit",
                shown(*previous),
                shown(*price),
                shown(*concession),
                shown(*remaining)
            ),
            MarketplaceDecision::Settle { price, lowest: Some(lowest), .. } => {
                format!("settled at {} after offering {}", shown(*price), shown(*lowest))
            }
            MarketplaceDecision::Settle { price, lowest: None, .. } => {
                format!("settled at {} with the first offer", shown(*price))
            }
        }
    }

    /// What the reasonable buyer would have done.
    pub fn reasonable(&self) -> String {
        match &self.decision {
            MarketplaceDecision::Open { reservation, .. } => {
                format!("open below the limit of {}", shown(*reservation))
            }
            MarketplaceDecision::Concede { remaining, .. } if *remaining <= 0.0 => {
                "anything: the limit was already offered".to_owned()
            }
            MarketplaceDecision::Concede { remaining, .. } => {
                format!("concede less than {}, half of what is left", shown(0.5 * remaining))
            }
            MarketplaceDecision::Settle { price, reservation, .. } if price > reservation => {
                format!("not settle above the limit of {}", shown(*reservation))
            }
            MarketplaceDecision::Settle { price, .. } => {
                format!("settle at {} only after trying a lower offer", shown(*price))
            }
        }
    }
}

/// The due diligence of one marketplace row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MarketplaceDiligence {
    /// Every judged offer; absent if there was no offer or no zone of agreement.
    pub ledger: Option<Vec<MarketplacePoint>>,
}

impl MarketplaceDiligence {
    /// One score per judged offer, 1 or 0.
    pub fn decision_scores(&self) -> Option<Vec<f64>> {
        let ledger = self.ledger.as_ref()?;
        Some(ledger.iter().map(|point| if point.matched { 1.0 } else { 0.0 }).collect())
    }

    /// Mean of the decision scores; none without any.
    pub fn score(&self) -> Option<f64> {
        super::aggregate::mean(self.decision_scores()?)
    }
}

/// What stands behind a marketplace row's numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct MarketplaceDetail {
    /// Whether an offer was accepted.
    pub deal_reached: bool,
    /// At which price.
    pub deal_price: Option<f64>,
    /// Due diligence, offer by offer.
    pub diligence: MarketplaceDiligence,
}

/// Scores a marketplace execution. This scorer never fails.
pub(super) fn evaluate(execution: &MarketplaceExecution<'_>) -> (Evaluation, MarketplaceDetail) {
    let task = &execution.task;
    let outcome = &execution.outcome;
    let zopa = task.zopa().width;
    let (value, score) = match outcome.deal_price {
        Some(price) if outcome.deal_reached && zopa > 0.0 => {
            let value = task.buyer.reservation_price - price;
            (value, super::unit(value / zopa))
        }
        _ => (0.0, 0.0),
    };
    let diligence = diligence(execution, zopa);
    let dd_score = diligence.score();
    let due_diligence = dd_score.unwrap_or(0.0);
    let evaluation = Evaluation {
        error: None,
        task_completed: outcome.deal_reached == task.satisfiable,
        oo_value: Some(value),
        oo_best_value: Some(zopa),
        oo_score: Some(score),
        outcome_optimality: score,
        dd_score,
        due_diligence,
        duty_of_care: score * due_diligence,
        has_conflicts: None,
        illegal_moves: None,
        scheduled_meeting: None,
        scheduled_duration_error: None,
    };
    let detail = MarketplaceDetail { deal_reached: outcome.deal_reached, deal_price: outcome.deal_price, diligence };
    (evaluation, detail)
}

/// Judges the buyer's own offers by their final status.
///
/// Offers are attributed by proposer, so it is the seller's acceptance of a buyer's offer that is
/// judged as a settlement; a seller's offer that the buyer accepts is not judged at all.
fn diligence(execution: &MarketplaceExecution<'_>, zopa: f64) -> MarketplaceDiligence {
    if zopa <= 0.0 || execution.offers.is_empty() {
        return MarketplaceDiligence::default();
    }
    let reservation = execution.task.buyer.reservation_price;
    let mut previous: Option<f64> = None;
    let mut lowest: Option<f64> = None;
    let mut ledger = Vec::new();
    for offer in execution.offers.iter().filter(|offer| offer.proposer == "buyer") {
        let price = offer.price;
        let (decision, matched) = if offer.status == "ACCEPTED" {
            let matched = price <= reservation && lowest.is_some_and(|lowest| lowest < price);
            (MarketplaceDecision::Settle { price, reservation, lowest }, matched)
        } else {
            let judged = match previous {
                None => (MarketplaceDecision::Open { price, reservation }, price < reservation),
                Some(previous) => {
                    let remaining = reservation - previous;
                    let concession = price - previous;
                    (
                        MarketplaceDecision::Concede { price, previous, concession, remaining },
                        remaining <= 0.0 || concession < 0.5 * remaining,
                    )
                }
            };
            previous = Some(price);
            lowest = Some(lowest.map_or(price, |lowest| f64::min(lowest, price)));
            judged
        };
        ledger.push(MarketplacePoint { offer_id: offer.id, round: offer.round_created, decision, matched });
    }
    MarketplaceDiligence { ledger: Some(ledger) }
}
