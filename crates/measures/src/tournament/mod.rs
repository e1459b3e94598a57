//! Tournaments: a round-robin of agents over games, played in slices, with its result as data.
//!
//! ```
//! use trivium_measures::tournament::{Contest, Spec, Tournament};
//! use trivium_games::Registry;
//!
//! let mut spec = Spec::new(7);
//! spec.repetitions = 2;
//! spec.contests.push(Contest::new("L2-T01", &["TitForTat", "Defector", "Cooperator"]));
//! let mut tournament = Tournament::new(spec, &Registry)?;
//! while !tournament.step(10_000).finished {}
//! let result = tournament.result();
//! assert_eq!(result.contests[0].ranking.len(), 3);
//! # Ok::<(), trivium_core::ParamError>(())
//! ```
//!
//! The result is a function of the specification alone: every match has a seed of its own, so neither the size of the
//! slices nor the path a match takes (fast or through the engine) nor the machine changes a digit.

mod games;
mod play;
mod result;
mod spec;
mod table;

pub use games::{Cooperation, Facts, Turns};
pub use result::{ContestResult, Report, Standing};
pub use spec::{Contest, FORMAT, NoiseBy, Seating, SelfPlay, Spec};
pub use table::{cooperation_csv, matrix_csv, ranking_csv};

use crate::stats::Resampling;
use play::{Arena, Played, Running};
use result::Ledger;
use serde::{Deserialize, Serialize};
use spec::Pairing;
use trivium_core::{Catalog, ParamError};

/// How far a tournament is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// The contest that is being played, from 0; the number of contests when all is done.
    pub contest: u32,
    /// Matches finished, of all contests.
    pub matches_done: u64,
    /// Matches to play, of all contests.
    pub matches: u64,
    /// Decisions taken so far, messages included.
    pub decisions: u64,
    /// Whether everything is played.
    pub finished: bool,
}

/// Where the schedule of a contest stands.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    pairing: usize,
    repetition: u32,
    order: u32,
}

/// A contest at play.
struct Stage {
    arena: Arena,
    schedule: Vec<Pairing>,
    place: Place,
    ledger: Ledger,
}

/// Which paths matches may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Paths {
    Fastest,
    EngineOnly,
}

/// A tournament at play.
pub struct Tournament {
    spec: Spec,
    stages: Vec<Stage>,
    at: usize,
    running: Option<Running>,
    played: Played,
    progress: Progress,
}

impl Tournament {
    /// Checks the specification and prepares every contest. The error names the field and what may stand there.
    pub fn new(spec: Spec, catalog: &dyn Catalog) -> Result<Tournament, ParamError> {
        Tournament::prepare(spec, catalog, Paths::Fastest)
    }

    /// The same without the fast path, for comparison: every match goes through the engine, decision by decision.
    pub fn engine_only(spec: Spec, catalog: &dyn Catalog) -> Result<Tournament, ParamError> {
        Tournament::prepare(spec, catalog, Paths::EngineOnly)
    }

    fn prepare(spec: Spec, catalog: &dyn Catalog, paths: Paths) -> Result<Tournament, ParamError> {
        spec.check()?;
        let mut stages = Vec::new();
        for (i, contest) in spec.contests.iter().enumerate() {
            let arena = Arena::new(&spec, contest, catalog, paths)
                .map_err(|e| ParamError { field: format!("contests[{i}].{}", e.field), ..e })?;
            let schedule = arena.seating.schedule(contest.agents.len(), &spec);
            let ledger = Ledger::new(contest.agents.len());
            stages.push(Stage { arena, schedule, place: Place::default(), ledger });
        }
        let matches = stages.iter().flat_map(|s| &s.schedule).map(|p| spec::matches(p, &spec)).sum();
        spec::check_matches(matches)?;
        let progress = Progress { contest: 0, matches_done: 0, matches, decisions: 0, finished: false };
        let mut ready = Tournament { spec, stages, at: 0, running: None, played: Played::default(), progress };
        ready.skip_finished();
        Ok(ready)
    }

    /// What is to be played.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Plays on for about so many decisions (at least one): a match through the engine can be left in its middle, a
    /// match on the fast path is played to its end.
    pub fn step(&mut self, decisions: u64) -> Progress {
        let until = self.progress.decisions.saturating_add(decisions.max(1));
        while !self.progress.finished && self.progress.decisions < until {
            self.advance(until);
        }
        self.progress
    }

    /// Plays the next match, or the running one up to about `until` decisions in all.
    fn advance(&mut self, until: u64) {
        let Some(stage) = self.stages.get_mut(self.at) else { return self.skip_finished() };
        let Some(&pairing) = stage.schedule.get(stage.place.pairing) else { return self.skip_finished() };
        let before = self.progress.decisions;
        let mut running = match self.running.take() {
            Some(running) => running,
            None => {
                let seats = stage.arena.seats(&pairing, stage.place.repetition, stage.place.order);
                let names = pairing.pair.map(|i| stage.arena.agents[i].as_str());
                let seed = spec::match_seed(&self.spec, &stage.arena, names, stage.place.repetition, stage.place.order);
                match stage.arena.fast(&seats, seed, &mut self.played) {
                    true => {
                        self.progress.decisions += self.played.decisions;
                        return self.finish_match(pairing);
                    }
                    false => stage.arena.start(&seats, seed),
                }
            }
        };
        let over = running.advance(&stage.arena, until - before);
        self.progress.decisions += running.take_decisions();
        if over {
            running.result(&stage.arena, &mut self.played);
            self.finish_match(pairing);
        } else {
            self.running = Some(running);
        }
    }

    fn finish_match(&mut self, pairing: Pairing) {
        let Some(stage) = self.stages.get_mut(self.at) else { return };
        let focal = stage.arena.focal(stage.place.repetition);
        stage.ledger.add(&pairing, stage.place.order, focal, &self.played, self.spec.self_play);
        self.progress.matches_done += 1;
        stage.place.order += 1;
        if stage.place.order == pairing.orders {
            stage.place.order = 0;
            stage.place.repetition += 1;
        }
        if stage.place.repetition == self.spec.repetitions {
            stage.place = Place { pairing: stage.place.pairing + 1, ..Place::default() };
        }
        self.skip_finished();
    }

    fn skip_finished(&mut self) {
        while self.stages.get(self.at).is_some_and(|s| s.place.pairing >= s.schedule.len()) {
            self.at += 1;
        }
        self.progress.contest = self.at as u32;
        self.progress.finished = self.at >= self.stages.len();
    }

    /// The result of what has been played so far, with intervals: a few milliseconds for each ranked agent.
    pub fn result(&self) -> Report {
        self.report(Some(Resampling::default()))
    }

    /// The result so far without intervals, for a look while it runs.
    pub fn preview(&self) -> Report {
        self.report(None)
    }

    fn report(&self, resampling: Option<Resampling>) -> Report {
        let contest = |stage: &Stage| stage.ledger.result(&self.spec, &stage.arena, resampling);
        Report {
            format: result::FORMAT.to_owned(),
            spec: self.spec.clone(),
            finished: self.progress.finished,
            matches: self.progress.matches_done,
            decisions: self.progress.decisions,
            contests: self.stages.iter().map(contest).collect(),
        }
    }
}
