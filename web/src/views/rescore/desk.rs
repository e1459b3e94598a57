//! The files of this visit: what is waiting, what came of each, and the sums over all.

use super::source::{self, Incoming};
use crate::browser::worker::messages::{
    Ask, Counts, Domain, Era, Fault, FileView, Form, LeftOut, Named, RowView, Verdict,
};
use crate::browser::worker::{NoAnswer, Worker};
use leptos::prelude::*;
use leptos::task::spawn_local;
use send_wrapper::SendWrapper;
use std::sync::Arc;
use web_sys::Blob;

/// A file and what came of it.
pub struct Loaded {
    /// Its name and how it was read.
    pub named: Named,
    /// Its bytes, wherever the browser keeps them.
    pub blob: SendWrapper<Blob>,
    /// What was found.
    pub result: Result<FileView, Fault>,
}

impl Loaded {
    /// The scored file.
    pub fn view(&self) -> Option<&FileView> {
        self.result.as_ref().ok()
    }
}

/// How far the work is.
#[derive(Clone, PartialEq, Debug)]
pub struct Work {
    /// Files asked for.
    pub total: usize,
    /// Files done.
    pub done: usize,
    /// The file in hand.
    pub name: String,
    /// When it began, in milliseconds.
    pub start: f64,
    /// Bytes of all files, and of those that are done.
    pub bytes: (f64, f64),
}

/// The state of the view. Copies are the same.
#[derive(Clone, Copy)]
pub struct Desk {
    /// The files, in the order they came.
    pub files: RwSignal<Vec<Arc<Loaded>>>,
    /// What is being done.
    pub work: RwSignal<Option<Work>>,
    /// What went wrong apart from single files.
    pub trouble: RwSignal<Option<String>>,
    /// Time that the last drop took from first byte to last answer, in milliseconds.
    pub took: RwSignal<f64>,
    worker: StoredValue<SendWrapper<Worker>>,
    /// Counts the stops: work of an earlier count is over.
    round: StoredValue<u32>,
}

/// Time between two redraws while files come in, in milliseconds.
const BETWEEN: f64 = 200.0;

impl Desk {
    /// No files yet.
    pub fn new() -> Desk {
        Desk {
            files: RwSignal::default(),
            work: RwSignal::new(None),
            trouble: RwSignal::new(None),
            took: RwSignal::new(0.0),
            worker: StoredValue::new(SendWrapper::new(Worker::default())),
            round: StoredValue::new(0),
        }
    }

    fn worker(self) -> Worker {
        self.worker.with_value(|worker| (**worker).clone())
    }

    /// Scores files.
    pub fn add(self, incoming: Vec<Incoming>) {
        if incoming.is_empty() {
            return;
        }
        self.trouble.set(None);
        let start = js_sys::Date::now();
        let bytes: f64 = incoming.iter().map(|file| file.blob.size()).sum();
        self.work.update(|work| {
            let work =
                work.get_or_insert_with(|| Work { total: 0, done: 0, name: String::new(), start, bytes: (0.0, 0.0) });
            work.total += incoming.len();
            work.bytes.0 += bytes;
        });
        let round = self.round.get_value();
        spawn_local(async move {
            let worker = self.worker();
            let mut ready = Vec::new();
            let mut drawn = js_sys::Date::now();
            for Incoming { named, blob } in incoming {
                self.begin(&named.name);
                let ask = Ask::Score { file: named.clone() };
                let answer = worker.ask::<Result<FileView, Fault>>(&ask, &[(*blob).clone()]).await;
                if self.is_over(round) {
                    return;
                }
                let result = match answer {
                    Ok(result) => result,
                    Err(NoAnswer::Stopped) => return,
                    Err(NoAnswer::Broke(why)) => Err(broke(&named.name, &why)),
                };
                self.end(blob.size());
                ready.push(Arc::new(Loaded { named, blob, result }));
                if js_sys::Date::now() - drawn > BETWEEN {
                    self.show(&mut ready);
                    drawn = js_sys::Date::now();
                }
            }
            self.show(&mut ready);
            let finished = self.work.with_untracked(|work| work.as_ref().is_some_and(|work| work.done >= work.total));
            if finished {
                self.took.set(js_sys::Date::now() - start);
                self.work.set(None);
            }
        });
    }

    fn is_over(self, round: u32) -> bool {
        // The view may be gone, and its values with it.
        self.round.try_get_value() != Some(round)
    }

    fn begin(self, name: &str) {
        self.work.update(|work| {
            if let Some(work) = work {
                name.clone_into(&mut work.name);
            }
        });
    }

    fn end(self, bytes: f64) {
        self.work.update(|work| {
            if let Some(work) = work {
                work.done += 1;
                work.bytes.1 += bytes;
            }
        });
    }

    fn show(self, ready: &mut Vec<Arc<Loaded>>) {
        if !ready.is_empty() {
            self.files.update(|files| files.append(ready));
        }
    }

    /// Fetches files by address and scores them.
    pub fn fetch(self, addresses: Vec<String>) {
        let round = self.round.get_value();
        spawn_local(async move {
            for address in addresses {
                let answer = source::fetch(&address).await;
                if self.is_over(round) {
                    return;
                }
                match answer {
                    Ok(incoming) => self.add(vec![incoming]),
                    Err(fault) => {
                        let named = Named { name: source::name_of(&address), salvage: false };
                        let Ok(blob) = Blob::new() else { continue };
                        let blob = SendWrapper::new(blob);
                        self.files.update(|files| files.push(Arc::new(Loaded { named, blob, result: Err(fault) })));
                    }
                }
            }
        });
    }

