//! Reading how many tests passed from what the inner runners print.

/// Tests counted in the output of one or more runners.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
    pub ignored: u64,
    /// Names of the tests that failed.
    pub failures: Vec<String>,
}

impl Counts {
    /// Reads the `test result:` and `test … FAILED` lines that `cargo test`, the wasm test
    /// runner and the reporter of `tests/e2e` print.
    pub fn read(output: &str) -> Self {
        let mut counts = Self::default();
        for line in output.lines().map(str::trim) {
            if let Some(result) = line.strip_prefix("test result:") {
                counts.passed += number_before(result, " passed");
                counts.failed += number_before(result, " failed");
                counts.ignored += number_before(result, " ignored");
            } else if let Some(name) =
                line.strip_prefix("test ").and_then(|test| test.split_once(" ... FAIL")).map(|(name, _)| name)
            {
                counts.failures.push(name.to_owned());
            }
        }
        counts
    }
}

fn number_before(text: &str, word: &str) -> u64 {
    text.split_once(word)
        .and_then(|(before, _)| before.rsplit(|c: char| !c.is_ascii_digit()).next())
        .and_then(|digits| digits.parse().ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_all_runners_and_names_the_failures() {
        let output = "\
running 3 tests
test dec::adds ... ok
test crates/core/src/lib.rs - dec (line 4) ... FAILED
test skipped ... ignored

test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s
test result: ok. 12 passed; 0 failed; 0 ignored; 0 filtered out; finished in 0.04s
";
        let counts = Counts::read(output);
        assert_eq!((counts.passed, counts.failed, counts.ignored), (13, 1, 1));
        assert_eq!(counts.failures, ["crates/core/src/lib.rs - dec (line 4)"]);
    }

    #[test]
    fn other_lines_count_nothing() {
        assert_eq!(Counts::read("12 passed, 3 failed\ntest of time\n"), Counts::default());
    }
}
