//! Finds the shared data folder.

#![allow(dead_code, reason = "each test uses its part")]

pub mod random;
pub mod seats;

use std::path::{Path, PathBuf};
use trivium_core::Json;

/// The shared data folder.
pub struct Shared;

impl Shared {
    /// The folder `data` in it; `None` (and a note) when absent, a failure when it is required.
    pub fn data() -> Option<PathBuf> {
        // A relative place counts from the workspace, whatever the test runner's folder is.
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let root = workspace.join(std::env::var_os("TRIVIUM_SHARED").unwrap_or_else(|| "../shared".into()));
        let data = root.join("data");
        if data.is_dir() {
            return Some(data);
        }
        assert!(
            std::env::var("TRIVIUM_REQUIRE_SHARED").is_err(),
            "TRIVIUM_REQUIRE_SHARED is set and there is no data folder at the place TRIVIUM_SHARED names"
        );
        println!("skipped: no shared data");
        None
    }

    /// A file of the oracles.
    pub fn oracle(name: &str) -> Option<Json> {
        let path = Shared::data()?.join("oracles").join(name);
        if !path.is_file() {
            println!("skipped: no {name}");
            return None;
        }
        Some(Shared::read(&path))
    }

    /// A JSON file.
    pub fn read(path: &Path) -> Json {
        let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// The trajectory files, sorted, with the game each is about.
    pub fn trajectories() -> Vec<(String, Json)> {
        let Some(data) = Shared::data() else { return Vec::new() };
        let Ok(folder) = std::fs::read_dir(data.join("trajectories")) else { return Vec::new() };
        let mut paths: Vec<PathBuf> = folder
            .filter_map(|entry| entry.ok().map(|e| e.path()))
            .filter(|path| path.extension().is_some_and(|e| e == "json"))
            .collect();
        paths.sort();
        paths
            .iter()
            .map(|path| Shared::read(path))
            .map(|file| (file["game"].as_str().unwrap_or("").to_owned(), file))
            .collect()
    }
}

/// A JSON number as a double.
pub fn number(value: &Json) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}