    /// Scores what can be read of a broken file, in its place.
    pub fn salvage(self, at: usize) {
        let Some(file) = self.files.with_untracked(|files| files.get(at).cloned()) else { return };
        self.remove(at);
        let named = Named { salvage: true, ..file.named.clone() };
        self.add(vec![Incoming { named, blob: file.blob.clone() }]);
    }

    /// Takes a file off the desk. Nothing stored is touched.
    pub fn remove(self, at: usize) {
        self.files.update(|files| {
            if at < files.len() {
                files.remove(at);
            }
        });
    }

    /// Stops what is being done; what is done stays.
    pub fn stop(self) {
        let Some(left) = self.work.try_get_untracked() else { return };
        let Some(mut round) = self.round.try_get_value() else { return };
        round = round.wrapping_add(1);
        self.round.set_value(round);
        self.worker().stop();
        if let Some(work) = left {
            self.trouble.set(Some(format!("Stopped. {} of {} files were scored.", work.done, work.total)));
            self.work.set(None);
        }
    }

    /// Everything about a row.
    pub async fn row(self, file: &Loaded, index: u32) -> Result<RowView, Fault> {
        let ask = Ask::Row { file: file.named.clone(), index };
        let answer = self.worker().ask::<Result<RowView, Fault>>(&ask, &[(*file.blob).clone()]).await;
        answer.unwrap_or_else(|no| Err(no_answer(&file.named.name, no)))
    }

    /// The numbers of all scored files as one text.
    pub async fn numbers(self, form: Form) -> Result<String, Fault> {
        let files = self.files.get_untracked();
        let scored: Vec<&Arc<Loaded>> = files.iter().filter(|file| file.result.is_ok()).collect();
        let ask = Ask::Numbers { files: scored.iter().map(|file| file.named.clone()).collect(), form };
        let blobs: Vec<Blob> = scored.iter().map(|file| (*file.blob).clone()).collect();
        let answer = self.worker().ask::<Result<String, Fault>>(&ask, &blobs).await;
        answer.unwrap_or_else(|no| Err(no_answer("The numbers", no)))
    }
}

fn no_answer(name: &str, no: NoAnswer) -> Fault {
    match no {
        NoAnswer::Stopped => broke(name, "it was stopped"),
        NoAnswer::Broke(why) => broke(name, &why),
    }
}

fn broke(name: &str, why: &str) -> Fault {
    Fault {
        title: format!("{name}: the part of this page that scores has stopped"),
        what: format!("What the browser says: {}.", why.trim_end_matches('.')),
        advice: "Try again; if it stays, reload the page. It may have run out of memory, or be out of reach. Games on this device are kept, and the rest of the page still works.".into(),
        readable: 0,
        is_record: false,
    }
}

/// What all files together come to.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Sums {
    /// Files scored, files that could not be read.
    pub scored: usize,
    /// Files that could not be read.
    pub failed: usize,
    /// Title of the first fault.
    pub first_fault: Option<String>,
    /// Rows of calendar and marketplace.
    pub rows: [usize; 2],
    /// Stored values that are equal, different, not there.
    pub tally: [u64; 3],
    /// Rows stored by the current rules that have a score: equal, all.
    pub current: [usize; 2],
    /// Rows that are equal.
    pub equal: usize,
    /// Rows where a judge decided.
    pub judged: usize,
    /// Rows left out: the run failed, no score.
    pub left_out: [usize; 2],
    /// Rows that differ in files of the judge's era.
    pub older: usize,
}

impl Sums {
    /// Adds up.
    pub fn of(files: &[Arc<Loaded>]) -> Sums {
        let mut sums = Sums::default();
        for file in files {
            let view = match &file.result {
                Ok(view) => view,
                Err(fault) => {
                    sums.failed += 1;
                    sums.first_fault.get_or_insert_with(|| fault.title.clone());
                    continue;
                }
            };
            sums.scored += 1;
            sums.rows[place(view.domain)] += view.rows.len();
            for (sum, n) in sums.tally.iter_mut().zip(view.tally) {
                *sum += n;
            }
            for row in &view.rows {
                let equal = row.verdict == Verdict::Equal;
                sums.equal += usize::from(equal);
                sums.judged += usize::from(row.judged);
                match (view.era, row.verdict) {
                    (Era::Current, Verdict::Equal | Verdict::Different) => {
                        sums.current[0] += usize::from(equal);
                        sums.current[1] += 1;
                    }
                    (Era::Judge, Verdict::Different) => sums.older += 1,
                    _ => {}
                }
                match row.left_out {
                    Some(LeftOut::RunFailed) => sums.left_out[0] += 1,
                    Some(LeftOut::NoScore) => sums.left_out[1] += 1,
                    None => {}
                }
            }
        }
        sums
    }

    /// All rows.
    pub fn all_rows(&self) -> usize {
        self.rows[0] + self.rows[1]
    }
}

/// Calendar first.
pub fn place(domain: Domain) -> usize {
    match domain {
        Domain::Calendar => 0,
        Domain::Marketplace => 1,
    }
}

/// Quadrant counts added over files of a domain.
pub fn quadrants(files: &[Arc<Loaded>], domain: Domain, all: bool) -> Counts {
    let mut sum = Counts::default();
    for view in files.iter().filter_map(|file| file.view()).filter(|view| view.domain == domain) {
        for (sum, n) in sum.iter_mut().zip(if all { view.all } else { view.valid }) {
            *sum += n;
        }
    }
    sum
}

/// The file and the row behind a number counted over all rows.
pub fn find_row(files: &[Arc<Loaded>], number: usize) -> Option<(Arc<Loaded>, usize)> {
    let mut before = 0;
    for file in files {
        let Some(view) = file.view() else { continue };
        if number < before + view.rows.len() {
            return Some((file.clone(), number - before));
        }
        before += view.rows.len();
    }
    None
}
