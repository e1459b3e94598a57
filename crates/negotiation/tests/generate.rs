//! Generated tasks keep their guarantees, and a seed is a set of tasks.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};
use trivium_negotiation::generate::{
    Broken, CalendarPlan, FREE_HOURS, LISTING_PERCENT, MarketplacePlan, REQUESTOR_FREE_HOURS, WIDTH_PERCENT,
    calendar_tasks, check, marketplace_tasks,
};
use trivium_negotiation::task::Task;

/// 10,003 tasks: 1,429 employees of seven tasks each.
const CALENDARS: CalendarPlan = CalendarPlan { employees: 1429, min_mutual_hours: 3, seed: 42 };
/// 10,000 tasks: 400 products of 25 tasks each.
const MARKETS: MarketplacePlan = MarketplacePlan { products: 400, seed: 42 };

fn digest<'t>(tasks: impl Iterator<Item = &'t Task<'static>>) -> String {
    let mut hash = Sha256::new();
    for task in tasks {
        hash.update(task.to_json());
    }
    hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

fn calendars(plan: CalendarPlan) -> Vec<Task<'static>> {
    calendar_tasks(&plan).into_iter().map(|task| Task::Calendar(Box::new(task))).collect()
}

fn markets(plan: MarketplacePlan) -> Vec<Task<'static>> {
    marketplace_tasks(&plan).into_iter().map(|task| Task::Marketplace(Box::new(task))).collect()
}

#[test]
fn ten_thousand_calendars_keep_every_guarantee() {
    let tasks = calendars(CALENDARS);
    assert_eq!(tasks.len(), 10_003);
    let mut per_level: BTreeMap<i64, u32> = BTreeMap::new();
    let mut mutual_counts = BTreeSet::new();
    for (id, task) in (0i64..).zip(&tasks) {
        assert_eq!(check(task, 3), Ok(()), "task {id}");
        let Task::Calendar(task) = task else { panic!() };
        assert_eq!(task.id, id);
        *per_level.entry(task.free_slots_count.unwrap()).or_default() += 1;
        let busy = task.requestor.calendar.len() - 2;
        assert_eq!(11 - busy, usize::from(REQUESTOR_FREE_HOURS));
        mutual_counts.insert(task.mutually_free_scores().count());
        assert_eq!(task.assistant.preferences.len(), 11);
    }
    assert_eq!(per_level, FREE_HOURS.map(|level| (i64::from(level), CALENDARS.employees)).into());
    assert_eq!(mutual_counts, BTreeSet::from([3, 4]), "as in the benchmark's own data");
    // The same bytes on every platform.
    assert_eq!(digest(tasks.iter()), "2d2bbaf5b4368cb3");
}

#[test]
fn ten_thousand_bargains_keep_every_guarantee() {
    let tasks = markets(MARKETS);
    assert_eq!(tasks.len(), 10_000);
    for (id, task) in (0i64..).zip(&tasks) {
        assert_eq!(check(task, 0), Ok(()), "task {id}");
        assert_eq!(task.id(), id);
        let Task::Marketplace(task) = task else { panic!() };
        let product = usize::try_from(id).unwrap() / 25;
        let width = WIDTH_PERCENT[usize::try_from(id).unwrap() / 5 % 5] as f64 / 100.0;
        let listing = LISTING_PERCENT[usize::try_from(id).unwrap() % 5] as f64 / 100.0;
        let (low, high) = [(10.0, 30.0), (30.0, 100.0), (100.0, 500.0), (500.0, 5000.0)][product % 4];
        let (seller, buyer) = (task.seller.reservation_price, task.buyer.reservation_price);
        // Each price is rounded to whole units, so it is at most half a unit off (one if moved apart).
        let reference = (seller + buyer) / 2.0;
        assert!((low - 1.0..=high + 1.0).contains(&reference), "task {id}: {reference}");
        assert!((buyer - seller - width * reference).abs() <= 2.0, "task {id}");
        assert!((task.product.listed_price.unwrap() - listing * buyer).abs() <= 1.0, "task {id}");
    }
    assert_eq!(digest(tasks.iter()), "f1e24dc60d3df8b4");
}

#[test]
fn another_seed_gives_other_tasks() {
    let calendar = |seed| digest(calendars(CalendarPlan { employees: 2, seed, ..CALENDARS }).iter());
    let market = |seed| digest(markets(MarketplacePlan { products: 2, seed }).iter());
    assert_ne!(calendar(1), calendar(2));
    assert_ne!(market(1), market(2));
}

#[test]
fn what_breaks_a_guarantee_is_named() {
    let task = calendar_tasks(&CalendarPlan { employees: 1, min_mutual_hours: 2, seed: 1 }).remove(0);
    let mut free = task.clone();
    free.assistant.calendar.retain(|event| event.start_time != task.requestor.requested_meeting.start_time);
    assert_eq!(check(&Task::Calendar(Box::new(free)), 2), Err(Broken::NoConflict));
    assert!(matches!(check(&Task::Calendar(Box::new(task)), 9), Err(Broken::TooFewMutualHours { wanted: 9, .. })));
    let mut deal = marketplace_tasks(&MarketplacePlan { products: 1, seed: 1 }).remove(0);
    deal.product.listed_price = Some(deal.buyer.reservation_price);
    assert_eq!(check(&Task::Marketplace(Box::new(deal.clone())), 0), Err(Broken::ListedTooLow));
    deal.buyer.reservation_price = deal.seller.reservation_price;
    assert_eq!(check(&Task::Marketplace(Box::new(deal)), 0), Err(Broken::NoZone));
}
