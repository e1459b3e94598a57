//! Requests by `fetch`: no cookies, no cache, no referrer, no redirects, and a time-out.

use js_sys::{Array, Uint8Array};
use trivium_core::ports::{Request, Response, Transport, TransportError};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortSignal, DomException, Headers, ReferrerPolicy, RequestCache, RequestCredentials, RequestInit, RequestMode,
    RequestRedirect,
};

/// The browser's `fetch`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fetch;

impl Transport for Fetch {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let limit = request.timeout_ms;
        let init = options(&request)?;
        let window = web_sys::window().ok_or_else(|| TransportError::Opaque("there is no window".into()))?;
        let answer = JsFuture::from(window.fetch_with_str_and_init(&request.url, &init));
        let answer: web_sys::Response = answer.await.map_err(|e| why(&e, limit))?.unchecked_into();
        let body = answer.array_buffer().map_err(|e| broken(&e, limit))?;
        let body = JsFuture::from(body).await.map_err(|e| broken(&e, limit))?;
        Ok(Response {
            status: answer.status(),
            headers: headers_of(&answer.headers()),
            body: Uint8Array::new(&body).to_vec(),
        })
    }

    async fn answers(&self, url: &str) -> Option<bool> {
        let init = RequestInit::new();
        init.set_mode(RequestMode::NoCors);
        init.set_cache(RequestCache::NoStore);
        init.set_credentials(RequestCredentials::Omit);
        init.set_referrer_policy(ReferrerPolicy::NoReferrer);
        init.set_signal(Some(&AbortSignal::timeout_with_u32(PROBE_MS)));
        let answer = JsFuture::from(web_sys::window()?.fetch_with_str_and_init(url, &init));
        Some(answer.await.is_ok())
    }
}

/// How long a server is given to answer anything at all.
const PROBE_MS: u32 = 4000;

fn options(request: &Request) -> Result<RequestInit, TransportError> {
    let bad = |e: JsValue| TransportError::BadAddress(words(&e));
    let init = RequestInit::new();
    init.set_method(request.method);
    init.set_cache(RequestCache::NoStore);
    init.set_credentials(RequestCredentials::Omit);
    init.set_redirect(RequestRedirect::Error);
    init.set_referrer_policy(ReferrerPolicy::NoReferrer);
    init.set_signal(Some(&AbortSignal::timeout_with_u32(request.timeout_ms)));
    let headers = Headers::new().map_err(bad)?;
    for (name, value) in &request.headers {
        // The value may be secret: of a refusal only the name is told.
        headers
            .set(name, value)
            .map_err(|_| TransportError::BadAddress(format!("the value for the header {name} cannot be sent")))?;
    }
    init.set_headers(&headers);
    if !request.body.is_empty() {
        init.set_body(&Uint8Array::from(request.body.as_slice()));
    }
    Ok(init)
}

fn headers_of(headers: &Headers) -> Vec<(String, String)> {
    let entries = js_sys::Array::from(headers);
    let text = |pair: &Array, at| pair.get(at).as_string().unwrap_or_default();
    entries.iter().map(|pair| Array::from(&pair)).map(|pair| (text(&pair, 0), text(&pair, 1))).collect()
}

fn why(error: &JsValue, limit: u32) -> TransportError {
    match error.dyn_ref::<DomException>().map(DomException::name).as_deref() {
        Some("TimeoutError") => TransportError::Timeout(limit),
        Some("AbortError") => TransportError::Cancelled,
        Some("SyntaxError") => TransportError::BadAddress(words(error)),
        _ => TransportError::Opaque(words(error)),
    }
}

/// The status was read, the body was not.
fn broken(error: &JsValue, limit: u32) -> TransportError {
    match why(error, limit) {
        TransportError::Opaque(words) => TransportError::Broken(words),
        other => other,
    }
}

/// What an exception says.
pub fn words(error: &JsValue) -> String {
    error
        .dyn_ref::<js_sys::Error>()
        .map(|e| String::from(e.message()))
        .or_else(|| error.dyn_ref::<DomException>().map(DomException::message))
        .or_else(|| error.as_string())
        .unwrap_or_else(|| "no reason given".into())
}
