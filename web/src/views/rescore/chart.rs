//! The drawings as SVG text. Only numbers and escaped texts go in.

use crate::browser::worker::messages::{DayChart, Hour, Limit, PriceChart};
use crate::parts::svg::escaped;
use std::fmt::Write;

/// Height of one line, in units of the drawing.
const LINE: f64 = 20.0;

/// Writing into a string cannot fail.
macro_rules! draw {
    ($out:expr, $($rest:tt)*) => { let _ = write!($out, $($rest)*); };
}

fn open(out: &mut String, width: f64, height: f64, title: &str, summary: &str) {
    draw!(
        out,
        "<svg class=\"chart\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-labelledby=\"ct cd\" width=\"{width:.0}\">\
         <title id=\"ct\">{title}</title><desc id=\"cd\">{}</desc>",
        escaped(summary)
    );
}

fn diamond(out: &mut String, x: f64, y: f64) {
    draw!(out, "<path class=\"them\" d=\"M{x:.1} {:.1}l8 8-8 8-8-8z\"/>", y - 8.0);
}

fn square(out: &mut String, x: f64, y: f64) {
    draw!(out, "<rect class=\"us\" x=\"{:.1}\" y=\"{:.1}\" width=\"14\" height=\"14\"/>", x - 7.0, y - 7.0);
}

fn path(out: &mut String, class: &str, points: &[(f64, f64)]) {
    if points.len() < 2 {
        return;
    }
    draw!(out, "<path class=\"{class}\" d=\"");
    for (at, (x, y)) in points.iter().enumerate() {
        draw!(out, "{}{x:.1} {y:.1}", if at == 0 { 'M' } else { 'L' });
    }
    out.push_str("\"/>");
}

/// Hours down, turns along, worth as bars, busy hatched, the best free hour outlined.
pub fn day(chart: &DayChart) -> String {
    let (left, top) = (84.0, 34.0);
    let turns = chart.turns.len().max(1) as f64;
    let step = (282.0 / turns).clamp(30.0, 60.0);
    let width = left + step * turns.max(282.0 / step);
    let height = top + LINE * chart.hours.len() as f64 + 6.0;
    let column = |turn: u32| left + step * (f64::from(turn) + 0.5);
    let line = |hour: u32| top + LINE * f64::from(hour) + LINE / 2.0;
    let mut out = String::new();
    open(&mut out, width, height, "Times on the table, turn by turn", &chart.summary);
    out.push_str(
        "<defs><pattern id=\"busy\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <path class=\"hatch\" d=\"M0 0v5\"/></pattern></defs>\
         <text x=\"0\" y=\"12\">Hour</text><text x=\"40\" y=\"12\">Worth</text>",
    );
    for (at, (label, ours)) in (0_u32..).zip(&chart.turns) {
        let class = if *ours { " class=\"strong\"" } else { "" };
        draw!(out, "<text x=\"{:.1}\" y=\"12\" text-anchor=\"middle\"{class}>{}</text>", column(at), escaped(label));
    }
    for (at, hour) in (0_u32..).zip(&chart.hours) {
        hour_line(&mut out, hour, line(at), left, width);
    }
    for ours in [false, true] {
        let points: Vec<(f64, f64)> = chart
            .marks
            .iter()
            .filter(|mark| chart.turns.get(mark.turn as usize).is_some_and(|turn| turn.1 == ours))
            .map(|mark| (column(mark.turn), line(mark.hour)))
            .collect();
        path(&mut out, if ours { "way us-way" } else { "way them-way" }, &points);
        for (x, y) in points {
            if ours { square(&mut out, x, y) } else { diamond(&mut out, x, y) }
        }
    }
    for (at, hour) in (0_u32..).zip(&chart.hours) {
        let y = line(at) + 4.0;
        let words = match (hour.best, hour.booked) {
            (true, true) => "booked, the best",
            (true, false) => "best, free on both sides",
            (false, true) => "booked",
            (false, false) => continue,
        };
        // At the end with free space: the last marks stand at the end of their line.
        let taken = chart.marks.iter().filter(|mark| mark.hour == at).map(|mark| column(mark.turn));
        let x = free_place(taken, left, width, words.len() as f64 * 6.3);
        draw!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" class=\"strong halo\">{words}</text>");
    }
    out.push_str("</svg>");
    out
}

/// The end of a text of this length where no mark is covered, as far to the end as possible.
fn free_place(taken: impl Iterator<Item = f64>, left: f64, right: f64, length: f64) -> f64 {
    let mut stops: Vec<f64> = taken.collect();
    stops.sort_by(f64::total_cmp);
    let mut end = right - 6.0;
    for mark in stops.into_iter().rev() {
        if mark + 10.0 > end - length {
            end = mark - 12.0;
        }
    }
    if end - length < left { right - 6.0 } else { end }
}

