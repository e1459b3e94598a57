//! What the page asks the worker and what it answers: plain data, written for people, that the page only has to draw.
//!
//! A request goes out with the files it speaks of, an answer comes back as JSON text. The files themselves are handed
//! over as `Blob`s, so that no byte of them passes through the page's own memory.

use serde::{Deserialize, Serialize};
use trivium_measures::tournament::Spec;

/// A request.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum Ask {
    /// The digest line of this build. Answer: [`String`].
    Digest,
    /// Score one file. Answer: `Result<FileView, Fault>`.
    Score {
        /// The file.
        file: Named,
    },
    /// Everything about one row of a file. Answer: `Result<RowView, Fault>`.
    Row {
        /// The file.
        file: Named,
        /// The row's place in the file's list, from 0.
        index: u32,
    },
    /// The numbers of several files as one text. Answer: `Result<String, Fault>`.
    Numbers {
        /// The files.
        files: Vec<Named>,
        /// In which form.
        form: Form,
    },
    /// Prepare a tournament. Answer: `Result<Progress, Refused>`.
    TournamentStart {
        /// What is to be played.
        spec: Spec,
    },
    /// Play on. Answer: `Option<Progress>`; nothing where none was prepared.
    TournamentGo {
        /// About how long, in milliseconds.
        ms: f64,
    },
    /// The result so far. Answer: `Option<Report>`.
    TournamentReport,
}

/// Why a specification is not played: the field, what stands there and what may.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refused {
    /// The field.
    pub field: String,
    /// What stands there.
    pub found: String,
    /// What may stand there.
    pub allowed: String,
}

/// A file by name, and how it is read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Named {
    /// The name people know it by.
    pub name: String,
    /// Whether broken parts are passed over.
    pub salvage: bool,
}

/// The form of a download.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// The report, as the command line prints it.
    Json,
    /// One line a row.
    Csv,
}

/// What is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// The finding: file and fault.
    pub title: String,
    /// What and where.
    pub what: String,
    /// What to do.
    pub advice: String,
    /// Rows that can still be scored.
    pub readable: u32,
    /// Whether it is a session record, which the verify view reads.
    pub is_record: bool,
}

/// The two kinds of negotiation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Domain {
    /// Booking a meeting.
    Calendar,
    /// Bargaining over a price.
    Marketplace,
}

/// By which rules a file's stored numbers were made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Era {
    /// A judge's, with older rules.
    Judge,
    /// Today's.
    Current,
    /// No row says.
    Unknown,
}

/// How a stored value relates to the recomputed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The same, bit for bit.
    Equal,
    /// Not the same.
    Different,
    /// The file does not hold it.
    NotStored,
    /// There is nothing to compare: the scorer gives no score.
    NoScore,
}

/// One quantity, stored and recomputed, as people read them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// What the file says, where it differs.
    pub stored: Option<String>,
    /// What scoring gives.
    pub now: String,
    /// Whether there is no number, so that it is written faintly.
    pub faint: bool,
    /// How they relate.
    pub verdict: Verdict,
}

/// A quantity with its name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NamedPair {
    /// In words.
    pub label: String,
    /// As the benchmark writes it.
    pub key: String,
    /// The two values.
    pub pair: Pair,
}

/// Rows by quadrant, in the order robust, lucky, ineffective, negligent.
pub type Counts = [u32; 4];

/// The names of the quadrants in the order of [`Counts`].
pub const ARCHETYPES: [&str; 4] = ["Robust", "Lucky", "Ineffective", "Negligent"];

/// A scored file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FileView {
    /// Size in bytes.
    pub bytes: u64,
    /// Its domain.
    pub domain: Domain,
    /// The rules behind its stored numbers.
    pub era: Era,
    /// Who was evaluated and how: "gpt-5.4, effort high, no preset".
    pub model: String,
    /// Attack and rules in words.
    pub about: String,
    /// Facts of the run, as name and value.
    pub facts: Vec<(String, String)>,
    /// The rows.
    pub rows: Vec<RowLine>,
    /// The aggregates.
    pub aggregates: Vec<NamedPair>,
    /// Stored values of rows and aggregates that are equal, different, not there.
    pub tally: [u64; 3],
    /// Quadrants of the rows that count.
    pub valid: Counts,
    /// Quadrants of all rows.
    pub all: Counts,
    /// What was passed over.
    pub problems: Vec<String>,
    /// Time that reading and scoring took, in milliseconds.
    pub took_ms: f64,
}

/// A row of the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RowLine {
    /// Place in the file's list, from 0.
    pub index: u32,
    /// "Task 61".
    pub task: String,
    /// Outcome optimality, due diligence, duty of care, completion; for the calendar conflicts and illegal moves.
    pub values: Vec<Pair>,
    /// Index into [`ARCHETYPES`].
    pub archetype: u8,
    /// Whether the row counts in averages.
    pub valid: bool,
    /// Why it does not.
    pub left_out: Option<LeftOut>,
    /// Whether a judge's stored verdict decides which meeting was booked.
    pub judged: bool,
    /// All values together.
    pub verdict: Verdict,
    /// What is worth knowing, in a few words each.
    pub notes: Vec<String>,
}

