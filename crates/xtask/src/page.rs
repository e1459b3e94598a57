//! Building the page into `dist/` and serving it.

use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::process::{Outcome, Show, run};
use crate::server::{Site, bind, serve};
use crate::tools::{FOR_PAGE, FolderLock, Toolbox};

const FIRST_PORT: u16 = 8080;

pub fn dist(root: &Path) -> PathBuf {
    root.join("dist")
}

/// Builds the page in release with the `page` profile and puts it into `dist/` once it is complete.
///
/// # Errors
/// When Trunk cannot be started or `dist/` cannot be replaced.
pub fn build(toolbox: &Toolbox, limit: Duration) -> Result<Outcome, String> {
    let staging = toolbox.root.join("target/page");
    let _alone = FolderLock::take(&toolbox.root.join("target/page-lock"))?;
    let mut trunk = toolbox.command("trunk");
    // `--offline`: everything was fetched by the set-up, and Trunk must never download a tool of another version on
    // its own.
    trunk.args(["build", "--release", "--offline", "--skip-version-check", "--dist"]).arg(&staging);
    // Trunk refuses the values some shells and CI systems put there.
    trunk.env_remove("NO_COLOR");
    let outcome = run(trunk, limit, Show::Live)?;
    if outcome.success() {
        let index = staging.join("index.html");
        let html =
            std::fs::read_to_string(&index).map_err(|error| format!("cannot read {}: {error}", index.display()))?;
        let html = without_preloads(&html).ok_or("Trunk's index.html does not name its files in the expected way")?;
        let html = name_builds(&html, &staging, toolbox)?;
        std::fs::write(&index, html).map_err(|error| format!("cannot write {}: {error}", index.display()))?;
        replace(&staging, &dist(&toolbox.root))?;
    }
    Ok(outcome)
}

/// Puts the folder `new` in the place of `old`.
fn replace(new: &Path, old: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot replace {}: {error}", old.display());
    if old.exists() {
        std::fs::remove_dir_all(old).map_err(failed)?;
    }
    std::fs::rename(new, old).map_err(failed)
}

/// A copy of `dist/` to serve to tests, so that a build meanwhile does not change what they see. Removed when dropped.
pub struct Snapshot {
    pub folder: PathBuf,
}

impl Snapshot {
    /// # Errors
    /// When there is no built page.
    pub fn of_dist(root: &Path) -> Result<Self, String> {
        let dist = dist(root);
        if !dist.join("index.html").is_file() {
            return Err("dist/ has no page: build it first with cargo xtask build".to_owned());
        }
        let folder = root.join(format!("target/served-{}", std::process::id()));
        let snapshot = Self { folder };
        copy_folder(&dist, &snapshot.folder).map_err(|error| format!("cannot copy dist/: {error}"))?;
        Ok(snapshot)
    }
}