fn hour_line(out: &mut String, hour: &Hour, y: f64, left: f64, width: f64) {
    let (above, below) = (y - LINE / 2.0, y + LINE / 2.0);
    if hour.busy {
        draw!(
            out,
            "<rect x=\"{left}\" y=\"{above}\" width=\"{:.1}\" height=\"{LINE}\" fill=\"url(#busy)\"/>",
            width - left
        );
    }
    draw!(out, "<path class=\"grid\" d=\"M0 {below}H{width:.0}\"/>");
    let class = if hour.free { " class=\"strong\"" } else { "" };
    draw!(out, "<text x=\"0\" y=\"{}\"{class}>{}</text>", y + 4.0, escaped(&hour.start));
    match hour.worth {
        Some(worth) if worth > 0.0 => {
            draw!(out, "<rect class=\"worth\" x=\"40\" y=\"{}\" width=\"{:.1}\" height=\"8\"/>", y - 4.0, 34.0 * worth);
        }
        Some(_) => {
            draw!(out, "<path class=\"axis\" d=\"M40 {}v8\"/>", y - 4.0);
        }
        None => {}
    }
    if hour.best {
        draw!(
            out,
            "<rect class=\"best\" x=\"{}\" y=\"{}\" width=\"{:.1}\" height=\"{}\"/>",
            left + 0.75,
            above + 0.75,
            width - left - 1.5,
            LINE - 1.5
        );
    }
}

/// Price along, offers down, the zone both gain from shaded.
pub fn price(chart: &PriceChart) -> String {
    let (left, right, width, top) = (34.0, 340.0, 366.0, 58.0);
    let line = 26.0;
    let height = top + line * chart.offers.len() as f64 + 22.0;
    let bottom = height - 16.0;
    let x = |limit: &Limit| left + (right - left) * limit.at;
    let mut out = String::new();
    open(&mut out, width, height, "Prices on the table, offer by offer", &chart.summary);
    let (seller, buyer) = (x(&chart.seller), x(&chart.buyer));
    if buyer > seller {
        draw!(
            out,
            "<rect class=\"zone\" x=\"{seller:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            top - 14.0,
            buyer - seller,
            bottom - top + 14.0
        );
    }
    let limits = [(&chart.seller, "seller’s limit", 12.0), (&chart.buyer, "buyer’s limit", 26.0)];
    for (limit, name, y) in limits {
        let at = x(limit);
        draw!(out, "<path class=\"axis\" d=\"M{at:.1} {:.1}V{bottom:.1}\"/>", y + 4.0);
        label(&mut out, at, y, &format!("{name} {}", limit.text), width, "");
    }
    if let Some(listed) = &chart.listed {
        let at = x(listed);
        draw!(out, "<path class=\"axis dashed\" d=\"M{at:.1} 44V{bottom:.1}\"/>");
        label(&mut out, at, 40.0, &format!("listed {}", listed.text), width, "");
    }
    let row = |at: usize| top + line * at as f64;
    for ours in [false, true] {
        let points: Vec<(f64, f64)> = chart
            .offers
            .iter()
            .enumerate()
            .filter(|(_, offer)| offer.ours == ours)
            .map(|(at, offer)| (x(&offer.price), row(at)))
            .collect();
        path(&mut out, if ours { "way us-way" } else { "way them-way" }, &points);
    }
    for (at, offer) in chart.offers.iter().enumerate() {
        let (px, y) = (x(&offer.price), row(at));
        let class = if offer.ours { " class=\"strong\"" } else { "" };
        draw!(out, "<text x=\"0\" y=\"{:.1}\"{class}>{}</text>", y + 4.0, escaped(&offer.label));
        if offer.ours {
            square(&mut out, px, y)
        } else {
            diamond(&mut out, px, y)
        }
        let words = if offer.accepted { format!("{} accepted", offer.price.text) } else { offer.price.text.clone() };
        let class = if offer.accepted { "strong halo" } else { "halo" };
        let after = px + 13.0 + words.chars().count() as f64 * 6.3 < width;
        let (tx, anchor) = if after { (px + 13.0, "start") } else { (px - 13.0, "end") };
        draw!(
            out,
            "<text x=\"{tx:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" class=\"{class}\">{}</text>",
            y + 4.0,
            escaped(&words)
        );
    }
    if let Some(deal) = &chart.deal {
        let at = x(deal);
        draw!(out, "<path class=\"inkline\" d=\"M{at:.1} {:.1}V{bottom:.1}\"/>", bottom - 8.0);
        label(&mut out, at, height - 2.0, &format!("deal at {}", deal.text), width, "strong");
    }
    out.push_str("</svg>");
    out
}

/// A text over or under a place on the axis, kept within the drawing.
fn label(out: &mut String, x: f64, y: f64, text: &str, width: f64, class: &str) {
    let half = text.chars().count() as f64 * 3.2;
    let x = x.max(half).min(width - half);
    draw!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" class=\"{class}\">{}</text>", escaped(text));
}
