//! Where result files come from: dropped, chosen, or fetched from an address.

use super::desk::Desk;
use crate::browser::Fetch;
use crate::browser::worker::messages::{Fault, Named};
use crate::intake::Intake;
use crate::parts::FileButton;
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use send_wrapper::SendWrapper;
use trivium_core::ports::{Request, Transport, TransportError};
use wasm_bindgen::JsCast;
use web_sys::{Blob, File};

/// Longest wait for a file from an address, in milliseconds.
const TIMEOUT_MS: u32 = 60_000;

/// A file on its way to the worker.
pub struct Incoming {
    /// Name, and how it is read.
    pub named: Named,
    /// Its bytes.
    pub blob: SendWrapper<Blob>,
}

/// Files of this device.
pub fn local(files: Vec<File>) -> Vec<Incoming> {
    let incoming = |file: File| {
        let named = Named { name: file.name(), salvage: false };
        Incoming { named, blob: SendWrapper::new(file.into()) }
    };
    files.into_iter().map(incoming).collect()
}

/// The last part of an address.
pub fn name_of(address: &str) -> String {
    let path = address.split(['?', '#']).next().unwrap_or(address);
    path.rsplit('/').find(|part| !part.is_empty()).unwrap_or(address).to_owned()
}

/// A file at an address.
pub async fn fetch(address: &str) -> Result<Incoming, Fault> {
    let name = name_of(address);
    let failed = |what: String, advice: &str| Fault {
        title: format!("{name} could not be fetched"),
        what,
        advice: advice.to_owned(),
        readable: 0,
        is_record: false,
    };
    const BY_HAND: &str = "Download the file and drop it here.";
    let request = Request {
        method: "GET",
        url: address.to_owned(),
        headers: Vec::new(),
        body: Vec::new(),
        timeout_ms: TIMEOUT_MS,
    };
    let answer = Fetch.send(request).await.map_err(|error| match error {
        TransportError::Timeout(ms) => failed(format!("{address} did not answer within {} s.", ms / 1000), BY_HAND),
        TransportError::BadAddress(why) => failed(format!("{address} is no address that can be called: {why}."), "Check the link."),
        TransportError::Broken(why) => failed(format!("{address} answered, but the answer broke off: {why}."), BY_HAND),
        TransportError::Opaque(_) | TransportError::Cancelled => failed(
            format!("{address} gave no answer that this page may read."),
            "Either you are offline, or the server does not allow other pages to read it (CORS). Download the file and drop it here.",
        ),
    })?;
    match answer.status {
        200..=299 => {
            let parts = Array::of1(&Uint8Array::from(answer.body.as_slice()));
            let blob = Blob::new_with_u8_array_sequence(&parts);
            let blob = blob.map_err(|_| failed("The browser did not take its bytes.".into(), BY_HAND))?;
            Ok(Incoming { named: Named { name, salvage: false }, blob: SendWrapper::new(blob) })
        }
        404 => Err(failed(format!("There is no file at {address} (404)."), "Check the link.")),
        status => Err(failed(format!("{address} answered with status {status}."), BY_HAND)),
    }
}

/// Opens the browser's dialogue for files.
pub fn choose() {
    let input = document().get_element_by_id("results").and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(input) = input {
        input.click();
    }
}

/// The place to drop files, with a button that does the same. The whole page takes a drop.
#[component]
pub fn Drop() -> impl IntoView {
    let (desk, intake) = (expect_context::<Desk>(), expect_context::<Intake>());
    let empty = move || desk.files.with(Vec::is_empty);
    let title = move || match (intake.over(), empty()) {
        (true, _) => "Let go to score them",
        (false, true) => "Drop results.json files",
        (false, false) => "Drop more results.json files",
    };
    view! {
        <div class="drop" class:drop--more=move || !empty() data-over=move || intake.over().then_some("")>
            <h2 class="drop-title">{title}</h2>
            <p class="small muted">
                "As SocialReasoning-Bench writes them, of any version, calendar or marketplace, several at once. They are read on this device and not uploaded."
            </p>
            <FileButton
                label=Signal::derive(move || if empty() { "Choose files" } else { "Add files" })
                main=Signal::derive(empty)
                id="results"
                accept=".json,application/json"
                several=true
                on_files=Callback::new(move |files| desk.add(local(files)))
            />
        </div>
    }
}
