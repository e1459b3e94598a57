//! The project's own commands: `cargo xtask <command>`.
#![allow(clippy::disallowed_methods, reason = "running and timing programs is what this crate is for")]

mod bench;
mod counts;
mod goldens;
mod page;
mod process;
mod server;
mod size;
mod test;
mod tools;

use std::process::ExitCode;

use page::ServeOptions;
use test::{Depth, Step, TestOptions};
use tools::{FOR_PAGE, Permissions, Tool, Toolbox};

const USAGE: &str = "\
cargo xtask serve [--port N] [--no-open]   build the page and serve it on this machine
cargo xtask test [--full] [--cold] [--only STEP]… [--list]
                                           every check; ends with \"N passed, N failed\"
cargo xtask build                          build the page into dist/
cargo xtask size                           size of dist/ against the record
cargo xtask bench                          speed figures, native and in the browser
cargo xtask digest [--write]               the digest of a fixed list of sessions, native; --write tracks it
cargo xtask playthroughs                   writes the tracked playthroughs of all games anew
cargo xtask setup                          only find or install what the others need

--yes    install Debian packages with sudo when not root
--cold   with an empty temporary tool folder";

fn main() -> ExitCode {
    match dispatch(std::env::args().skip(1).collect()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Options of all commands, as they were given.
#[derive(Default)]
struct Options {
    permissions: Permissions,
    port: Option<u16>,
    no_open: bool,
    full: bool,
    list: bool,
    write: bool,
    only: Vec<Step>,
}

fn dispatch(args: Vec<String>) -> Result<bool, String> {
    let mut args = args.into_iter();
    let command = args.next().unwrap_or_default();
    let allowed: &[&str] = match command.as_str() {
        "serve" => &["--port", "--no-open", "--yes", "--cold"],
        "test" => &["--full", "--list", "--only", "--yes", "--cold"],
        "build" | "bench" | "setup" => &["--yes", "--cold"],
        "digest" => &["--write"],
        "size" | "playthroughs" => &[],
        "" | "help" | "--help" | "-h" => {
            println!("{USAGE}");
            return Ok(true);
        }
        other => return Err(format!("there is no command {other:?}\n\n{USAGE}")),
    };
    let options = parse(args, &command, allowed)?;
    if options.list {
        test::list();
        return Ok(true);
    }
    let mut toolbox = Toolbox::open(options.permissions)?;
    match command.as_str() {
        "serve" => {
            let how = ServeOptions { port: options.port, open_browser: !options.no_open };
            page::build_and_serve(&mut toolbox, &how)?;
        }
        "test" => {
            let depth = if options.full { Depth::Full } else { Depth::Sampled };
            return Ok(test::test(&mut toolbox, &TestOptions { depth, only: options.only }));
        }
        "build" => page::build_or_explain(&mut toolbox)?,
        "size" => return size_command(&mut toolbox),
        "bench" => bench::bench(&mut toolbox)?,
        "digest" => return goldens::digest(&toolbox, options.write),
        "playthroughs" => return goldens::playthroughs(&toolbox),
        _ => {
            let mut tools = FOR_PAGE.to_vec();
            tools.extend([Tool::Rustfmt, Tool::Clippy, Tool::Chromium, Tool::E2ePackages]);
            toolbox.ensure(&tools);
            return Ok(toolbox.missing(&tools).is_empty());
        }
    }
    Ok(true)
}

fn parse(mut args: impl Iterator<Item = String>, command: &str, allowed: &[&str]) -> Result<Options, String> {
    let mut options = Options::default();
    while let Some(arg) = args.next() {
        if !allowed.contains(&arg.as_str()) {
            return Err(format!("{command} takes no {arg}\n\n{USAGE}"));
        }
        let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "--yes" => options.permissions.system_packages = true,
            "--cold" => options.permissions.cold = true,
            "--no-open" => options.no_open = true,
            "--full" => options.full = true,
            "--list" => options.list = true,
            "--write" => options.write = true,
            "--port" => {
                let text = value()?;
                options.port = Some(text.parse().map_err(|_| format!("--port: {text:?} is not a port number"))?);
            }
            _ => {
                let name = value()?;
                let step = Step::ALL.into_iter().find(|step| step.name() == name);
                options.only.push(step.ok_or_else(|| format!("there is no step {name:?}; see --list"))?);
            }
        }
    }
    Ok(options)
}

fn size_command(toolbox: &mut Toolbox) -> Result<bool, String> {
    let dist = page::dist(&toolbox.root);
    if !dist.join("index.html").is_file() {
        page::build_or_explain(toolbox)?;
    }
    let measured = size::measure(&dist)?;
    measured.print();
    let faults = measured.compare(&toolbox.root.join(size::RECORD))?;
    for fault in &faults {
        eprintln!("{fault}");
    }
    Ok(faults.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(args: &[&str], allowed: &[&str]) -> Result<Options, String> {
        parse(args.iter().map(|arg| (*arg).to_owned()), "test", allowed)
    }

    #[test]
    fn reads_steps_and_refuses_what_it_does_not_know() {
        let allowed = ["--only", "--full", "--port"];
        let read = options(&["--only", "native", "--full", "--only", "e2e"], &allowed).unwrap();
        assert_eq!(read.only, [Step::Native, Step::EndToEnd]);
        assert!(read.full);
        for bad in [&["--only"][..], &["--only", "everything"], &["--cold"], &["--port", "70000"]] {
            assert!(options(bad, &allowed).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn unknown_commands_show_what_there_is() {
        let message = dispatch(vec!["tset".to_owned()]).unwrap_err();
        assert!(message.contains("tset") && message.contains("cargo xtask test"), "{message}");
    }
}
