//! Finding and installing what the build needs.
//!
//! Versions are pinned here, except `wasm-bindgen`, which must equal the one in `Cargo.lock`.
//! Everything but system packages goes into one folder of its own: `$TRIVIUM_TOOLS`, else
//! `$XDG_CACHE_HOME/trivium`, else `~/.cache/trivium`.

use std::ffi::OsString;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::process::{Show, answer, find_on_path, run};

const TRUNK: &str = "0.21.14";
/// From npm. Debian's 108 builds without complaint a page that dies at start, so any other
/// version found on the machine is ignored.
const BINARYEN: &str = "132";
const OLDEST_NODE: u32 = 20;

/// Things a step can need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    WasmTarget,
    Rustfmt,
    Clippy,
    /// The crates of `Cargo.lock`, downloaded.
    Crates,
    Trunk,
    WasmBindgen,
    Node,
    /// `wasm-opt`, from the npm package `binaryen`.
    Binaryen,
    /// The browser and its driver.
    Chromium,
    /// The npm packages of `tests/e2e`.
    E2ePackages,
}

/// What the page's build needs.
pub const FOR_PAGE: &[Tool] =
    &[Tool::WasmTarget, Tool::Crates, Tool::Trunk, Tool::WasmBindgen, Tool::Node, Tool::Binaryen];

/// What the person allowed and asked for.
#[derive(Clone, Copy, Default)]
pub struct Permissions {
    /// `--yes`: system packages may be installed (with sudo) although we are not root.
    pub system_packages: bool,
    /// `--cold`: an empty temporary tool folder.
    pub cold: bool,
}

/// One line of the set-up.
pub struct SetUp {
    pub tool: Tool,
    pub name: String,
    pub took: Duration,
    /// What was done, or why it could not be.
    pub result: Result<String, String>,
}

/// The tool folder and what was found so far.
pub struct Toolbox {
    pub root: PathBuf,
    folder: PathBuf,
    permissions: Permissions,
    path: OsString,
    pub set_up: Vec<SetUp>,
}

impl Toolbox {
    /// # Errors
    /// When no place for the tool folder can be found or made.
    pub fn open(permissions: Permissions) -> Result<Self, String> {
        let root = repository_root()?;
        let folder = if permissions.cold {
            std::env::temp_dir().join(format!("trivium-cold-{}", std::process::id()))
        } else {
            tool_folder(&root)?
        };
        std::fs::create_dir_all(&folder)
            .map_err(|error| format!("cannot make the tool folder {}: {error}", folder.display()))?;
        let mut toolbox = Self { root, folder, permissions, path: OsString::new(), set_up: Vec::new() };
        toolbox.path = toolbox.search_path()?;
        Ok(toolbox)
    }

    /// Our own tools first, so that an older one elsewhere is never taken.
    fn search_path(&self) -> Result<OsString, String> {
        let mut folders = vec![self.folder.join("bin"), self.folder.join("npm/node_modules/.bin")];
        if let Some(path) = std::env::var_os("PATH") {
            folders.extend(std::env::split_paths(&path));
        }
        std::env::join_paths(folders).map_err(|error| format!("the search path is broken: {error}"))
    }

