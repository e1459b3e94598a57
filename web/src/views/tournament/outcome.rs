//! The result: ranking with intervals, matrix of pairs, cooperation over time, and the files.

use super::lines::{self, Series};
use super::thousands;
use crate::browser::files;
use crate::live::words;
use crate::parts::Notice;
use leptos::prelude::*;
use std::sync::Arc;
use trivium_games::{GameInfo, Seated, registry};
use trivium_measures::tournament::{ContestResult, Report, Standing, cooperation_csv, matrix_csv, ranking_csv};

/// The names of a contest's agents, looked up once.
struct Names(Vec<Seated>);

impl Names {
    fn of(contest: &ContestResult) -> Names {
        Names(registry::find(&contest.game).map(GameInfo::agents).unwrap_or_default())
    }

    fn name(&self, id: &str) -> String {
        words::agent(&self.0, id)
    }
}

fn number(value: f64) -> String {
    format!("{value:.3}")
}

/// "Tit For Tat leads with 2.712 points a turn."
fn headline(contest: &ContestResult, names: &Names) -> String {
    let Some(first) = contest.ranking.first() else { return "Nobody played.".into() };
    let Some(mean) = first.mean else { return "No match was finished.".into() };
    let leaders: Vec<String> =
        contest.ranking.iter().take_while(|s| s.mean == first.mean).map(|s| names.name(&s.agent)).collect();
    match leaders.as_slice() {
        [one] => format!("{one} leads with {} points a turn.", number(mean)),
        [one, two] => format!("{one} and {two} lead with {} points a turn each.", number(mean)),
        many => format!("{} agents lead with {} points a turn each.", many.len(), number(mean)),
    }
}

/// The result.
#[component]
pub fn Outcome(report: Arc<Report>) -> impl IntoView {
    let trouble = RwSignal::new(None::<String>);
    let stopped = !report.finished;
    let contests: Vec<_> = report.contests.iter().map(one).collect();
    let save = |label: &'static str, file: &'static str, kind: &'static str, text: fn(&Report) -> String| {
        let report = report.clone();
        let press = move |_| trouble.set(files::save(file, kind, &text(&report)).err());
        view! { <button class="btn" type="button" on:click=press>{label}</button> }
    };
    let drawings = report.contests.iter().any(|c| c.cooperation.is_some());
    view! {
        {stopped.then(|| view! {
            <Notice title="Stopped before its end.">
                <p>"What was played by then stands below, without intervals. It cannot be compared between agents that met different others."</p>
            </Notice>
        })}
        {contests}
        <section class="sec" aria-labelledby="files-h">
            <h2 id="files-h">"Take it along"</h2>
            <p class="small muted measure">
                {format!("{} matches, {} decisions. The result file holds the settings with the seed: whoever plays them again gets the same digits.",
                    thousands(report.matches), thousands(report.decisions))}
            </p>
            <div class="row">
                {save("Ranking, CSV", "tournament-ranking.csv", "text/csv", ranking_csv)}
                {save("Pairs, CSV", "tournament-pairs.csv", "text/csv", matrix_csv)}
                {drawings.then(|| save("Cooperation, CSV", "tournament-cooperation.csv", "text/csv", cooperation_csv))}
                {drawings.then(|| save("Drawing, SVG", "tournament-cooperation.svg", "image/svg+xml", |r| r.contests.iter().filter_map(drawing).collect()))}
                {save("Result, JSON", "tournament.json", "application/json", |r| serde_json::to_string_pretty(r).unwrap_or_default())}
            </div>
            {move || trouble.get().map(|why| view! { <Notice title="It was not saved." alert=true><p>{why}</p></Notice> })}
        </section>
    }
}

fn one(contest: &ContestResult) -> impl IntoView + use<> {
    let names = Names::of(contest);
    let finding = headline(contest, &names);
    let drawn = drawing(contest).map(|svg| {
        view! {
            <section class="sec" aria-labelledby="co-h">
                <h2 id="co-h">"Cooperation over time"</h2>
                <div class="drawing" tabindex="0" role="group" aria-label="Drawing, scrolls sideways" inner_html=svg></div>
            </section>
        }
    });
    view! {
        <section class="sec" aria-labelledby="rank-h">
            <p class="vh" role="status">{finding.clone()}</p>
            <h2 id="rank-h">{finding}</h2>
            {ranking(contest, &names)}
        </section>
        <section class="sec" aria-labelledby="pairs-h">
            <h2 id="pairs-h">"Points a turn, row against column"</h2>
            {matrix(contest, &names)}
        </section>
        {drawn}
    }
}

