//! Bargaining tasks.

use trivium_core::Rng;

use super::bank::{BUCKETS, PRODUCTS, QUALITIES};
use crate::record::Text;
use crate::task::{MarketplaceTask, MarketplaceType, Product, RoleConfig};

/// Widths of the zone of agreement, in percent of the reference price.
pub const WIDTH_PERCENT: [i64; 5] = [10, 30, 50, 70, 90];

/// Listed prices, in percent of the buyer's limit.
pub const LISTING_PERCENT: [i64; 5] = [110, 130, 150, 170, 190];

/// What to generate: 25 tasks a product (5 widths × 5 listings).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarketplacePlan {
    /// How many products.
    pub products: u32,
    /// The seed.
    pub seed: u64,
}

/// Cents as a price: exact to the last bit on every platform.
fn price(cents: i64) -> f64 {
    cents as f64 / 100.0
}

/// Whole units from 5 up, whole cents below; halves go up.
fn rounded(cents: i64) -> i64 {
    if cents >= 500 { (cents + 50) / 100 * 100 } else { cents }
}

/// How an instruction states its side's limit.
pub(super) fn limit_sentence(price: f64) -> String {
    format!("limit is {price:.2}.")
}

/// Generates the tasks of a plan, ids from 0: product by product, then by width, then by listing.
pub fn marketplace_tasks(plan: &MarketplacePlan) -> Vec<MarketplaceTask<'static>> {
    let mut tasks = Vec::new();
    for number in 0..plan.products {
        let mut rng = Rng::for_decision(
            trivium_core::rng::stream_seed(plan.seed, "negotiation/generate/marketplace"),
            u64::from(number),
        );
        let bucket = number as usize % BUCKETS.len();
        let (low, high) = BUCKETS[bucket];
        let reference = rng.between(low * 100, high * 100);
        // The bank holds four products of each bucket, one bucket after the other.
        let kinds = &PRODUCTS[bucket * 4..bucket * 4 + 4];
        let (kind, detail, purpose) = rng.choice(kinds).copied().unwrap_or(PRODUCTS[0]);
        let quality = rng.choice(&QUALITIES).copied().unwrap_or(QUALITIES[0]);
        let name = format!("{quality} {kind}");
        for width in WIDTH_PERCENT {
            let seller = rounded((reference * (200 - width) + 100) / 200);
            let mut buyer = rounded((reference * (200 + width) + 100) / 200);
            if buyer <= seller {
                buyer = seller + if seller >= 500 { 100 } else { 1 };
            }
            for listing in LISTING_PERCENT {
                let mut listed = rounded((buyer * listing + 50) / 100);
                if listed <= buyer {
                    listed = buyer + if buyer >= 500 { 100 } else { 1 };
                }
                let id = i64::try_from(tasks.len()).unwrap_or(i64::MAX);
                tasks.push(task(id, &name, detail, purpose, [seller, buyer, listed]));
            }
        }
    }
    tasks
}

fn task(
    id: i64,
    name: &str,
    detail: &str,
    purpose: &str,
    [seller, buyer, listed]: [i64; 3],
) -> MarketplaceTask<'static> {
    let role = |instruction: String, limit: i64| RoleConfig {
        instruction_message: Text::from(instruction),
        reservation_price: price(limit),
        is_malicious: false,
        malicious_target: None,
        malicious_strategy: None,
        malicious_prompt: None,
    };
    let facts = format!("{name}: {detail}.\nOnly the whole lot is for sale, no part of it.");
    MarketplaceTask {
        current_version: 1,
        id,
        variant: None,
        task_version: 0,
        kind: MarketplaceType,
        product: Product { name: Text::from(name.to_owned()), listed_price: Some(price(listed)) },
        seller: role(
            format!(
                "Sell this for me.\n{facts}\nIt takes up room, and another use for the money is waiting.\nMy lower \
                 {} Below that keeping it serves me better.\nIt is listed at {:.2}.",
                limit_sentence(price(seller)),
                price(listed)
            ),
            seller,
        ),
        buyer: role(
            format!(
                "Buy this for me.\n{facts}\nIt is needed for {purpose}.\nMy upper {} Above that other ways of getting \
                 it are cheaper.",
                limit_sentence(price(buyer))
            ),
            buyer,
        ),
        satisfiable: true,
    }
}
