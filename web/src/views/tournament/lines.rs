//! Cooperation over time as a drawing: one line an agent, the mean of all strong, labels at the line's end.

use crate::parts::svg::escaped;
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 40.0;
const RIGHT: f64 = 150.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 28.0;
/// Lines that get a name beside the mean's.
const NAMED: usize = 4;
/// Space between two names.
const LINE: f64 = 15.0;

/// One agent's line.
pub struct Series<'a> {
    /// Its name.
    pub name: &'a str,
    /// From 0 to 1 by round.
    pub values: &'a [Option<f64>],
}

/// The drawing as SVG; the first series are the ones that are named.
pub fn svg(overall: &[Option<f64>], series: &[Series<'_>], summary: &str) -> String {
    let rounds = overall.len().max(2);
    let x = |round: usize| LEFT + (WIDTH - LEFT - RIGHT) * round as f64 / (rounds - 1) as f64;
    let y = |value: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - value);
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-labelledby=\"co-t co-d\"><title id=\"co-t\">Cooperation over time</title><desc id=\"co-d\">{}</desc>",
        escaped(summary)
    );
    for (value, label) in [(0.0, "0"), (0.5, "0.5"), (1.0, "1")] {
        let _ = write!(
            out,
            "<path class=\"grid\" d=\"M{LEFT} {0:.1}H{1:.1}\"/><text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{label}</text>",
            y(value),
            WIDTH - RIGHT,
            LEFT - 8.0,
            y(value) + 4.0
        );
    }
    let _ = write!(
        out,
        "<text x=\"{LEFT}\" y=\"{0}\">round 1</text><text x=\"{1:.1}\" y=\"{0}\" text-anchor=\"end\">{2}</text>",
        HEIGHT - 8.0,
        WIDTH - RIGHT,
        overall.len()
    );
    let path = |class: &str, values: &[Option<f64>]| {
        let mut d = String::new();
        let mut pen = 'M';
        for (round, value) in values.iter().enumerate() {
            match value {
                Some(value) => {
                    let _ = write!(d, "{pen}{:.1} {:.1}", x(round), y(*value));
                    pen = 'L';
                }
                None => pen = 'M',
            }
        }
        format!("<path class=\"{class}\" fill=\"none\" d=\"{d}\"/>")
    };
    for one in series {
        out.push_str(&path("way thin", one.values));
    }
    out.push_str(&path("way strong-way", overall));
    let end = |values: &[Option<f64>]| values.iter().rev().find_map(|v| *v);
    let mut labels: Vec<(f64, &str, bool)> =
        series.iter().take(NAMED).filter_map(|s| Some((y(end(s.values)?), s.name, false))).collect();
    labels.extend(end(overall).map(|v| (y(v), "mean of all", true)));
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = TOP - LINE;
    for (at, name, strong) in labels {
        let at = at.max(free + LINE);
        free = at;
        let class = if strong { " class=\"strong\"" } else { "" };
        let _ =
            write!(out, "<text x=\"{:.1}\" y=\"{:.1}\"{class}>{}</text>", WIDTH - RIGHT + 8.0, at + 4.0, escaped(name));
    }
    out.push_str("</svg>");
    out
}