fn ranking(contest: &ContestResult, names: &Names) -> impl IntoView + use<> {
    let ends = |s: &Standing| s.interval.as_ref().and_then(|i| i.ends.as_ref().ok().copied());
    let all = contest.ranking.iter().flat_map(|s| s.mean.into_iter().chain(ends(s).into_iter().flatten()));
    let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| (lo.min(v), hi.max(v)));
    let place = move |value: f64| if high > low { (value - low) / (high - low) * 100.0 } else { 50.0 };
    let rows: Vec<_> = contest
        .ranking
        .iter()
        .map(|s| {
            let ends = ends(s);
            let between = ends.map(|[a, b]| format!("{} to {}", number(a), number(b))).unwrap_or_default();
            let (from, to) = ends.map_or((0.0, 0.0), |[a, b]| (place(a), place(b)));
            let mean = s.mean;
            view! {
                <tr>
                    <td class="num">{s.rank.to_string()}</td>
                    <th scope="row">{names.name(&s.agent)}</th>
                    <td class="num"><b>{mean.map(number).unwrap_or_else(|| "–".into())}</b></td>
                    <td class="num small muted">{between}</td>
                    <td class="span" aria-hidden="true">
                        <span class="reach">
                            {ends.map(|_| view! { <i class="ci" style:--a=format!("{from:.2}") style:--b=format!("{to:.2}")></i> })}
                            {mean.map(|m| view! { <i class="at" style:--x=format!("{:.2}", place(m))></i> })}
                        </span>
                    </td>
                    <td class="num small muted">{format!("{}–{}–{}", s.wins, s.draws, s.losses)}</td>
                    <td class="num">{s.cooperation.map(|c| format!("{:.0} %", c * 100.0)).unwrap_or_else(|| "–".into())}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label="Ranking, scrolls sideways">
            <table class="data ranking">
                <caption class="vh">"Ranking by mean points a turn"</caption>
                <thead>
                    <tr>
                        <th scope="col" class="num">"Place"</th>
                        <th scope="col">"Agent"</th>
                        <th scope="col" class="num">"Points a turn"</th>
                        <th scope="col" class="num">"95 % interval"</th>
                        <td></td>
                        <th scope="col" class="num">"Won–drawn–lost"</th>
                        <th scope="col" class="num">"Cooperation"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn matrix(contest: &ContestResult, names: &Names) -> impl IntoView + use<> {
    let values = contest.matrix.iter().flatten().flatten();
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| (lo.min(*v), hi.max(*v)));
    let class = move |value: f64| match if high > low { (value - low) / (high - low) } else { 0.5 } {
        v if v < 0.2 => "h1",
        v if v < 0.4 => "h2",
        v if v < 0.6 => "h3",
        v if v < 0.8 => "h4",
        _ => "h5",
    };
    // Best first, so that blocks of agents that do alike stand together.
    let order: Vec<usize> =
        contest.ranking.iter().filter_map(|s| contest.agents.iter().position(|a| *a == s.agent)).collect();
    let heads: Vec<_> = order
        .iter()
        .map(|&at| view! { <th scope="col"><span class="up">{names.name(&contest.agents[at])}</span></th> })
        .collect();
    let rows: Vec<_> = order
        .iter()
        .map(|&row| {
            let cells: Vec<_> = order
                .iter()
                .map(|&column| match contest.matrix.get(row).and_then(|r| r.get(column)).copied().flatten() {
                    Some(value) => view! { <td class=class(value)>{format!("{value:.2}")}</td> }.into_any(),
                    None => view! { <td class="nd">"–"</td> }.into_any(),
                })
                .collect();
            view! { <tr><th scope="row">{names.name(&contest.agents[row])}</th>{cells}</tr> }
        })
        .collect();
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label="Pairs, scrolls sideways">
            <table class="heat heat--do">
                <caption class="vh">"Mean points a turn of the row's agent against the column's"</caption>
                <thead><tr><td></td>{heads}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// Cooperation over time, for games that have a cooperative choice and more than one round.
fn drawing(contest: &ContestResult) -> Option<String> {
    let (by_agent, overall) = (contest.cooperation.as_ref()?, contest.cooperation_overall.as_ref()?);
    if overall.len() < 2 {
        return None;
    }
    let known = Names::of(contest);
    let names: Vec<String> = contest.ranking.iter().map(|s| known.name(&s.agent)).collect();
    let series: Vec<Series<'_>> = contest
        .ranking
        .iter()
        .zip(&names)
        .filter_map(|(s, name)| {
            let at = contest.agents.iter().position(|a| *a == s.agent)?;
            Some(Series { name, values: by_agent.get(at)? })
        })
        .collect();
    let share =
        |v: Option<&Option<f64>>| v.copied().flatten().map_or_else(|| "none".into(), |v| format!("{:.0} %", v * 100.0));
    let summary = format!(
        "Mean of all agents: {} in round 1, {} in round {}.",
        share(overall.first()),
        share(overall.last()),
        overall.len()
    );
    Some(lines::svg(overall, &series, &summary))
}
