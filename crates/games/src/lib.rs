//! The games of Trivium: engines, rule text, rule-based agents, and the registry that knows them all.

pub mod auction;
pub mod bargaining;
pub mod coalition;
pub mod committee;
pub mod common_pool;
pub mod dilemma;
pub mod fast;
pub mod gift_exchange;
pub mod informant;
pub mod kit;
pub mod kuhn;
pub mod multi_issue;
pub mod playthrough;
pub mod public_goods;
pub mod punishment;
pub mod registry;
pub mod repeated_trust;
pub mod task;
pub mod theory;
pub mod traitor;
pub mod trust;
pub mod twobytwo;
pub mod ultimatum;
pub mod volunteer;
pub mod werewolf;

pub use registry::{CARDS, Card, GAMES, GameInfo, Position, Registry, RuleText, Seated, Shelf, find};
