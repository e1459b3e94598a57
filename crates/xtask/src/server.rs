//! A small static file server for `dist/` on loopback: what is served is what was tested.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Bytes of request line and headers that are read before the request is refused.
const REQUEST_LIMIT: u64 = 16 * 1024;

/// Where the files are and under which address path they appear (`/` or `/some/folder/`).
#[derive(Clone)]
pub struct Site {
    root: PathBuf,
    mount: String,
}

impl Site {
    /// # Errors
    /// When `root` is not a folder, or `mount` does not begin and end with a slash.
    pub fn new(root: &Path, mount: &str) -> Result<Self, String> {
        if !mount.starts_with('/') || !mount.ends_with('/') {
            return Err(format!("{mount:?} must begin and end with a slash"));
        }
        let root = root.canonicalize().map_err(|error| format!("cannot serve {}: {error}", root.display()))?;
        Ok(Self { root, mount: mount.to_owned() })
    }

    /// Answers one request target (path and query, still percent-encoded).
    fn find(&self, target: &str) -> Found {
        let encoded = target.split(['?', '#']).next().unwrap_or_default();
        let Some(path) = percent_decode(encoded) else {
            return Found::Nothing;
        };
        if !path.is_empty() && format!("{path}/") == self.mount {
            return Found::MovedTo(self.mount.clone());
        }
        let Some(inside) = path.strip_prefix(&self.mount) else {
            return Found::Nothing;
        };
        // Only plain names below the root: no `..`, no hidden files, no other separators, no
        // second slash that would make the joined path absolute.
        if inside.contains(['\\', '\0', ':'])
            || inside.starts_with('/')
            || inside.contains("//")
            || inside.split('/').any(|part| part.starts_with('.'))
        {
            return Found::Nothing;
        }
        let wanted = self.root.join(inside);
        if wanted.is_dir() && !inside.is_empty() && !inside.ends_with('/') {
            return Found::MovedTo(format!("{path}/"));
        }
        let file = if inside.is_empty() || inside.ends_with('/') { wanted.join("index.html") } else { wanted };
        match file.canonicalize() {
            // A link that leads out of the root is not served.
            Ok(real) if real.starts_with(&self.root) && real.is_file() => Found::File(real),
            _ => Found::Nothing,
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Found {
    File(PathBuf),
    MovedTo(String),
    Nothing,
}

/// Binds loopback: `port`, or any free port if `None`.
///
/// # Errors
/// When the port is taken.
pub fn bind(port: Option<u16>) -> Result<(TcpListener, SocketAddr), String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port.unwrap_or(0)))
        .map_err(|error| format!("cannot listen on 127.0.0.1:{}: {error}", port.unwrap_or_default()))?;
    let address = listener.local_addr().map_err(|error| format!("cannot read the address of the server: {error}"))?;
    Ok((listener, address))
}

/// Serves until the process ends.
pub fn serve(listener: &TcpListener, site: &Site) {
    for stream in listener.incoming().flatten() {
        let site = site.clone();
        std::thread::spawn(move || {
            // A broken connection concerns nobody but its browser.
            let _ = answer(&stream, &site);
        });
    }
}

/// Serves in the background on a free port; gives the address of the mounted page.
///
/// # Errors
/// When no port can be bound or the folder is missing.
pub fn spawn(root: &Path, mount: &str) -> Result<String, String> {
    let site = Site::new(root, mount)?;
    let (listener, address) = bind(None)?;
    std::thread::spawn(move || serve(&listener, &site));
    Ok(format!("http://{address}{mount}"))
}

fn answer(stream: &TcpStream, site: &Site) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    stream.set_write_timeout(Some(Duration::from_secs(60)))?;
    let mut reader = BufReader::new(stream.take(REQUEST_LIMIT));
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut header = String::new();
    loop {
        header.clear();
        if reader.read_line(&mut header)? == 0 || header.trim_end().is_empty() {
            break;
        }
    }

    let mut words = request.split_whitespace();
    let (method, target) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    if method != "GET" && method != "HEAD" {
        return reply(stream, "405 Method Not Allowed", "Allow: GET, HEAD\r\n", "GET", PLAIN, b"only GET\n");
    }
    match site.find(target) {
        Found::File(file) => {
            let body = std::fs::read(&file)?;
            reply(stream, "200 OK", "", method, mime(&file), &body)
        }
        Found::MovedTo(path) => {
            let location = format!("Location: {path}\r\n");
            reply(stream, "301 Moved Permanently", &location, method, PLAIN, b"")
        }
        Found::Nothing => reply(stream, "404 Not Found", "", method, PLAIN, b"no such file\n"),
    }
}

