//! Where games are kept: in the browser's database, and those that are open now in memory.

use super::Live;
use crate::browser::IndexedDb;
use send_wrapper::SendWrapper;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use trivium_models::Connection;

/// Whether a game's lines are kept on this device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// Nothing is to be kept yet.
    NotYet,
    /// Every line is stored.
    Here,
    /// The browser keeps nothing; in its words.
    Refused(String),
    /// Another tab played on, and this one took it up.
    Overtaken,
}

/// The endpoints of games by their ids.
type Connections = Rc<RefCell<BTreeMap<String, Rc<Connection>>>>;

/// The store, and the games open in this page. Clones are the same.
#[derive(Clone)]
pub struct Keeper {
    store: SendWrapper<IndexedDb>,
    open: Arc<Mutex<BTreeMap<String, Live>>>,
    /// Endpoints with their keys, by the game that uses them. In memory only: a reload forgets them.
    connections: SendWrapper<Connections>,
}

impl Default for Keeper {
    fn default() -> Keeper {
        Keeper {
            store: SendWrapper::new(IndexedDb::default()),
            open: Arc::default(),
            connections: SendWrapper::new(Rc::default()),
        }
    }
}

impl Keeper {
    /// The store.
    pub fn store(&self) -> &IndexedDb {
        &self.store
    }

    /// A game that is open in this page.
    pub fn open(&self, id: &str) -> Option<Live> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Remembers an open game for as long as the page lives.
    pub fn remember(&self, live: &Live) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).insert(live.id().to_owned(), live.clone());
    }

    /// The endpoint that the models of a game are asked at, with its key.
    pub fn connection(&self, id: &str) -> Option<Rc<Connection>> {
        self.connections.borrow().get(id).cloned()
    }

    /// Connects a game's models for as long as the page lives.
    pub fn connect(&self, id: &str, connection: Rc<Connection>) {
        self.connections.borrow_mut().insert(id.to_owned(), connection);
    }

    /// Forgets the endpoint and key of a game.
    pub fn disconnect(&self, id: &str) {
        self.connections.borrow_mut().remove(id);
    }

    /// Forgets an open game.
    pub fn forget(&self, id: &str) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }
}
