//! The negotiation benchmark: task files, result files and their scores.
//!
//! The module reads the files of SocialReasoning-Bench (calendar scheduling and marketplace
//! bargaining) and scores them again from the recorded executions alone. Field names, formulas and
//! constants are the benchmark's; the `reference` scoring profile reproduces its numbers bit for
//! bit, with a flag wherever the benchmark itself would crash.
//!
//! - [`task`]: task structures, their content hash, task files.
//! - [`results`]: the loader for `results.json` of both schema eras.
//! - [`agents`]: rule-based agents for all four seats.
//! - [`env`]: both environments as pure state machines, and their tools.
//! - [`episode`]: order of play, contexts, and the execution that comes of it.
//! - [`generate`]: new tasks from a seed, with guarantees.
//! - [`score`]: outcome optimality, due diligence, duty of care, aggregates, archetypes.
//! - [`compare`]: the stored number beside the recomputed one.
//! - [`transcript`]: what was said and done, in reading order.
//! - [`report`]: the JSON form of a re-scored file.

mod record;

pub mod agents;
pub mod compare;
pub mod env;
pub mod episode;
pub mod generate;
pub mod report;
pub mod results;
pub mod score;
pub mod task;
pub mod transcript;

pub use record::{ClockTime, IntoStatic, Stored, Text, UnitInterval};
