//! Files that people drop or choose, on their way to the view that reads them.

use crate::browser::files;
use crate::route::{Route, Router, View};
use leptos::prelude::*;
use send_wrapper::SendWrapper;
use trivium_archive::Kind;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, File};

/// Bytes looked at to tell what a file is.
const HEAD: usize = 4096;

/// Files that came in and wait for their view. Clones are the same.
#[derive(Clone, Copy)]
pub struct Intake {
    files: RwSignal<Option<SendWrapper<Vec<File>>>>,
    over: RwSignal<bool>,
    router: Router,
}

impl Intake {
    /// Accepts drops anywhere on the page.
    pub fn start(router: Router) -> Intake {
        let intake = Intake { files: RwSignal::new(None), over: RwSignal::new(false), router };
        let over = window_event_listener_untyped("dragover", move |event| {
            let event: DragEvent = event.unchecked_into();
            if holds_files(&event) {
                event.prevent_default();
                intake.set_over(true);
            }
        });
        let leave = window_event_listener_untyped("dragleave", move |event| {
            let event: DragEvent = event.unchecked_into();
            // Leaving one element for another has a related target; leaving the window has none.
            if event.related_target().is_none() {
                intake.set_over(false);
            }
        });
        let dropped = window_event_listener_untyped("drop", move |event| {
            let event: DragEvent = event.unchecked_into();
            intake.set_over(false);
            let Some(list) = event.data_transfer().and_then(|data| data.files()) else { return };
            if list.length() > 0 {
                event.prevent_default();
                intake.take(files::listed(&list));
            }
        });
        on_cleanup(move || {
            for listener in [over, leave, dropped] {
                listener.remove();
            }
        });
        intake
    }

    fn set_over(self, over: bool) {
        if self.over.get_untracked() != over {
            self.over.set(over);
        }
    }

    /// Whether files are held over the page.
    pub fn over(self) -> bool {
        self.over.get()
    }

    /// Sends files to the view that reads them: told by their first bytes, not by their names.
    pub fn take(self, files: Vec<File>) {
        leptos::task::spawn_local(async move {
            let Some(first) = files.first() else { return };
            let head = files::read_part(first, 0, HEAD).await.unwrap_or_default();
            // Where results are read already, everything that comes is theirs to take or to refuse.
            let here = self.router.route_now().view();
            let view = if here == View::Rescore { here } else { reader_of(&head) };
            self.files.set(Some(SendWrapper::new(files)));
            if self.router.route_now().view() != view {
                self.router.go(Route::to(view));
            }
        });
    }

    /// The files that wait, left where they are.
    pub fn waiting_now(self) -> Vec<File> {
        self.files.get_untracked().map(SendWrapper::take).unwrap_or_default()
    }

    /// Takes the waiting files; a new arrival is followed.
    pub fn arrived(self) -> Option<Vec<File>> {
        let files = self.files.get()?;
        self.files.update_untracked(|waiting| *waiting = None);
        Some(files.take())
    }
}

fn holds_files(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data| data.types().iter().any(|t| t.as_string().as_deref() == Some("Files")))
}

/// The view that reads a file.
fn reader_of(head: &[u8]) -> View {
    let results = || RESULTS.iter().any(|key| head.windows(key.len()).any(|part| part == *key));
    if head.windows(TASK.len()).any(|part| part == TASK) {
        return View::Play;
    }
    match trivium_archive::sniff(head) {
        Kind::Json if results() => View::Rescore,
        _ => View::Verify,
    }
}

/// What every task file says first.
const TASK: &[u8] = b"trivium-task/";

/// Keys of which one stands near the start of every results file; the benchmark writes `config` first.
const RESULTS: [&[u8]; 3] = [b"\"results\"", b"\"config\"", b"\"evaluation\""];

/// The file's bytes, or why they cannot be read.
pub async fn bytes_of(file: &File) -> Result<Vec<u8>, String> {
    files::read(file).await.map_err(|why| {
        let name = file.name();
        if why.is_empty() { format!("{name} cannot be read.") } else { format!("{name} cannot be read: {why}") }
    })
}
