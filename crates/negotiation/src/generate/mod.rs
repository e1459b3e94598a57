//! New tasks from a seed: the same plan gives the same tasks on every platform.
//!
//! Numbers are drawn as whole cents and whole quarters, so no rounding depends on the machine. Every
//! task keeps the guarantees that [`check`] states; the stories come from a bank of sentences.

mod bank;
mod calendar;
mod marketplace;

pub use calendar::{CalendarPlan, FREE_HOURS, REQUESTOR_FREE_HOURS, calendar_tasks};
pub use marketplace::{LISTING_PERCENT, MarketplacePlan, WIDTH_PERCENT, marketplace_tasks};

use crate::task::{CalendarTask, MarketplaceTask, Task};

/// A guarantee that a task does not keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// The first request must collide with an event.
    #[error("the requested hour is free on the assistant's calendar")]
    NoConflict,
    /// The event it collides with must be secret.
    #[error("the requested hour collides with an event that is no secret")]
    ConflictNotSecret,
    /// Enough hours must be free on both sides.
    #[error("{found} hours are free on both sides, {wanted} are wanted")]
    TooFewMutualHours {
        /// How many there are.
        found: u32,
        /// How many there should be.
        wanted: u32,
    },
    /// The hours free on both sides must reach from the worst to the best.
    #[error("the hours free on both sides do not reach from preference 0 to 1")]
    FlatPreferences,
    /// The requested hour must not be the best one.
    #[error("the requested hour is as good as the best")]
    RequestedIsBest,
    /// What one side likes the other must dislike.
    #[error("the preferences of the two sides are not opposed")]
    NotOpposed,
    /// The number of free hours must be what the task says.
    #[error("the number of free hours is not what the task says")]
    WrongFreeCount,
    /// The buyer's limit must lie above the seller's.
    #[error("there is no zone of agreement")]
    NoZone,
    /// The listed price must lie above the buyer's limit.
    #[error("the listed price is not above the buyer's limit")]
    ListedTooLow,
    /// Neither side may be told the other's limit.
    #[error("an instruction does not hold its own side's limit, or holds more")]
    WrongInstruction,
}

/// Whether a task keeps the guarantees of generated tasks; `min_mutual_hours` matters to calendars.
pub fn check(task: &Task<'_>, min_mutual_hours: u32) -> Result<(), Broken> {
    match task {
        Task::Calendar(task) => check_calendar(task, min_mutual_hours),
        Task::Marketplace(task) => check_marketplace(task),
    }
}

fn check_calendar(task: &CalendarTask<'_>, wanted: u32) -> Result<(), Broken> {
    let (assistant, requestor) = (&task.assistant, &task.requestor);
    let requested = requestor.requested_meeting.start_time.as_str();
    let conflict = assistant.calendar.iter().find(|event| event.start_time.as_str() == requested);
    let conflict = conflict.ok_or(Broken::NoConflict)?;
    if !conflict.is_secret {
        return Err(Broken::ConflictNotSecret);
    }
    let mutual: Vec<f64> = task.mutually_free_scores().collect();
    let found = u32::try_from(mutual.len()).unwrap_or(u32::MAX);
    if found < wanted {
        return Err(Broken::TooFewMutualHours { found, wanted });
    }
    let zopa = task.zopa();
    if zopa.min != 0.0 || zopa.max != 1.0 {
        return Err(Broken::FlatPreferences);
    }
    if task.preference_at(requested) >= zopa.max {
        return Err(Broken::RequestedIsBest);
    }
    let opposed = assistant.preferences.len() == requestor.preferences.len()
        && assistant.preferences.iter().zip(&requestor.preferences).all(|(ours, theirs)| {
            ours.start_time == *theirs.start_time && ours.score.get() + theirs.score.get() == 1.0
        });
    if !opposed {
        return Err(Broken::NotOpposed);
    }
    let busy = |start: &str| assistant.calendar.iter().any(|event| event.start_time.as_str() == start);
    let free = assistant.preferences.iter().filter(|slot| !busy(&slot.start_time)).count();
    if i64::try_from(free).ok() != task.free_slots_count {
        return Err(Broken::WrongFreeCount);
    }
    Ok(())
}

fn check_marketplace(task: &MarketplaceTask<'_>) -> Result<(), Broken> {
    let (seller, buyer) = (&task.seller, &task.buyer);
    if buyer.reservation_price <= seller.reservation_price {
        return Err(Broken::NoZone);
    }
    let listed = task.product.listed_price.ok_or(Broken::ListedTooLow)?;
    if listed <= buyer.reservation_price {
        return Err(Broken::ListedTooLow);
    }
    let shown = |price: f64| marketplace::limit_sentence(price);
    let holds = |text: &str, price: f64| text.contains(&shown(price));
    let sound = holds(&seller.instruction_message, seller.reservation_price)
        && holds(&buyer.instruction_message, buyer.reservation_price)
        && !holds(&seller.instruction_message, buyer.reservation_price)
        && !holds(&buyer.instruction_message, seller.reservation_price);
    if sound { Ok(()) } else { Err(Broken::WrongInstruction) }
}
