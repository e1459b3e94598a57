//! Logs of lines in IndexedDB: one object store, one entry a line, written with strict durability.
//!
//! A line's key is the log's name and its index, so that a log is a range of keys and an append that comes second
//! to another tab's finds the wrong number of lines and is refused as a whole.

use indexed_db_futures::KeyRange;
use indexed_db_futures::database::Database;
use indexed_db_futures::prelude::*;
use indexed_db_futures::transaction::{Transaction, TransactionDurability, TransactionMode, TransactionOptions};
use std::cell::RefCell;
use std::rc::Rc;
use trivium_core::ports::{Store, StoreError};

const DATABASE: &str = "trivium";
const LINES: &str = "lines";

/// Why lines were not appended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AppendError {
    /// The log does not have the expected number of lines: another tab wrote.
    Overtaken,
    /// The browser refused; in its words.
    Refused(String),
}

impl From<indexed_db_futures::error::Error> for AppendError {
    fn from(error: indexed_db_futures::error::Error) -> AppendError {
        AppendError::Refused(error.to_string())
    }
}

/// The browser's database, opened at first use.
#[derive(Clone, Default)]
pub struct IndexedDb {
    open: Rc<RefCell<Option<Rc<Database>>>>,
}

fn key(log: &str, index: u32) -> String {
    format!("{log}/{index:07}")
}

/// The keys of a log: `/` is followed by `0` in the order of keys.
fn keys(log: &str) -> KeyRange<String> {
    KeyRange::Bound(format!("{log}/"), false, format!("{log}0"), true)
}

fn failed(error: impl std::fmt::Display) -> StoreError {
    StoreError(error.to_string())
}

impl IndexedDb {
    async fn database(&self) -> Result<Rc<Database>, StoreError> {
        if let Some(open) = self.open.borrow().as_ref() {
            return Ok(open.clone());
        }
        let database = Database::open(DATABASE)
            .with_version(1u8)
            .with_on_upgrade_needed(|_, database| {
                database.create_object_store(LINES).build()?;
                Ok(())
            })
            .await
            .map_err(failed)?;
        let database = Rc::new(database);
        *self.open.borrow_mut() = Some(database.clone());
        Ok(database)
    }

    /// Appends lines, and says whether a refusal is another tab's doing.
    pub async fn append_lines(&self, log: &str, from: u32, lines: &[String]) -> Result<(), AppendError> {
        let database = self.database().await.map_err(|e| AppendError::Refused(e.0))?;
        let written = writing(&database)?;
        let store = written.object_store(LINES)?;
        if store.count().with_query::<String, _>(keys(log)).await? != from {
            return Err(AppendError::Overtaken);
        }
        for (line, index) in lines.iter().zip(from..) {
            // The requests go out at once; the commit below waits for all of them.
            let _sent = store.add(line.as_str()).with_key(key(log, index)).primitive()?;
        }
        drop(store);
        written.commit().await?;
        Ok(())
    }
}

fn writing(database: &Database) -> Result<Transaction<'_>, indexed_db_futures::error::Error> {
    let mut options = TransactionOptions::new();
    options.set_durability(TransactionDurability::Strict);
    database.transaction(LINES).with_mode(TransactionMode::Readwrite).with_options(options).build()
}

impl Store for IndexedDb {
    async fn append(&self, log: &str, from: u32, lines: &[String]) -> Result<(), StoreError> {
        self.append_lines(log, from, lines).await.map_err(|error| match error {
            AppendError::Overtaken => StoreError(format!("{log} was continued elsewhere")),
            AppendError::Refused(why) => StoreError(why),
        })
    }

    async fn read(&self, log: &str) -> Result<Vec<String>, StoreError> {
        let database = self.database().await?;
        let reading = database.transaction(LINES).build().map_err(failed)?;
        let store = reading.object_store(LINES).map_err(failed)?;
        let lines = store.get_all::<String>().with_query::<String, _>(keys(log)).await.map_err(failed)?;
        lines.collect::<Result<_, _>>().map_err(failed)
    }

    async fn list(&self) -> Result<Vec<String>, StoreError> {
        let database = self.database().await?;
        let reading = database.transaction(LINES).build().map_err(failed)?;
        let store = reading.object_store(LINES).map_err(failed)?;
        let keys = store.get_all_keys::<String>().await.map_err(failed)?;
        let mut logs: Vec<String> = Vec::new();
        for key in keys {
            let key = key.map_err(failed)?;
            let log = key.rsplit_once('/').map_or(key.as_str(), |(log, _)| log);
            if logs.last().map(String::as_str) != Some(log) {
                logs.push(log.to_owned());
            }
        }
        Ok(logs)
    }

    async fn remove(&self, log: &str) -> Result<(), StoreError> {
        let database = self.database().await?;
        let written = writing(&database).map_err(failed)?;
        let store = written.object_store(LINES).map_err(failed)?;
        store.delete::<String, _>(keys(log)).await.map_err(failed)?;
        drop(store);
        written.commit().await.map_err(failed)
    }
}