    /// A command that runs in the repository with our tools first on its path.
    pub fn command(&self, program: &str) -> Command {
        let mut command = match find_on_path(program, &self.path) {
            Some(file) => Command::new(file),
            None => Command::new(program),
        };
        command.current_dir(&self.root).env("PATH", &self.path);
        // What `cargo run` told xtask about itself is not meant for the programs xtask runs.
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy().into_owned();
            if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
                command.env_remove(name);
            }
        }
        command.env("TRIVIUM_SHARED", shared_folder(&self.root));
        command
    }

    pub fn cargo<I: IntoIterator<Item = S>, S: AsRef<std::ffi::OsStr>>(&self, args: I) -> Command {
        let mut command = self.command("cargo");
        command.args(args);
        command
    }

    /// The browser's program file.
    pub fn chromium(&self) -> Option<PathBuf> {
        from_env("TRIVIUM_CHROMIUM").or_else(|| {
            ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]
                .iter()
                .find_map(|name| find_on_path(name, &self.path))
        })
    }

    pub fn chromedriver(&self) -> Option<PathBuf> {
        from_env("CHROMEDRIVER").or_else(|| find_on_path("chromedriver", &self.path))
    }

    pub fn e2e_folder(&self) -> PathBuf {
        self.root.join("tests/e2e")
    }

    /// Makes sure of every tool named, one line each; the results stay in `set_up`.
    pub fn ensure(&mut self, tools: &[Tool]) {
        for &tool in tools {
            if self.set_up.iter().any(|done| done.tool == tool) {
                continue;
            }
            let start = Instant::now();
            let (name, result) = match self.describe(tool) {
                Ok(name) => {
                    let result = self.provide(tool, &name);
                    (name, result)
                }
                Err(message) => (format!("{tool:?}"), Err(message)),
            };
            let took = start.elapsed();
            match &result {
                Ok(what) => println!("set-up  {name:<32} {what:<10} {:>7.1} s", took.as_secs_f64()),
                Err(why) => {
                    println!("set-up  {name:<32} {:<10} {:>7.1} s", "missing", took.as_secs_f64());
                    println!("{}", indent(why));
                }
            }
            self.set_up.push(SetUp { tool, name, took, result });
        }
    }

    /// Names of those of `tools` that are missing after [`Toolbox::ensure`].
    pub fn missing(&self, tools: &[Tool]) -> Vec<String> {
        self.set_up
            .iter()
            .filter(|done| tools.contains(&done.tool) && done.result.is_err())
            .map(|done| done.name.clone())
            .collect()
    }

    fn describe(&self, tool: Tool) -> Result<String, String> {
        Ok(match tool {
            Tool::WasmTarget => "target wasm32-unknown-unknown".to_owned(),
            Tool::Rustfmt => "rustfmt".to_owned(),
            Tool::Clippy => "clippy".to_owned(),
            Tool::Crates => "crates of Cargo.lock".to_owned(),
            Tool::Trunk => format!("Trunk {TRUNK}"),
            Tool::WasmBindgen => format!("wasm-bindgen {}", wasm_bindgen_version(&self.root)?),
            Tool::Node => "Node.js and npm".to_owned(),
            Tool::Binaryen => format!("binaryen {BINARYEN} (npm)"),
            Tool::Chromium => "Chromium and driver".to_owned(),
            Tool::E2ePackages => "npm packages of tests/e2e".to_owned(),
        })
    }

    /// Finds the tool or installs it.
    fn provide(&self, tool: Tool, name: &str) -> Result<String, String> {
        // These packages live beside the tests, not in the tool folder that `--cold` empties.
        let install_again = self.permissions.cold && tool == Tool::E2ePackages;
        if !install_again && self.present(tool) {
            return Ok("found".to_owned());
        }
        let _alone = FolderLock::take(&self.folder)?;
        // Another run may have installed it while this one waited.
        if !install_again && self.present(tool) {
            return Ok("found".to_owned());
        }
        match tool {
            Tool::WasmTarget => self.rustup(&["target", "add", "wasm32-unknown-unknown"])?,
            Tool::Rustfmt => self.rustup(&["component", "add", "rustfmt"])?,
            Tool::Clippy => self.rustup(&["component", "add", "clippy"])?,
            Tool::Crates => self.fetch_crates()?,
            // Without its own network code: it only ever runs offline here. It does little work itself, so
            // it need not be optimised.
            Tool::Trunk => self.cargo_install("trunk", TRUNK, &["--locked", "--no-default-features"], "0", name)?,
            Tool::WasmBindgen => {
                // Not `--locked`: the lock file it ships names crates a registry mirror may lack.
                let version = wasm_bindgen_version(&self.root)?;
                self.cargo_install("wasm-bindgen-cli", &version, &[], "1", name)?;
            }
            Tool::Node => self.system_packages(&["nodejs", "npm"])?,
            Tool::Binaryen => self.npm_tool(&format!("binaryen@{BINARYEN}"))?,
            Tool::Chromium => self.system_packages(&["chromium", "chromium-driver"])?,
            Tool::E2ePackages => self.npm_ci()?,
        }
        if self.present(tool) {
            Ok("installed".to_owned())
        } else {
            Err(match tool {
                Tool::Chromium => "Chromium and chromedriver of the same major version are needed; \
                     TRIVIUM_CHROMIUM and CHROMEDRIVER may name their program files."
                    .to_owned(),
                Tool::Node => format!("Node.js {OLDEST_NODE} or newer is needed."),
                _ => format!("{name} was installed but does not answer with that version."),
            })
        }
    }

    /// Whether the tool is there in the version wanted.
    fn present(&self, tool: Tool) -> bool {
        let says = |program: &str, wanted: &str| {
            let mut command = self.command(program);
            command.arg("--version");
            answer(command).is_some_and(|text| text.split_whitespace().any(|word| word == wanted))
        };
        let cargo_has = |part: &str| answer(self.cargo([part, "--version"])).is_some();
        match tool {
            Tool::WasmTarget => {
                // Asks the compiler, so that it works without rustup too.
                let mut rustc = self.command("rustc");
                rustc.args(["--print", "target-libdir", "--target", "wasm32-unknown-unknown"]);
                answer(rustc).is_some_and(|folder| Path::new(folder.trim()).is_dir())
            }
            Tool::Rustfmt => cargo_has("fmt"),
            Tool::Clippy => cargo_has("clippy"),
            Tool::Crates => answer(self.cargo(["fetch", "--offline", "--quiet"])).is_some(),
            Tool::Trunk => says("trunk", TRUNK),
            Tool::WasmBindgen => wasm_bindgen_version(&self.root)
                .is_ok_and(|version| says("wasm-bindgen", &version) && says("wasm-bindgen-test-runner", &version)),
            Tool::Node => {
                find_on_path("npm", &self.path).is_some()
                    && self.major_version("node").is_some_and(|major| major >= OLDEST_NODE)
            }
            Tool::Binaryen => says("wasm-opt", BINARYEN),
            Tool::Chromium => {
                let major = |file: Option<PathBuf>| self.major_version(&file?.to_string_lossy());
                let browser = major(self.chromium());
                browser.is_some() && browser == major(self.chromedriver())
            }
            Tool::E2ePackages => {
                let stamp = std::fs::read(self.e2e_stamp());
                let lock = std::fs::read(self.e2e_folder().join("package-lock.json"));
                matches!((stamp, lock), (Ok(stamp), Ok(lock)) if stamp == lock)
            }
        }
    }

    /// The first part of the version that `program --version` names.
    fn major_version(&self, program: &str) -> Option<u32> {
        let mut command = self.command(program);
        command.arg("--version");
        major_in(&answer(command)?)
    }

    fn rustup(&self, args: &[&str]) -> Result<(), String> {
        let mut command = self.command("rustup");
        command.args(args);
        let by_hand = format!("rustup {}", args.join(" "));
        self.install(command, Duration::from_secs(600), &by_hand)
    }

    fn fetch_crates(&self) -> Result<(), String> {
        let command = self.cargo(["fetch"]);
        self.install(command, Duration::from_secs(900), "cargo fetch")
    }

    fn cargo_install(
        &self,
        package: &str,
        version: &str,
        flags: &[&str],
        opt_level: &str,
        name: &str,
    ) -> Result<(), String> {
        println!("set-up  {name:<32} building, some minutes …");
        let mut command = self.cargo(["install", "--force", package, "--version", version, "--root"]);
        // Build files stay after an interruption, so that the next try goes on from there.
        let build = self.folder.join("build");
        command
            .arg(&self.folder)
            .args(flags)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", &build)
            // These programs run for seconds; their own release profiles optimise for minutes.
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", opt_level);
        let by_hand =
            format!("cargo install {package} --version {version} --root {} {}", self.folder.display(), flags.join(" "));
        self.install(command, Duration::from_secs(45 * 60), by_hand.trim_end())?;
        let _ = std::fs::remove_dir_all(&build);
        Ok(())
    }

    fn npm_tool(&self, package: &str) -> Result<(), String> {
        let place = self.folder.join("npm");
        std::fs::create_dir_all(&place).map_err(|error| format!("cannot make {}: {error}", place.display()))?;
        let mut command = self.command("npm");
        command.args(["install", "--no-audit", "--no-fund", "--prefix"]).arg(&place).arg(package).current_dir(&place);
        let by_hand = format!("npm install --prefix {} {package}", place.display());
        self.install(command, Duration::from_secs(600), &by_hand)
    }

    fn npm_ci(&self) -> Result<(), String> {
        let mut command = self.command("npm");
        command
            .args(["ci", "--no-audit", "--no-fund"])
            // The browser is the system's; Playwright must not fetch its own.
            .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
            .current_dir(self.e2e_folder());
        self.install(command, Duration::from_secs(600), "cd tests/e2e && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci")?;
        let lock = self.e2e_folder().join("package-lock.json");
        std::fs::copy(lock, self.e2e_stamp())
            .map(|_| ())
            .map_err(|error| format!("cannot note what was installed: {error}"))
    }

    /// A copy of the lock file the installed packages belong to.
    fn e2e_stamp(&self) -> PathBuf {
        self.e2e_folder().join("node_modules/.trivium-lock.json")
    }

    /// Installs Debian packages, only as root or when allowed; otherwise says what to run.
    fn system_packages(&self, packages: &[&str]) -> Result<(), String> {
        let list = packages.join(" ");
        let by_hand = format!("sudo apt-get update && sudo apt-get install -y {list}");
        if !is_debian() {
            return Err(format!("On this system Trivium does not install packages. Install what Debian calls {list}."));
        }
        let root = answer({
            let mut id = self.command("id");
            id.arg("-u");
            id
        })
        .is_some_and(|uid| uid.trim() == "0");
        if !root && !self.permissions.system_packages {
            return Err(format!("System packages are installed only as root or with --yes. Run:\n{by_hand}"));
        }
        let before = if root { "" } else { "sudo " };
        let script = format!("{before}apt-get update && {before}apt-get install -y {list}");
        let mut command = self.command("sh");
        command.args(["-c", &script]).env("DEBIAN_FRONTEND", "noninteractive");
        self.install(command, Duration::from_secs(900), &by_hand)
    }

    /// Runs an installing command; where it fails, the message ends with the command to run by hand.
    fn install(&self, command: Command, limit: Duration, by_hand: &str) -> Result<(), String> {
        let why = match run(command, limit, Show::Nothing) {
            Ok(outcome) if outcome.success() => return Ok(()),
            Ok(outcome) => format!("{}\n{}", outcome.tail(15), outcome.ending()),
            Err(message) => message,
        };
        Err(format!("{why}\nTo install it by hand, run:\n{by_hand}"))
    }
}

