//! The worker: everything that reads and scores result files, tournaments, and the digest. The page stays free to draw.
//!
//! A message is `{id, ask, files}`: a number, the JSON text of an [`Ask`] and a list of `Blob`s. The answer is
//! `{id, answer}`, again with JSON text. Answers come in any order.

mod chart;
mod contest;
mod facts;
mod file;
mod ledger;
mod messages;
mod numbers;
mod read;
mod row;
mod talk;
mod words;

use js_sys::{Array, Object, Reflect, Uint8Array};
use messages::{Ask, Fault, Named};
use serde::Serialize;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
    console_error_panic_hook::set_once();
    let listen = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| spawn_local(answer(event.data())));
    scope().set_onmessage(Some(listen.as_ref().unchecked_ref()));
    listen.forget();
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Milliseconds from some moment on.
pub fn now_ms() -> f64 {
    scope().performance().map_or(0.0, |clock| clock.now())
}

async fn answer(message: JsValue) {
    let part = |name: &str| Reflect::get(&message, &JsValue::from_str(name)).unwrap_or_default();
    let ask = part("ask").as_string().and_then(|text| serde_json::from_str::<Ask>(&text).ok());
    let files: Vec<Blob> = part("files")
        .dyn_ref::<Array>()
        .map_or_else(Vec::new, |list| list.iter().filter_map(|file| file.dyn_into().ok()).collect());
    let text = match ask {
        Some(ask) => perform(ask, &files).await,
        None => return,
    };
    let reply = Object::new();
    let set = |name: &str, value: &JsValue| {
        // Setting a property of a fresh plain object cannot fail.
        let _ = Reflect::set(&reply, &JsValue::from_str(name), value);
    };
    set("id", &part("id"));
    set("answer", &JsValue::from_str(&text));
    let _ = scope().post_message(&reply);
}

async fn perform(ask: Ask, files: &[Blob]) -> String {
    match ask {
        Ask::Digest => text(&trivium_archive::digest()),
        Ask::Score { file } => text(&score(&file, files).await),
        Ask::Row { file, index } => text(&row_of(&file, index, files).await),
        Ask::TournamentStart { spec } => text(&contest::start(spec)),
        Ask::TournamentGo { ms } => text(&contest::go(ms)),
        Ask::TournamentReport => text(&contest::report()),
        Ask::Numbers { files: names, form } => {
            let mut report = numbers::Numbers::new(form);
            for (file, blob) in names.iter().zip(files) {
                let added = async {
                    let bytes = bytes(file, Some(blob)).await?;
                    report.add(file, &bytes)
                };
                if let Err(fault) = added.await {
                    return text(&Err::<String, Fault>(fault));
                }
            }
            text(&report.finish())
        }
    }
}

fn text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

async fn score(file: &Named, files: &[Blob]) -> Result<messages::FileView, Fault> {
    let bytes = bytes(file, files.first()).await?;
    let start = now_ms();
    file::view(file, &bytes, || now_ms() - start)
}

async fn row_of(file: &Named, index: u32, files: &[Blob]) -> Result<messages::RowView, Fault> {
    let bytes = bytes(file, files.first()).await?;
    let (results, _) = read::open(file, &bytes)?;
    let row = results.rows.iter().find(|row| row.index == index);
    row.map(|row| row::view(&results, row)).ok_or_else(|| Fault {
        title: format!("{} has no row {index}", file.name),
        what: format!("It has {} rows, numbered from 0.", results.rows.len()),
        advice: "Open a row from the table.".into(),
        readable: 0,
        is_record: false,
    })
}

async fn bytes(file: &Named, blob: Option<&Blob>) -> Result<Vec<u8>, Fault> {
    let unreadable = |what: String| {
        Fault {
        title: format!("{} cannot be read", file.name),
        what,
        advice: "If it was changed, moved or deleted since it was added, add it again. A folder cannot be read; choose the files inside it.".into(),
        readable: 0,
        is_record: false,
    }
    };
    let Some(blob) = blob else { return Err(unreadable("It did not arrive.".into())) };
    match JsFuture::from(blob.array_buffer()).await {
        Ok(buffer) => Ok(Uint8Array::new(&buffer).to_vec()),
        Err(error) => {
            let said = error.dyn_ref::<web_sys::DomException>().map(web_sys::DomException::message).unwrap_or_default();
            Err(unreadable(format!("The browser does not give its bytes. {said}")))
        }
    }
}
