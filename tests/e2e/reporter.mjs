// One line per test and one of totals, in the words `cargo test` uses, so that one reader counts both.

export default class Reporter {
  errors = [];
  tests = new Map();

  printsToStdio() {
    return true;
  }

  onTestEnd(test, result) {
    const title = test.titlePath().filter(Boolean).join(" › ");
    const seconds = (result.duration / 1000).toFixed(1);
    const outcome = { expected: "ok", flaky: "ok", skipped: "ignored", unexpected: "FAILED" }[test.outcome()];
    this.tests.set(test.id, outcome);
    console.log(`test ${title} ... ${outcome} (${seconds} s)`);
    for (const { type, description } of test.annotations) {
      if (type === "figure") console.log(`     ${description}`);
    }
    if (outcome === "FAILED") {
      for (const error of result.errors) console.log(plain(error.stack ?? error.message ?? String(error.value)));
    }
  }

  onStdOut(chunk) {
    process.stdout.write(chunk);
  }

  onStdErr(chunk) {
    process.stderr.write(chunk);
  }

  onError(error) {
    this.errors.push(error);
    console.log(plain(error.stack ?? error.message ?? String(error.value)));
  }

  onEnd(result) {
    const outcomes = [...this.tests.values()];
    const count = (outcome) => outcomes.filter((each) => each === outcome).length;
    const failed = count("FAILED") + this.errors.length;
    const verdict = failed === 0 && result.status === "passed" ? "ok" : "FAILED";
    console.log(`test result: ${verdict}. ${count("ok")} passed; ${failed} failed; ${count("ignored")} ignored`);
  }
}

// Without the colour codes of terminals.
function plain(text) {
  return text.replace(/\u001b\[[0-9;]*m/g, "");
}
