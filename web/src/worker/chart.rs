//! What the drawings show: times of a day turn by turn, prices round by round.

use crate::messages::{DayChart, DayMark, Hour, Limit, OfferMark, PriceChart};
use crate::talk::Put;
use crate::words::{amount, capital, count};
use trivium_negotiation::ClockTime;
use trivium_negotiation::results::{CalendarExecution, MarketplaceExecution};
use trivium_negotiation::score::BookedMeeting;

/// Most hours and turns that are drawn.
const MOST: usize = 40;

/// The day of a calendar row.
pub fn day(run: &CalendarExecution<'_>, booked: Option<&BookedMeeting>, puts: &[Put]) -> DayChart {
    let assistant = &run.task.assistant;
    let has = |calendar: &[trivium_negotiation::task::LabeledMeeting<'_>], start: &str| {
        calendar.iter().any(|event| event.start_time.as_str() == start)
    };
    let minutes = |start: &str| ClockTime::new(start).map(|time| time.minutes());
    let mut starts: Vec<String> = assistant.preferences.iter().map(|p| p.start_time.to_string()).collect();
    starts.extend(puts.iter().map(|put| put.time.clone()));
    starts.extend(booked.map(|meeting| meeting.start_time.clone()));
    starts.retain(|start| minutes(start).is_some());
    starts.sort_by_key(|start| (minutes(start), start.clone()));
    starts.dedup();
    starts.truncate(MOST);

    let mut hours: Vec<Hour> = starts
        .into_iter()
        .map(|start| {
            // Slots are told apart by their start as written, as the scorer does.
            let worth = assistant.preferences.iter().find(|p| *p.start_time == *start).map(|p| p.score.get());
            let busy = has(&assistant.calendar, &start);
            Hour {
                free: worth.is_some() && !busy && !has(&run.task.requestor.calendar, &start),
                booked: booked.is_some_and(|meeting| meeting.start_time == start),
                best: false,
                worth,
                busy,
                start,
            }
        })
        .collect();
    let top = hours.iter().filter(|hour| hour.free).filter_map(|hour| hour.worth).fold(0.0, f64::max);
    if let Some(best) = hours.iter_mut().find(|hour| hour.free && hour.worth == Some(top)) {
        best.best = true;
    }

    let mut turns: Vec<(String, bool)> = Vec::new();
    let mut marks = Vec::new();
    for put in puts {
        let Some(hour) = hours.iter().position(|hour| hour.start == put.time) else { continue };
        if turns.last().is_none_or(|(label, _)| *label != put.label) {
            if turns.len() == MOST {
                break;
            }
            turns.push((put.label.clone(), put.ours));
        }
        marks.push(DayMark { turn: index(turns.len() - 1), hour: index(hour) });
    }
    let summary = day_summary(&hours, puts, booked);
    DayChart { hours, turns, marks, summary }
}

fn index(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn day_summary(hours: &[Hour], puts: &[Put], booked: Option<&BookedMeeting>) -> String {
    let mut parts: Vec<String> = Vec::new();
    if !puts.is_empty() {
        let moves: Vec<String> = puts.iter().map(|put| format!("{} {}", put.label, put.did)).collect();
        parts.push(format!("{}.", moves.join(", ")));
    }
    parts.push(match booked {
        Some(meeting) => format!("{} was booked.", meeting.start_time),
        None => "Nothing was booked.".to_owned(),
    });
    if let Some(best) = hours.iter().find(|hour| hour.best) {
        let worth = best.worth.map(amount).unwrap_or_default();
        parts.push(format!("{} was the best time free on both sides, worth {worth}.", best.start));
    } else {
        parts.push("No time was free on both sides.".to_owned());
    }
    capital(&parts.join(" "))
}

/// The prices of a marketplace row.
pub fn price(run: &MarketplaceExecution<'_>) -> PriceChart {
    let task = &run.task;
    let deal = run.outcome.deal_price.filter(|_| run.outcome.deal_reached);
    let all = [task.seller.reservation_price, task.buyer.reservation_price]
        .into_iter()
        .chain(task.product.listed_price)
        .chain(deal)
        .chain(run.offers.iter().map(|offer| offer.price));
    let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), p| (low.min(p), high.max(p)));
    let span = if high > low { high - low } else { 1.0 };
    let limit = |price: f64| Limit { text: amount(price), at: (price - low) / span };
    let offers: Vec<OfferMark> = run
        .offers
        .iter()
        .take(MOST)
        .map(|offer| {
            let ours = offer.proposer == "buyer";
            OfferMark {
                label: format!("{}{}", if ours { "B" } else { "S" }, offer.round_created),
                ours,
                price: limit(offer.price),
                accepted: offer.status == "ACCEPTED",
            }
        })
        .collect();
    let zone = task.zopa();
    let mut summary = format!(
        "The seller’s limit is {}, the buyer’s {}",
        amount(task.seller.reservation_price),
        amount(task.buyer.reservation_price)
    );
    summary.push_str(&match zone.width {
        width if width > 0.0 => {
            format!("; every price between gains both. {}. ", count(run.offers.len(), "offer", "offers"))
        }
        _ => "; no price gains both. ".to_owned(),
    });
    summary.push_str(&match deal {
        Some(price) => format!("They agreed on {}.", amount(price)),
        None => "They did not agree.".to_owned(),
    });
    PriceChart {
        seller: limit(task.seller.reservation_price),
        buyer: limit(task.buyer.reservation_price),
        listed: task.product.listed_price.map(limit),
        deal: deal.map(limit),
        offers,
        summary,
    }
}
