//! The worker: asked in messages, answered in messages, stopped by ending it.
//!
//! Its files are fetched when the first question is asked, not before.

use js_sys::{Array, Function, Object, Promise, Reflect};
use serde::de::DeserializeOwned;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ErrorEvent, MessageEvent};

#[path = "../worker/messages.rs"]
pub mod messages;

use messages::Ask;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    /// It was stopped.
    Stopped,
    /// The worker broke, or could not be started; in the browser's words.
    Broke(String),
}

/// A worker of its own. Clones speak to the same one.
#[derive(Clone, Default)]
pub struct Worker {
    running: Rc<RefCell<Option<Running>>>,
    waiting: Rc<RefCell<BTreeMap<u32, Waiting>>>,
    last: Rc<Cell<u32>>,
}

struct Running {
    worker: web_sys::Worker,
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _failed: Closure<dyn FnMut(ErrorEvent)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// Who waits for an answer.
struct Waiting {
    resolve: Function,
    reject: Function,
}

/// What a stopped question is rejected with; every other rejection is a text.
const STOPPED: JsValue = JsValue::NULL;

impl Worker {
    /// Asks and waits for the answer.
    pub async fn ask<T: DeserializeOwned>(&self, ask: &Ask, files: &[Blob]) -> Result<T, NoAnswer> {
        let broke = |what: &dyn std::fmt::Display| NoAnswer::Broke(what.to_string());
        let text = serde_json::to_string(ask).map_err(|e| broke(&e))?;
        self.start().map_err(|e| NoAnswer::Broke(super::transport::words(&e)))?;
        let id = self.last.get().wrapping_add(1);
        self.last.set(id);
        let promise = Promise::new(&mut |resolve, reject| {
            self.waiting.borrow_mut().insert(id, Waiting { resolve, reject });
        });
        let sent = self.send(id, &text, files);
        if let Err(error) = sent {
            self.waiting.borrow_mut().remove(&id);
            return Err(NoAnswer::Broke(super::transport::words(&error)));
        }
        let answer = JsFuture::from(promise).await.map_err(|why| match why.as_string() {
            Some(words) => NoAnswer::Broke(words),
            None => NoAnswer::Stopped,
        })?;
        let answer = answer.as_string().unwrap_or_default();
        serde_json::from_str(&answer).map_err(|e| broke(&e))
    }

    /// Ends the worker; open questions are answered with [`NoAnswer::Stopped`]. The next question starts a new one.
    pub fn stop(&self) {
        self.end(&STOPPED);
    }

    fn end(&self, why: &JsValue) {
        drop(self.running.borrow_mut().take());
        let waiting = std::mem::take(&mut *self.waiting.borrow_mut());
        for waiting in waiting.into_values() {
            let _ = waiting.reject.call1(&JsValue::UNDEFINED, why);
        }
    }

    fn start(&self) -> Result<(), JsValue> {
        if self.running.borrow().is_some() {
            return Ok(());
        }
        let worker = web_sys::Worker::new(&address())?;
        let waiting = self.waiting.clone();
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let data = event.data();
            let part = |name: &str| Reflect::get(&data, &JsValue::from_str(name)).unwrap_or_default();
            // Ids are small whole numbers.
            let id = part("id").as_f64().map(|id| id as u32);
            if let Some(waiting) = id.and_then(|id| waiting.borrow_mut().remove(&id)) {
                let _ = waiting.resolve.call1(&JsValue::UNDEFINED, &part("answer"));
            }
        });
        let this = self.clone();
        let failed = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            // A file that cannot be fetched gives an event without a message.
            let message = Reflect::get(&event, &JsValue::from_str("message")).ok().and_then(|m| m.as_string());
            let message = message.filter(|m| !m.is_empty()).unwrap_or_else(|| "its files could not be fetched".into());
            let this = this.clone();
            // Not from within its own handler, which ending the worker frees.
            leptos::prelude::queue_microtask(move || this.end(&JsValue::from_str(&message)));
        });
        worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
        *self.running.borrow_mut() = Some(Running { worker, _heard: heard, _failed: failed });
        Ok(())
    }

    fn send(&self, id: u32, ask: &str, files: &[Blob]) -> Result<(), JsValue> {
        let message = Object::new();
        Reflect::set(&message, &"id".into(), &id.into())?;
        Reflect::set(&message, &"ask".into(), &ask.into())?;
        // A Blob is handed over as it is: none of its bytes is copied.
        Reflect::set(&message, &"files".into(), &files.iter().collect::<Array>())?;
        match &*self.running.borrow() {
            Some(running) => running.worker.post_message(&message),
            None => Err("the worker has ended".into()),
        }
    }
}

/// The worker's script; the query tells builds apart, since the file's name does not.
fn address() -> String {
    let meta = leptos::prelude::document().query_selector("meta[name=\"trivium-worker\"]").ok().flatten();
    match meta.and_then(|meta| meta.get_attribute("content")) {
        Some(build) => format!("./worker-boot.js?{build}"),
        None => "./worker-boot.js".into(),
    }
}
