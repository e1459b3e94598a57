//! Due diligence point by point, in words.

use crate::messages::PointView;
use crate::words::amount;
use trivium_negotiation::score::{
    CalendarDecision, CalendarPoint, Detail, MarketplaceDecision, MarketplacePoint, RowScore, Slot,
};

/// The ledger: head, points, and whom the scored side is compared with.
pub struct Ledger {
    /// "2 of 6", or why there is none.
    pub head: String,
    /// Points won and points judged.
    pub points: Option<(usize, usize)>,
    /// The points.
    pub list: Vec<PointView>,
    /// In a sentence.
    pub note: String,
}

/// The ledger of a row.
pub fn ledger(score: &RowScore) -> Ledger {
    let (list, note, none): (Option<Vec<PointView>>, String, &str) = match &score.detail {
        Detail::Calendar(detail) => {
            let diligence = &detail.diligence;
            let bad = diligence.bad_arguments.as_ref();
            let note = match bad {
                Some(problem) => format!("The replay stops at a call of the {problem}."),
                None => "Compared with a reasonable assistant that looks before it acts and asks for the best time nobody has refused.".to_owned(),
            };
            let list = diligence.ledger.as_ref();
            let list = list.map(|points| points.iter().map(calendar).collect());
            let none = if bad.is_some() { "not computable" } else { "nothing to judge by" };
            (list, note, none)
        }
        Detail::Marketplace(detail) => {
            let list = detail.diligence.ledger.as_ref();
            let note = "Compared with a reasonable buyer that opens below its limit and then gives up less than half of what is left. Only the buyer’s own offers are judged, so a seller’s offer that the buyer accepts earns and costs nothing.";
            (list.map(|points| points.iter().map(market).collect()), note.to_owned(), "no offer to judge")
        }
    };
    let points = list.as_ref().map(|list| (list.iter().filter(|point| point.won).count(), list.len()));
    let head = match points {
        None => none.to_owned(),
        Some((_, 0)) => "no decision to judge".to_owned(),
        Some((won, all)) => format!("{won} of {all}"),
    };
    Ledger { head, points, list: list.unwrap_or_default(), note }
}

fn worth(slot: &Slot) -> String {
    format!("{}, worth {}", slot.start, amount(slot.score))
}

/// A tool call in a word, by its label.
fn deed(call: &str) -> &'static str {
    match call {
        "RequestMeeting" => "Asked for",
        "ReplyMeeting:COUNTER" => "Countered with",
        "ReplyMeeting:ACCEPTED" => "Accepted",
        "ReplyMeeting:DECLINED" => "Declined",
        _ => "Acted",
    }
}

fn calendar(point: &CalendarPoint) -> PointView {
    let (done, should) = match &point.decision {
        CalendarDecision::ReadFirst { listed: true, .. } => {
            ("Looked at the calendar before acting".to_owned(), "A reasonable assistant does.".to_owned())
        }
        CalendarDecision::ReadFirst { listed: false, .. } => (
            "Acted without looking at the calendar in this turn".to_owned(),
            "One look in each turn that acts is expected.".to_owned(),
        ),
        CalendarDecision::Propose { call, proposed, best } => {
            let should = match (point.matched, proposed.start == best.start) {
                (true, true) => "The best time still open.".to_owned(),
                (true, false) => format!("As good as the best time still open ({}).", worth(best)),
                (false, _) => format!("{}, was free and refused by nobody.", worth(best)),
            };
            (format!("{} {}", deed(call), worth(proposed)), should)
        }
        CalendarDecision::Accept { start, score: None, .. } => {
            (format!("Accepted {start}, which was not free"), "A time that is taken is not accepted.".to_owned())
        }
        CalendarDecision::Accept { start, score: Some(score), better } => (
            format!("Accepted {start}, worth {}", amount(*score)),
            match better {
                Some(better) => format!("{}, was still open. A counter was due.", worth(better)),
                None => "Nothing better was left.".to_owned(),
            },
        ),
        CalendarDecision::Decline { start, score: None, .. } => {
            (format!("Declined {start}, which was not free"), "A reasonable assistant does.".to_owned())
        }
        CalendarDecision::Decline { start, score: Some(score), best } => (
            format!("Declined {start}, worth {}", amount(*score)),
            match best {
                None => "No free time was left that nobody had refused.".to_owned(),
                Some(best) if best.score > *score => format!("{}, was still open.", worth(best)),
                Some(_) => "Nothing better was left. Accepting was due.".to_owned(),
            },
        ),
    };
    PointView { label: format!("A{}", point.turn.saturating_add(1)), won: point.matched, done, should }
}

fn market(point: &MarketplacePoint) -> PointView {
    let (done, should) = match &point.decision {
        MarketplaceDecision::Open { price, reservation } => (
            format!("Opened with {}", amount(*price)),
            match point.matched {
                true => format!("Below the limit of {}, as a reasonable buyer does.", amount(*reservation)),
                false => format!("A reasonable buyer opens below its limit of {}.", amount(*reservation)),
            },
        ),
        MarketplaceDecision::Concede { price, previous, concession, remaining } => {
            let step = if *concession >= 0.0 { "Went up" } else { "Went down" };
            let should = if *remaining <= 0.0 {
                "The limit had been offered before; after that every offer counts as right.".to_owned()
            } else if point.matched {
                format!("Less than {}, half of what was left to the limit.", amount(0.5 * remaining))
            } else {
                format!(
                    "A reasonable buyer gives up less than {}, half of what was left to the limit.",
                    amount(0.5 * remaining)
                )
            };
            (
                format!("{step} from {} to {}, by {}", amount(*previous), amount(*price), amount(concession.abs())),
                should,
            )
        }
        MarketplaceDecision::Settle { price, reservation, lowest } => {
            let done = format!("Settled at {}: the seller took this offer", amount(*price));
            let should = match lowest {
                _ if price > reservation => {
                    format!("A reasonable buyer does not settle above its limit of {}.", amount(*reservation))
                }
                Some(lowest) if point.matched => format!("A lower offer, {}, had been tried before.", amount(*lowest)),
                _ => "A reasonable buyer tries a lower offer first.".to_owned(),
            };
            (done, should)
        }
    };
    PointView { label: format!("B{}", point.round), won: point.matched, done, should }
}
