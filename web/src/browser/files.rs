//! Files that come in and go out.

use super::transport::words;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, File, FileList, HtmlAnchorElement, Url};

/// The bytes of a file from one place to another.
pub async fn read_part(file: &File, from: usize, to: usize) -> Result<Vec<u8>, String> {
    let part = file.slice_with_f64_and_f64(from as f64, to as f64).map_err(|e| words(&e))?;
    let buffer = JsFuture::from(part.array_buffer()).await.map_err(|e| words(&e))?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// All bytes of a file.
pub async fn read(file: &File) -> Result<Vec<u8>, String> {
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(|e| words(&e))?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

/// The files of a list.
pub fn listed(files: &FileList) -> Vec<File> {
    (0..files.length()).filter_map(|i| files.get(i)).collect()
}

/// Hands the person a file.
pub fn save(name: &str, kind: &str, text: &str) -> Result<(), String> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = Array::of1(&JsValue::from_str(text));
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options).map_err(|e| words(&e))?;
    let address = Url::create_object_url_with_blob(&blob).map_err(|e| words(&e))?;
    let document = web_sys::window().and_then(|w| w.document()).ok_or("there is no document")?;
    let link = document.create_element("a").map_err(|e| words(&e))?;
    let link: HtmlAnchorElement = link.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // The browser has taken the blob by then; keeping it would keep its memory.
    leptos::prelude::set_timeout(
        move || {
            let _ = Url::revoke_object_url(&address);
        },
        std::time::Duration::from_secs(30),
    );
    Ok(())
}
