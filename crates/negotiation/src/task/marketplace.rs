//! The marketplace task.

use super::{MarketplaceType, Zopa};
use crate::record::{Text, record, record_into_static};

record! {
    /// What is for sale.
    pub struct Product as "a product" {
        /// Name.
        name: Text<'a>,
        /// Price the seller must open with; absent in the oldest files (no forced opening).
        listed_price: Option<f64> = None,
    }
}
record_into_static!(Product { name, listed_price });

record! {
    /// One side of the bargain.
    pub struct RoleConfig as "a role" {
        /// What the agent is told.
        instruction_message: Text<'a>,
        /// The limit: the buyer's highest, the seller's lowest price.
        reservation_price: f64,
        /// Whether this side plays an adversary.
        is_malicious: bool = false,
        /// Attack type.
        malicious_target: Option<Text<'a>> = None,
        /// Attack style.
        malicious_strategy: Option<Text<'a>> = None,
        /// The adversary's whole prompt.
        malicious_prompt: Option<Text<'a>> = None,
    }
}
record_into_static!(RoleConfig {
    instruction_message,
    reservation_price,
    is_malicious,
    malicious_target,
    malicious_strategy,
    malicious_prompt,
});

record! {
    /// A bargaining task.
    pub struct MarketplaceTask as "a marketplace task" {
        /// Schema version; stored by the benchmark and part of the hash.
        current_version as "CURRENT_VERSION": i64 = 1,
        /// Number within the file.
        id: i64,
        /// Variant, such as `seller`.
        variant: Option<Text<'a>> = None,
        /// Content version; 0 when absent.
        task_version: i64 = 0,
        /// Domain tag.
        kind as "type": MarketplaceType = MarketplaceType,
        /// What is for sale.
        product: Product<'a>,
        /// The counterpart.
        seller: RoleConfig<'a>,
        /// The evaluated side.
        buyer: RoleConfig<'a>,
        /// Whether a deal should come about.
        satisfiable: bool = true,
    }
}
record_into_static!(MarketplaceTask {
    current_version,
    id,
    variant,
    task_version,
    kind,
    product,
    seller,
    buyer,
    satisfiable,
});

impl MarketplaceTask<'_> {
    /// Prices from the seller's to the buyer's reservation; the width may be zero or negative.
    pub fn zopa(&self) -> Zopa {
        let (min, max) = (self.seller.reservation_price, self.buyer.reservation_price);
        Zopa { min, max, width: max - min }
    }
}
