//! Rules of the workspace that no compiler checks: the crate table, features of dependencies that change what values
//! mean, and what tracked files may hold.
#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn metadata() -> Value {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo).args(["metadata", "--format-version", "1"]).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Our crates by short name (`core`, `web`), each with the names of its dependencies that go into a build.
fn our_crates(metadata: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let members = metadata["workspace_members"].as_array().unwrap();
    metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|package| members.contains(&package["id"]))
        .map(|package| {
            let dependencies = package["dependencies"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|dependency| dependency["kind"] != "dev")
                .map(|dependency| short(dependency["name"].as_str().unwrap()))
                .collect();
            (short(package["name"].as_str().unwrap()), dependencies)
        })
        .collect()
}

/// Our own crates without the prefix, so that they cannot be mistaken for others.
fn short(package: &str) -> String {
    package.strip_prefix("trivium-").map_or_else(|| format!("extern {package}"), str::to_owned)
}

/// The table of `docs/architecture.md`: what each crate may use.
fn crate_table() -> BTreeMap<String, BTreeSet<String>> {
    let text = std::fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    text.lines()
        .skip_while(|line| !line.starts_with("| crate |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let uses = cells[1].split(',').map(str::trim).filter(|name| !matches!(*name, "" | "–")).map(str::to_owned);
            (cells[0].to_owned(), uses.collect())
        })
        .collect()
}

#[test]
fn the_crate_table_agrees_with_the_manifests() {
    let crates = our_crates(&metadata());
    let table = crate_table();
    assert_eq!(
        crates.keys().collect::<Vec<_>>(),
        table.keys().collect::<Vec<_>>(),
        "docs/architecture.md must list every crate of the workspace and no other"
    );
    for (name, dependencies) in &crates {
        let ours: BTreeSet<&String> = dependencies.iter().filter(|name| crates.contains_key(*name)).collect();
        let allowed: BTreeSet<&String> = table[name].iter().collect();
        let beyond: Vec<_> = ours.difference(&allowed).collect();
        assert!(beyond.is_empty(), "{name} uses {beyond:?}, which docs/architecture.md does not allow");
        for used in &table[name] {
            assert!(crates.contains_key(used), "the table lets {name} use {used}, which is no crate of the workspace");
        }
    }
}

#[test]
fn only_web_and_js_know_the_browser() {
    let browser = ["wasm-bindgen", "wasm-bindgen-futures", "web-sys", "js-sys", "leptos", "getrandom"];
    for (name, dependencies) in our_crates(&metadata()) {
        // The command line takes fresh seeds from the platform too.
        let exempt = matches!(name.as_str(), "web" | "js" | "cli");
        let found: Vec<_> = dependencies
            .iter()
            .filter_map(|dependency| dependency.strip_prefix("extern "))
            .filter(|name| browser.contains(name) || name.starts_with("gloo"))
            .collect();
        assert!(exempt || found.is_empty(), "{name} depends on {found:?}");
    }
}

#[test]
fn xtask_builds_without_other_crates() {
    assert_eq!(our_crates(&metadata())["xtask"], BTreeSet::new(), "the first command must build in seconds");
}

/// Features are unified over all targets and kinds of dependencies here, which is stricter than any single build.
#[test]
fn serde_json_reads_and_keeps_values_as_decided() {
    let metadata = metadata();
    let nodes = metadata["resolve"]["nodes"].as_array().unwrap();
    let found: Vec<BTreeSet<&str>> = nodes
        .iter()
        .filter(|node| node["id"].as_str().unwrap().contains("#serde_json@"))
        .map(|node| node["features"].as_array().unwrap().iter().filter_map(Value::as_str).collect())
        .collect();
    assert_eq!(found.len(), 1, "one version of serde_json");
    assert!(found[0].contains("float_roundtrip"), "without it doubles parse one unit off");
    for banned in ["arbitrary_precision", "preserve_order"] {
        assert!(!found[0].contains(banned), "{banned} changes what values mean");
    }
}

/// Tracked files, or `None` where the sources came without their history.
fn tracked_files() -> Option<Vec<PathBuf>> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output().ok()?;
    let names = String::from_utf8(output.stdout).ok()?;
    let files: Vec<_> = names.split('\0').filter(|name| !name.is_empty()).map(|name| root().join(name)).collect();
    (output.status.success() && !files.is_empty()).then_some(files)
}

#[test]
fn tracked_files_name_no_place_of_this_machine() {
    let Some(files) = tracked_files() else {
        println!("skipped: no git history here");
        return;
    };
    let parent = root().parent().map(Path::to_path_buf);
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let places: Vec<String> = [parent, home]
        .into_iter()
        .flatten()
        .filter(|place| place.components().count() > 1)
        .map(|place| format!("{}/", place.display()))
        .collect();
    let mut read = 0;
    for file in files {
        // Binary files and files removed but not yet committed are passed over.
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        read += 1;
        for (number, line) in text.lines().enumerate() {
            for place in &places {
                let inside_a_longer_path = |at: usize| {
                    line[..at]
                        .chars()
                        .next_back()
                        .is_some_and(|before| before.is_alphanumeric() || "._-".contains(before))
                };
                let named = line.match_indices(place.as_str()).any(|(at, _)| !inside_a_longer_path(at));
                assert!(!named, "{}:{} names {place}", file.display(), number + 1);
            }
        }
    }
    println!("{read} tracked text files read");
}

#[test]
fn tracked_files_are_small_and_lock_files_name_no_host() {
    let Some(files) = tracked_files() else {
        println!("skipped: no git history here");
        return;
    };
    for file in files {
        let Ok(size) = file.metadata().map(|meta| meta.len()) else { continue };
        assert!(size <= 2_000_000, "{} has {size} bytes", file.display());
        if file.ends_with("package-lock.json") {
            let lock: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
            for (name, package) in lock["packages"].as_object().unwrap() {
                assert!(package["resolved"].is_null(), "{}: {name} has a download address", file.display());
            }
        }
    }
}