const PLAIN: &str = "text/plain; charset=utf-8";

fn reply(
    mut stream: &TcpStream,
    status: &str,
    extra: &str,
    method: &str,
    kind: &str,
    body: &[u8],
) -> std::io::Result<()> {
    // `no-cache` because worker files keep their names from build to build.
    let head = format!(
        "HTTP/1.1 {status}\r\n{extra}Content-Type: {kind}\r\nContent-Length: {}\r\n\
         Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if method == "GET" {
        stream.write_all(body)?;
    }
    stream.flush()
}

fn mime(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json" | "map") => "application/json",
        Some("jsonl") => "application/x-ndjson",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("txt" | "md") => PLAIN,
        _ => "application/octet-stream",
    }
}

/// Decodes `%XX`; `None` for broken escapes and for bytes that are not UTF-8.
fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(mount: &str) -> (Site, PathBuf) {
        let folder =
            std::env::temp_dir().join(format!("trivium-site-{}-{}", std::process::id(), mount.replace('/', "_")));
        std::fs::create_dir_all(folder.join("dist/sub")).unwrap();
        std::fs::write(folder.join("secret.txt"), "secret").unwrap();
        std::fs::write(folder.join("dist/index.html"), "<p>home").unwrap();
        std::fs::write(folder.join("dist/app.wasm"), b"\0asm").unwrap();
        std::fs::write(folder.join("dist/.hidden"), "hidden").unwrap();
        std::fs::write(folder.join("dist/sub/index.html"), "<p>sub").unwrap();
        (Site::new(&folder.join("dist"), mount).unwrap(), folder)
    }

    #[test]
    fn serves_files_below_the_root_and_nothing_else() {
        let (site, folder) = site("/");
        let file = |name: &str| Found::File(site.root.join(name));
        assert_eq!(site.find("/"), file("index.html"));
        assert_eq!(site.find("/?view=play&game=L2-T01"), file("index.html"));
        assert_eq!(site.find("/app.wasm"), file("app.wasm"));
        assert_eq!(site.find("/sub"), Found::MovedTo("/sub/".into()));
        assert_eq!(site.find("/sub/"), file("sub/index.html"));
        for bad in [
            "/../secret.txt",
            "/sub/../../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "/..\\secret.txt",
            "/.hidden",
            "/missing.js",
            "/%ff",
            "/%4",
            "//etc/passwd",
            "",
            "app.wasm",
        ] {
            assert_eq!(site.find(bad), Found::Nothing, "{bad}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_mount_hides_everything_outside_it() {
        let (site, folder) = site("/deep/er/");
        assert_eq!(site.find("/deep/er/app.wasm"), Found::File(site.root.join("app.wasm")));
        assert_eq!(site.find("/deep/er"), Found::MovedTo("/deep/er/".into()));
        assert_eq!(site.find("/app.wasm"), Found::Nothing);
        assert_eq!(site.find("/"), Found::Nothing);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_root_is_not_followed() {
        let (site, folder) = site("/link/");
        std::os::unix::fs::symlink(folder.join("secret.txt"), site.root.join("leak.txt")).unwrap();
        assert_eq!(site.find("/link/leak.txt"), Found::Nothing);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn speaks_http_with_the_type_wasm_needs() {
        let (site, folder) = site("/http/");
        let (listener, address) = bind(None).unwrap();
        std::thread::spawn(move || serve(&listener, &site));
        let ask = |request: &str| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(request.as_bytes()).unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            answer
        };
        let wasm = ask("GET /http/app.wasm HTTP/1.1\r\nHost: x\r\n\r\n");
        assert!(wasm.starts_with("HTTP/1.1 200 OK\r\n"), "{wasm}");
        assert!(wasm.contains("Content-Type: application/wasm\r\n"), "{wasm}");
        assert!(wasm.ends_with("\r\n\r\n\0asm"), "{wasm}");
        let head = ask("HEAD /http/app.wasm HTTP/1.1\r\n\r\n");
        assert!(head.contains("Content-Length: 4\r\n") && head.ends_with("\r\n\r\n"), "{head}");
        assert!(ask("POST /http/ HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
        assert!(ask("GET /other HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
