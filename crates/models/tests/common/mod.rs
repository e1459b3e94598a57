//! A loopback server that speaks the wire format as a test tells it to, and a small HTTP/1.1 transport to reach it.
#![allow(dead_code, reason = "each test uses its part")]

use serde_json::{Value, json};
use std::future::Future;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::thread::JoinHandle;
use std::time::Duration;
use trivium_core::ports::{Request, Response, Transport, TransportError};

/// What the server does with a request.
pub enum Act {
    /// Answers.
    Say(u16, String),
    /// Says nothing and keeps the connection open.
    Silence,
    /// Closes in the middle of the answer.
    Cut(String),
}

/// A request as the server saw it.
#[derive(Clone, Debug)]
pub struct Seen {
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: Value,
}

impl Seen {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, v)| v.as_str())
    }

    /// The last turn's text.
    pub fn last_turn(&self) -> &str {
        self.body["messages"].as_array().unwrap().last().unwrap()["content"].as_str().unwrap()
    }
}

/// The server; it stops when dropped.
pub struct Server {
    pub base: String,
    pub seen: Arc<Mutex<Vec<Seen>>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Starts on a free port; `act` gets each request and its number from 0.
    pub fn start(act: impl Fn(&Seen, usize) -> Act + Send + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}/v1", listener.local_addr().unwrap());
        let (seen, stop) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (log, ends) = (seen.clone(), stop.clone());
        let thread = std::thread::spawn(move || {
            let mut open = Vec::new();
            while let Ok((mut stream, _)) = listener.accept() {
                if ends.load(Ordering::SeqCst) {
                    return;
                }
                let Some(request) = receive(&mut stream) else { continue };
                let number = {
                    let mut log = log.lock().unwrap();
                    log.push(request.clone());
                    log.len() - 1
                };
                match act(&request, number) {
                    Act::Say(status, body) => {
                        let head = format!(
                            "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
                            body.len()
                        );
                        let _ = stream.write_all(head.as_bytes());
                        let _ = stream.write_all(body.as_bytes());
                    }
                    Act::Silence => open.push(stream),
                    Act::Cut(body) => {
                        let head = format!("HTTP/1.1 200 X\r\ncontent-length: {}\r\n\r\n", body.len() * 2);
                        let _ = stream.write_all(head.as_bytes());
                        let _ = stream.write_all(body.as_bytes());
                    }
                }
            }
        });
        Server { base, seen, stop, thread: Some(thread) }
    }

    pub fn requests(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        let address = self.base.trim_start_matches("http://").trim_end_matches("/v1");
        let _ = TcpStream::connect(address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn receive(stream: &mut TcpStream) -> Option<Seen> {
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        match line.trim_end().split_once(": ") {
            Some((name, value)) => headers.push((name.to_owned(), value.to_owned())),
            None => break,
        }
    }
    let length = headers.iter().find(|(n, _)| n == "content-length").and_then(|(_, v)| v.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Seen { path, headers, body: serde_json::from_slice(&body).unwrap_or_default() })
}

/// A completion with this text.
pub fn completion(content: impl Into<Value>) -> Act {
    finished(content, "stop")
}

/// A completion with this text and reason to end.
pub fn finished(content: impl Into<Value>, finish: &str) -> Act {
    let message = json!({"role": "assistant", "content": content.into(), "refusal": null});
    let body = json!({
        "model": "tiny-1",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 211, "completion_tokens": 57, "total_tokens": 268},
    });
    Act::Say(200, body.to_string())
}

/// An error as providers report it.
pub fn failure(status: u16, code: &str, message: &str) -> Act {
    let error = json!({"message": message, "type": "invalid_request_error", "param": null, "code": code});
    Act::Say(status, json!({"error": error}).to_string())
}

/// A legal answer in the asked form: the action given, or a message.
pub fn legal(seen: &Seen, action: &str) -> Act {
    let rationale = json!({"goals": "points", "beliefs": "they are kind", "plan": action, "justification": "so"});
    let asks_action = seen.last_turn().contains("\"action\" is");
    let answer = match asks_action && !seen.last_turn().contains("\"message\" is") {
        true => json!({"rationale": rationale, "action": action}),
        false => json!({"rationale": rationale, "message": "I will.", "announce": {"action": action}}),
    };
    completion(answer.to_string())
}

/// Plain HTTP/1.1, one connection for each request.
pub struct Http;

impl Http {
    fn connect(url: &str) -> Result<(TcpStream, String, String), TransportError> {
        let rest = url.strip_prefix("http://").ok_or_else(|| TransportError::BadAddress("not http".into()))?;
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let stream = TcpStream::connect(host).map_err(|e| TransportError::Opaque(e.to_string()))?;
        Ok((stream, host.to_owned(), path.to_owned()))
    }
}

impl Transport for Http {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let (mut stream, host, path) = Http::connect(&request.url)?;
        let error = |e: std::io::Error| match e.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => TransportError::Timeout(request.timeout_ms),
            _ => TransportError::Opaque(e.to_string()),
        };
        stream.set_read_timeout(Some(Duration::from_millis(request.timeout_ms.into()))).map_err(error)?;
        let mut head = format!("{} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n", request.method);
        for (name, value) in &request.headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("content-length: {}\r\n\r\n", request.body.len()));
        stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&request.body)).map_err(error)?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).map_err(error)?;
        let broken = || TransportError::Opaque("the answer is cut off".into());
        let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").ok_or_else(broken)?;
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).ok_or_else(broken)?;
        let headers: Vec<(String, String)> = head
            .lines()
            .skip(1)
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let length = headers.iter().find(|(n, _)| n == "content-length").and_then(|(_, v)| v.parse::<usize>().ok());
        let body = bytes.split_off(end + 4);
        if length.is_some_and(|length| length != body.len()) {
            return Err(TransportError::Broken("the body is shorter than announced".into()));
        }
        Ok(Response { status, headers, body })
    }

    async fn answers(&self, url: &str) -> Option<bool> {
        Some(Http::connect(url).is_ok())
    }
}

/// Runs a future that never waits for anything but this thread.
pub fn run<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}
