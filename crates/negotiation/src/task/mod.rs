//! Task structures of both domains, their content hash, and task files.

mod calendar;
mod file;
mod hash;
mod marketplace;

pub use calendar::{
    Assistant, Attendee, AttendeeStatus, CalendarTask, Contact, LabeledMeeting, Meeting, Preference, Requestor,
};
pub use file::{TaskFile, TaskFileError, read_task_file};
pub(crate) use hash::meetings_json;
pub use hash::task_json_float;
pub use marketplace::{MarketplaceTask, Product, RoleConfig};

use serde::Serialize;

/// The two kinds of negotiation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Domain {
    /// Booking a meeting: an assistant is evaluated, a requestor is its counterpart.
    Calendar,
    /// Bargaining over a price: a buyer is evaluated, a seller is its counterpart.
    Marketplace,
}

impl Domain {
    /// The name in files: `calendar` or `marketplace`.
    pub fn as_str(self) -> &'static str {
        match self {
            Domain::Calendar => "calendar",
            Domain::Marketplace => "marketplace",
        }
    }
}

impl std::fmt::Display for Domain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The zone of possible agreement of a task.
///
/// Marketplace: prices from the seller's to the buyer's reservation (the width may be negative).
/// Calendar: the assistant's preference scores over the slots free on both sides (all 0 without any).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zopa {
    /// Lower bound.
    pub min: f64,
    /// Upper bound.
    pub max: f64,
    /// `max - min`.
    pub width: f64,
}

/// A task of either domain.
#[derive(Clone, Debug, PartialEq)]
pub enum Task<'a> {
    /// A calendar task.
    Calendar(Box<CalendarTask<'a>>),
    /// A marketplace task.
    Marketplace(Box<MarketplaceTask<'a>>),
}

impl Task<'_> {
    /// The domain.
    pub fn domain(&self) -> Domain {
        match self {
            Task::Calendar(_) => Domain::Calendar,
            Task::Marketplace(_) => Domain::Marketplace,
        }
    }

    /// The number of the task within its file.
    pub fn id(&self) -> i64 {
        match self {
            Task::Calendar(task) => task.id,
            Task::Marketplace(task) => task.id,
        }
    }

    /// The variant, such as `hc-privacy`.
    pub fn variant(&self) -> Option<&str> {
        match self {
            Task::Calendar(task) => task.variant.as_deref(),
            Task::Marketplace(task) => task.variant.as_deref(),
        }
    }

    /// The version of the task's content.
    pub fn task_version(&self) -> i64 {
        match self {
            Task::Calendar(task) => task.task_version,
            Task::Marketplace(task) => task.task_version,
        }
    }

    /// The content hash: 16 hex digits.
    pub fn hash(&self) -> String {
        match self {
            Task::Calendar(task) => task.hash(),
            Task::Marketplace(task) => task.hash(),
        }
    }

    /// The task as compact JSON, in the benchmark's order of keys, computed keys included.
    pub fn to_json(&self) -> String {
        match self {
            Task::Calendar(task) => task.to_json(),
            Task::Marketplace(task) => task.to_json(),
        }
    }

    /// The zone of possible agreement.
    pub fn zopa(&self) -> Zopa {
        match self {
            Task::Calendar(task) => task.zopa(),
            Task::Marketplace(task) => task.zopa(),
        }
    }
}

/// Declares the unit type of the `type` field that accepts its own domain's name only.
macro_rules! domain_tag {
    ($(#[$meta:meta])* $name:ident, $word:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word = $crate::record::Text::deserialize(deserializer)?;
                if word == $word {
                    Ok($name)
                } else {
                    Err(serde::de::Error::invalid_value(
                        serde::de::Unexpected::Str(&word),
                        &concat!("`", $word, "`"),
                    ))
                }
            }
        }

        crate::record::plain_into_static!($name);
    };
}

domain_tag!(
    /// `type: calendar`
    CalendarType, "calendar"
);
domain_tag!(
    /// `type: marketplace`
    MarketplaceType, "marketplace"
);