impl Drop for Toolbox {
    fn drop(&mut self) {
        if self.permissions.cold {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// Keeps two runs from writing into one folder at the same time; released when dropped.
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Waits until no other run holds the lock of `folder`.
    ///
    /// # Errors
    /// When the lock file cannot be made.
    pub fn take(folder: &Path) -> Result<Self, String> {
        let path = folder.join(".lock");
        let failed = |error: std::io::Error| format!("cannot lock {}: {error}", path.display());
        std::fs::create_dir_all(folder).map_err(failed)?;
        let file = File::create(&path).map_err(failed)?;
        if file.try_lock().is_err() {
            println!("waiting for another run that works in {}", folder.display());
            file.lock().map_err(failed)?;
        }
        Ok(Self { _file: file })
    }
}

/// The folder with the workspace manifest.
fn repository_root() -> Result<PathBuf, String> {
    let manifest =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    manifest.join("../..").canonicalize().map_err(|error| format!("cannot find the repository: {error}"))
}

fn tool_folder(root: &Path) -> Result<PathBuf, String> {
    if let Some(folder) = from_env("TRIVIUM_TOOLS") {
        return Ok(root.join(folder));
    }
    if let Some(cache) = from_env("XDG_CACHE_HOME").filter(|cache| cache.is_absolute()) {
        return Ok(cache.join("trivium"));
    }
    from_env("HOME")
        .or_else(|| from_env("USERPROFILE"))
        .map(|home| home.join(".cache/trivium"))
        .ok_or_else(|| "set TRIVIUM_TOOLS: there is no home folder to put tools in".to_owned())
}

/// The shared data folder; a relative `TRIVIUM_SHARED` counts from the repository.
fn shared_folder(root: &Path) -> PathBuf {
    let folder = root.join(from_env("TRIVIUM_SHARED").unwrap_or_else(|| PathBuf::from("../shared")));
    folder.canonicalize().unwrap_or(folder)
}

fn from_env(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn is_debian() -> bool {
    std::fs::read_to_string("/etc/os-release")
        .is_ok_and(|text| text.lines().any(|line| line.trim_matches('"') == "ID=debian"))
}

/// The version of `wasm-bindgen` in `Cargo.lock`; the command-line tool must equal it exactly.
fn wasm_bindgen_version(root: &Path) -> Result<String, String> {
    let file = root.join("Cargo.lock");
    let lock = std::fs::read_to_string(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    version_in_lock(&lock, "wasm-bindgen").ok_or_else(|| "Cargo.lock names no wasm-bindgen".to_owned())
}

fn version_in_lock(lock: &str, package: &str) -> Option<String> {
    let wanted = format!("name = \"{package}\"");
    let mut lines = lock.lines();
    lines.find(|line| *line == wanted)?;
    let version = lines.next()?.strip_prefix("version = \"")?;
    Some(version.strip_suffix('"')?.to_owned())
}

/// The major number of the first word like `156.0.8078.114` or `v20.20.2`. Wrapper scripts may
/// print complaints with other numbers first.
fn major_in(text: &str) -> Option<u32> {
    text.split_whitespace()
        .map(|word| word.trim_start_matches('v'))
        .find(|word| word.contains('.') && word.chars().all(|c| c.is_ascii_digit() || c == '.'))
        .and_then(|version| version.split('.').next()?.parse().ok())
}

pub fn indent(text: &str) -> String {
    text.lines().map(|line| format!("        {line}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_version_behind_complaints() {
        let noisy = "/usr/bin/chromium: 9: [: 25276510208: unexpected operator\n\
                     Chromium 156.0.8078.114 built on Debian";
        assert_eq!(major_in(noisy), Some(156));
        assert_eq!(major_in("v20.20.2\n"), Some(20));
        assert_eq!(major_in("no number"), None);
    }

    #[test]
    fn reads_the_exact_package_of_the_lock_file() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.2.1\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(version_in_lock(lock, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(version_in_lock(lock, "leptos"), None);
    }
}