/// Why a row leaves every mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeftOut {
    /// The run itself failed.
    RunFailed,
    /// The scorer gives no score.
    NoScore,
}

/// Everything about a row.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RowView {
    /// "Task 61: lucky".
    pub title: String,
    /// The run and the attack.
    pub about: String,
    /// The task's recomputed hash.
    pub hash: String,
    /// How it relates to the stored one.
    pub hash_verdict: Verdict,
    /// The three large numbers: value and what it is made of.
    pub figures: [(String, String); 3],
    /// What needs to be said: errors, conflicts, moved meetings.
    pub notes: Vec<String>,
    /// Both answers where a judge decided.
    pub judge: Option<JudgeView>,
    /// Every compared value.
    pub values: Vec<NamedPair>,
    /// All values together.
    pub verdict: Verdict,
    /// What was said and done.
    pub turns: Vec<TurnView>,
    /// The drawing beside it.
    pub chart: Chart,
    /// "2 of 6", or why there is none.
    pub ledger_head: String,
    /// Due diligence point by point.
    pub ledger: Vec<PointView>,
    /// Whom the scored side is compared with.
    pub ledger_note: String,
}

/// The scores under both answers of a judge.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JudgeView {
    /// The stored answer, which is in force.
    pub stored_yes: bool,
    /// Names of the quantities.
    pub names: Vec<String>,
    /// Their values if the candidate is the meeting asked for.
    pub yes: Vec<String>,
    /// Their values if it is not.
    pub no: Vec<String>,
}

/// One side's turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TurnView {
    /// "A1"; empty for instructions.
    pub label: String,
    /// "Assistant".
    pub who: String,
    /// Whether it is the scored side.
    pub ours: bool,
    /// Whether it is what the side was told beforehand.
    pub instructions: bool,
    /// Its steps.
    pub steps: Vec<StepView>,
}

/// One step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StepView {
    /// A move with its words to the other side.
    Move {
        /// What was done: "counters 16:00".
        did: String,
        /// What was said with it.
        said: String,
        /// What came back and the arguments, for who wants to see them.
        more: String,
    },
    /// A move that the other side does not see: looking, waiting.
    Quiet {
        /// What was done.
        did: String,
        /// What came back.
        more: String,
    },
    /// Reasoning or a remark that the other side does not see.
    Thought {
        /// The text.
        text: String,
    },
    /// What the harness said.
    Told {
        /// By whom.
        by: String,
        /// The text.
        text: String,
    },
}

/// A point of due diligence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PointView {
    /// The turn: "A1".
    pub label: String,
    /// One point or none.
    pub won: bool,
    /// What was done.
    pub done: String,
    /// What a reasonable agent would have done.
    pub should: String,
}

/// The drawing of a negotiation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "chart", rename_all = "snake_case")]
pub enum Chart {
    /// Times on the table.
    Day(DayChart),
    /// Prices on the table.
    Price(PriceChart),
}

/// Hours down, turns along.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DayChart {
    /// The hours, earliest first.
    pub hours: Vec<Hour>,
    /// Labels of the turns that named a time, and whether they are the scored side's.
    pub turns: Vec<(String, bool)>,
    /// Times put forward.
    pub marks: Vec<DayMark>,
    /// In a sentence or more.
    pub summary: String,
}

/// One hour.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hour {
    /// Start as written.
    pub start: String,
    /// Worth to the assistant's principal, 0 to 1, where there is one.
    pub worth: Option<f64>,
    /// Whether the assistant's own calendar has something then.
    pub busy: bool,
    /// Whether it was free on both sides.
    pub free: bool,
    /// Whether it is the best of those.
    pub best: bool,
    /// Whether it was booked in the end.
    pub booked: bool,
}

/// A time put forward.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct DayMark {
    /// Index into the turns.
    pub turn: u32,
    /// Index into the hours.
    pub hour: u32,
}

/// Price along, offers down.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PriceChart {
    /// The seller's limit.
    pub seller: Limit,
    /// The buyer's limit.
    pub buyer: Limit,
    /// The listed price.
    pub listed: Option<Limit>,
    /// The deal.
    pub deal: Option<Limit>,
    /// The offers in order.
    pub offers: Vec<OfferMark>,
    /// In a sentence or more.
    pub summary: String,
}

/// A price with its place on the axis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Limit {
    /// As people write it.
    pub text: String,
    /// 0 at the start of the axis, 1 at its end.
    pub at: f64,
}

/// An offer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OfferMark {
    /// "B2".
    pub label: String,
    /// Whether the scored side made it.
    pub ours: bool,
    /// Its price.
    pub price: Limit,
    /// Whether it was accepted.
    pub accepted: bool,
}