impl Drop for Snapshot {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn copy_folder(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Takes out the preload links of the first page's program: `boot.js` fetches it, and only where the address asks for
/// the first page. Their digests go to the `<meta>` tags from which `boot.js` takes them.
fn without_preloads(html: &str) -> Option<String> {
    let mut html = html.to_owned();
    for (link, meta) in [("modulepreload", "<meta name=\"trivium-module\""), ("preload", "<meta name=\"trivium-wasm\"")]
    {
        let (rest, tag) = without_tag(&html, &format!("<link rel=\"{link}\""))?;
        let digest = tag.split_once("integrity=\"")?.1.split_once('"')?.0;
        if !rest.contains(meta) {
            return None;
        }
        html = rest.replacen(meta, &format!("{meta} data-digest=\"{digest}\""), 1);
    }
    Some(html)
}

/// The text without the first tag that begins so, and that tag.
fn without_tag(html: &str, start: &str) -> Option<(String, String)> {
    let from = html.find(start)?;
    let to = from + html[from..].find('>')? + 1;
    Some((format!("{}{}", &html[..from], &html[to..]), html[from..to].to_owned()))
}

/// Files that are fetched later, by the name of their `<meta>` tag. Trunk does not put a digest into their names.
const FETCHED_LATER: [(&str, &[&str]); 2] = [
    ("trivium-app", &["app.js", "app_bg.wasm"]),
    ("trivium-worker", &["worker-boot.js", "worker.js", "worker_bg.wasm"]),
];

/// The page asks for them with this build's mark in the query, so that a browser's older copies never meet a newer
/// page, and with their digests where the browser can check one.
fn name_builds(html: &str, folder: &Path, toolbox: &Toolbox) -> Result<String, String> {
    let mut html = html.to_owned();
    for (meta, files) in FETCHED_LATER {
        let mut hash = std::hash::DefaultHasher::new();
        for name in files {
            let bytes = std::fs::read(folder.join(name)).map_err(|error| format!("cannot read {name}: {error}"))?;
            bytes.hash(&mut hash);
        }
        let digests = digests(folder, files, toolbox)?.join(" ");
        let tag =
            format!("<meta name=\"{meta}\" content=\"{:016x}\" data-digests=\"{digests}\">\n</head>", hash.finish());
        html = html.replacen("</head>", &tag, 1);
    }
    Ok(html)
}

/// The digests of files as the `integrity` attribute has them.
fn digests(folder: &Path, files: &[&str], toolbox: &Toolbox) -> Result<Vec<String>, String> {
    const SCRIPT: &str = "for (const file of process.argv.slice(1)) console.log('sha384-' + require('crypto')\
        .createHash('sha384').update(require('fs').readFileSync(file)).digest('base64'))";
    let mut node = toolbox.command("node");
    let output = node
        .args(["-e", SCRIPT])
        .args(files)
        .current_dir(folder)
        .output()
        .map_err(|error| format!("cannot run node to hash the page's files: {error}"))?;
    let lines: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    if !output.status.success() || lines.len() != files.len() {
        return Err(format!("node did not hash the page's files: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(lines)
}

/// Sets up and builds, for the commands that only need the page.
///
/// # Errors
/// When a tool is missing or the build fails.
pub fn build_or_explain(toolbox: &mut Toolbox) -> Result<(), String> {
    toolbox.ensure(FOR_PAGE);
    let missing = toolbox.missing(FOR_PAGE);
    if !missing.is_empty() {
        return Err(format!("the page cannot be built without: {}", missing.join(", ")));
    }
    let outcome = build(toolbox, Duration::from_secs(30 * 60))?;
    if !outcome.success() {
        return Err(format!("the build of the page failed: {}", outcome.ending()));
    }
    println!("built   dist/ in {:.1} s", outcome.took.as_secs_f64());
    Ok(())
}

/// How the page is served.
pub struct ServeOptions {
    pub port: Option<u16>,
    pub open_browser: bool,
}

/// Builds and serves `dist/` on loopback until the process is stopped.
///
/// # Errors
/// When the build fails or the port is taken.
pub fn build_and_serve(toolbox: &mut Toolbox, options: &ServeOptions) -> Result<(), String> {
    build_or_explain(toolbox)?;
    let site = Site::new(&dist(&toolbox.root), "/")?;
    let (listener, address) = match options.port {
        Some(port) => bind(Some(port))?,
        // Nobody asked for a certain port, so a taken one is no reason to stop.
        None => (FIRST_PORT..FIRST_PORT + 20).find_map(|port| bind(Some(port)).ok()).map_or_else(|| bind(None), Ok)?,
    };
    let address = format!("http://{address}/");
    println!("\nTrivium is at {address}  (stop with Ctrl-C)");
    if options.open_browser {
        open(toolbox, &address);
    }
    serve(&listener, &site);
    Ok(())
}

/// Shows the page in the person's browser, where there is a screen to show it on.
fn open(toolbox: &Toolbox, address: &str) {
    let has_screen =
        ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else if has_screen {
        "xdg-open"
    } else {
        return;
    };
    let mut command = toolbox.command(opener);
    command.arg(address);
    // The address stands on the screen; a browser that does not open is no failure.
    let _ = command.spawn();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digests_move_to_the_meta_tags_and_the_preloads_go() {
        let html = "<meta name=\"trivium-module\" content=\"./a.js\"><meta name=\"trivium-wasm\" \
                    content=\"./a.wasm\"><link rel=\"modulepreload\" href=\"./a.js\" integrity=\"sha384-js\">\
                    <link rel=\"preload\" href=\"./a.wasm\" integrity=\"sha384-wasm\" as=\"fetch\"></head>";
        assert_eq!(
            without_preloads(html).unwrap(),
            "<meta name=\"trivium-module\" data-digest=\"sha384-js\" content=\"./a.js\">\
             <meta name=\"trivium-wasm\" data-digest=\"sha384-wasm\" content=\"./a.wasm\"></head>"
        );
        assert_eq!(without_preloads("<p>no such link"), None);
    }
}
