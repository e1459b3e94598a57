//! Task files: YAML with one top-level key `tasks`.

use serde::{Deserialize, Deserializer};
use sha2::{Digest, Sha256};

use super::{CalendarTask, Domain, MarketplaceTask, Task};
use crate::record::IntoStatic;

/// The tasks of one file.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskFile {
    /// Domain of every task in the file.
    pub domain: Domain,
    /// Hex SHA-256 of the file's bytes: the file's identity.
    pub sha256: String,
    /// In file order.
    pub tasks: Vec<Task<'static>>,
}

/// Why a task file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskFileError {
    /// The bytes are no text.
    #[error("the file is not UTF-8 text (byte {byte})")]
    NotText {
        /// Offset of the first byte that is no UTF-8.
        byte: usize,
    },
    /// The YAML cannot be read, or a field has the wrong shape.
    #[error("the task file cannot be read: {0}")]
    Shape(String),
    /// Tasks of both domains in one file.
    #[error("tasks[{index}] is a {found} task in a file of {domain} tasks")]
    MixedDomains {
        /// Place in the list.
        index: usize,
        /// Domain of the first task.
        domain: Domain,
        /// Domain of this task.
        found: Domain,
    },
    /// Neither `type` nor the sides tell the domain.
    #[error("tasks[{index}] has neither `type`, nor `requestor`, nor `product`, so its domain is unknown")]
    UnknownDomain {
        /// Place in the list.
        index: usize,
    },
    /// Two tasks with one identity.
    #[error("tasks[{index}] repeats id {id}{}", variant.as_ref().map(|v| format!(" of variant {v}")).unwrap_or_default())]
    Duplicate {
        /// Place of the second one.
        index: usize,
        /// Its id.
        id: i64,
        /// Its variant, where that is part of the identity (marketplace).
        variant: Option<String>,
    },
}

/// Reads a task file. Computed keys (`hash`, `duration_minutes`) and unknown keys are passed over.
///
/// Within a file ids must be unique: `id` for the calendar, `id` and `variant` for the marketplace.
pub fn read_task_file(bytes: &[u8]) -> Result<TaskFile, TaskFileError> {
    let text = std::str::from_utf8(bytes).map_err(|error| TaskFileError::NotText { byte: error.valid_up_to() })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);

    let kinds: Listing<Kind> = parse(text)?;
    let domain_of = |index: usize, kind: &Kind| kind.domain().ok_or(TaskFileError::UnknownDomain { index });
    let domain = match kinds.tasks.first() {
        Some(kind) => domain_of(0, kind)?,
        None => Domain::Calendar,
    };
    for (index, kind) in kinds.tasks.iter().enumerate() {
        let found = domain_of(index, kind)?;
        if found != domain {
            return Err(TaskFileError::MixedDomains { index, domain, found });
        }
    }

    let tasks: Vec<Task<'static>> = match domain {
        Domain::Calendar => {
            let listing: Listing<OwnedCalendar> = parse(text)?;
            listing.tasks.into_iter().map(|task| Task::Calendar(Box::new(task.0))).collect()
        }
        Domain::Marketplace => {
            let listing: Listing<OwnedMarketplace> = parse(text)?;
            listing.tasks.into_iter().map(|task| Task::Marketplace(Box::new(task.0))).collect()
        }
    };
    let mut seen = std::collections::BTreeSet::new();
    for (index, task) in tasks.iter().enumerate() {
        let variant = match domain {
            Domain::Calendar => None,
            Domain::Marketplace => task.variant().map(str::to_owned),
        };
        if !seen.insert((task.id(), variant.clone())) {
            return Err(TaskFileError::Duplicate { index, id: task.id(), variant });
        }
    }
    let sha256 = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(TaskFile { domain, sha256, tasks })
}

fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, TaskFileError> {
    let options = serde_saphyr::options! {
        duplicate_keys: serde_saphyr::DuplicateKeyPolicy::LastWins,
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| TaskFileError::Shape(error.to_string()))
}

#[derive(Deserialize)]
struct Listing<T> {
    tasks: Vec<T>,
}

#[derive(Deserialize)]
struct Kind {
    #[serde(rename = "type")]
    kind: Option<String>,
    requestor: Option<serde::de::IgnoredAny>,
    product: Option<serde::de::IgnoredAny>,
}

impl Kind {
    fn domain(&self) -> Option<Domain> {
        match self.kind.as_deref() {
            Some("calendar") => Some(Domain::Calendar),
            Some("marketplace") => Some(Domain::Marketplace),
            Some(_) => None,
            None if self.requestor.is_some() => Some(Domain::Calendar),
            None if self.product.is_some() => Some(Domain::Marketplace),
            None => None,
        }
    }
}

struct OwnedCalendar(CalendarTask<'static>);

impl<'de> Deserialize<'de> for OwnedCalendar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        CalendarTask::deserialize(deserializer).map(|task| OwnedCalendar(task.into_static()))
    }
}

struct OwnedMarketplace(MarketplaceTask<'static>);

impl<'de> Deserialize<'de> for OwnedMarketplace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        MarketplaceTask::deserialize(deserializer).map(|task| OwnedMarketplace(task.into_static()))
    }
}
