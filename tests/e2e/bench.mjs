// How fast the page reads and scores the shared result files, beside the browser's own JSON.parse of the same bytes.
// And how fast tournaments run in the worker, beside their peers in Python where these are installed.
// Run by `cargo xtask bench`; TRIVIUM_BENCH_PASSES changes the number of passes.

import { chromium } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const folder = resolve(root, process.env.TRIVIUM_SHARED ?? "../shared", "data/srbench");
if (!existsSync(join(folder, "expected.json"))) {
  console.log("skipped: no shared data");
  process.exit(process.env.TRIVIUM_REQUIRE_SHARED === "1" ? 1 : 0);
}
const files = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"))
  .files.map(({ file }) => join(folder, file))
  .filter((path) => existsSync(path));
const bytes = files.reduce((sum, path) => sum + statSync(path).size, 0);
const passes = Number(process.env.TRIVIUM_BENCH_PASSES ?? 20);

const browser = await chromium.launch({
  executablePath: process.env.TRIVIUM_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
const page = await browser.newPage();
await page.goto(process.env.TRIVIUM_BASE_URL);
await page.locator("main h1").waitFor();
await page.evaluate(() => {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.id = "bench";
  document.body.append(input);
});
await page.locator("#bench").setInputFiles(files);

const times = await page.evaluate(async (passes) => {
  const files = [...document.querySelector("#bench").files];
  const buffers = await Promise.all(files.map((file) => file.arrayBuffer()));
  // From memory on both sides: how fast a disk is concerns neither.
  const blobs = buffers.map((buffer) => new Blob([buffer]));
  const build = document.querySelector('meta[name="trivium-worker"]').content;
  const worker = new Worker(`./worker-boot.js?${build}`);
  let last = 0;
  const waiting = new Map();
  worker.onmessage = ({ data }) => waiting.get(data.id)(data.answer);
  const ask = (question, files) =>
    new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      worker.postMessage({ id, ask: JSON.stringify(question), files });
    });

  // The page's own way: one file after the other, bytes in, view data out and parsed.
  const whole = async () => {
    let rows = 0;
    let inside = 0;
    for (const [at, blob] of blobs.entries()) {
      const answer = await ask({ ask: "score", file: { name: files[at].name, salvage: false } }, [blob]);
      const { Ok: view, Err: fault } = JSON.parse(answer);
      if (fault) throw new Error(`${fault.title}: ${fault.what}`);
      rows += view.rows.length;
      inside += view.took_ms;
    }
    return { rows, inside };
  };
  const parse = () => {
    let rows = 0;
    for (const buffer of buffers) rows += JSON.parse(new TextDecoder().decode(buffer)).results.length;
    return rows;
  };
  const result = { rows: 0, whole: [], inside: [], parse: [] };
  for (let pass = 0; pass < passes + 2; pass++) {
    // In turns, so that a busy machine slows both; two passes to warm up.
    let start = performance.now();
    const { rows, inside } = await whole();
    const wholeTook = performance.now() - start;
    start = performance.now();
    const parsed = parse();
    const parseTook = performance.now() - start;
    if (parsed !== rows) throw new Error(`${rows} rows scored, ${parsed} parsed`);
    if (pass < 2) continue;
    result.rows = rows;
    result.whole.push(wholeTook);
    result.inside.push(inside);
    result.parse.push(parseTook);
  }
  worker.terminate();
  return result;
}, passes);
const matches = await page.evaluate(tournaments, passes);
await browser.close();

const sorted = (list) => [...list].sort((a, b) => a - b);
const best = (list) => sorted(list)[0];
const median = (list) => sorted(list)[Math.floor(list.length / 2)];
const line = (what, ms) => {
  const [rows, megabytes] = [times.rows / (ms / 1000), bytes / 1e6 / (ms / 1000)];
  console.log(`${what.padEnd(58)} ${ms.toFixed(1).padStart(8)} ms ${rows.toFixed(0).padStart(8)} rows/s ${megabytes.toFixed(1).padStart(8)} MB/s`);
};
console.log(`${files.length} files, ${times.rows} rows, ${(bytes / 1e6).toFixed(2)} MB, ${passes} passes`);
for (const [name, pick] of [["best", best], ["median", median]]) {
  line(`${name}: read, score, compare in the worker, view data parsed`, pick(times.whole));
  line(`${name}: of that, reading and scoring alone`, pick(times.inside));
  line(`${name}: TextDecoder + JSON.parse in the page`, pick(times.parse));
  console.log(`${name}: worker end to end / JSON.parse in time ${(pick(times.whole) / pick(times.parse)).toFixed(2)}; reading and scoring alone ${(pick(times.inside) / pick(times.parse)).toFixed(2)}`);
}

// Tournaments: the worker as the page has it, asked slice by slice as the view asks it.
async function tournaments(passes) {
  const build = document.querySelector('meta[name="trivium-worker"]').content;
  const worker = new Worker(`./worker-boot.js?${build}`);
  const ask = (question) =>
    new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(JSON.parse(data.answer));
      worker.postMessage({ id: 1, ask: JSON.stringify(question), files: [] });
    });
  const play = async (contest, repetitions) => {
    const spec = { format: "trivium-tournament/1", contests: [contest], repetitions, self_play: "counted", seed: "1" };
    const ready = await ask({ ask: "tournament_start", spec });
    if (ready.Err) throw new Error(JSON.stringify(ready.Err));
    const start = performance.now();
    let progress = ready.Ok;
    while (!progress.finished) progress = await ask({ ask: "tournament_go", ms: 200 });
    return { ms: performance.now() - start, matches: progress.matches_done };
  };
  const twenty = ["Cooperator", "Defector", "TitForTat", "TitFor2Tats", "Grudger", "WinStayLoseShift", "Random", "GTFT", "Alternator", "Bully",
    "SuspiciousTitForTat", "HardTitForTat", "TwoTitsForTat", "Punisher", "OnceBitten", "FirstByDavis", "Gradual", "Prober", "AntiTitForTat", "CyclerCCD"];
  const dilemma = { game: "L2-T01", condition: "silent", agents: twenty, params: { rounds: 200 } };
  const kuhn = { game: "L4-T05", condition: "silent", agents: ["random"] };
  const result = { dilemma: [], kuhn: [] };
  for (let pass = 0; pass < Math.min(passes, 7) + 1; pass++) {
    const round = await play(dilemma, 10);
    if (round.matches !== 2100) throw new Error(`${round.matches} matches`);
    const hands = await play(kuhn, 10_000);
    // The first pass warms up.
    if (pass === 0) continue;
    result.dilemma.push((round.matches * 200) / (round.ms / 1000));
    result.kuhn.push(hands.matches / (hands.ms / 1000));
  }
  worker.terminate();
  return result;
}

// A peer in Python on this machine, where it is installed; it prints one number.
function peer(code) {
  try {
    return Number(execFileSync(process.env.TRIVIUM_PYTHON ?? "python3", ["-c", code], { stdio: ["ignore", "pipe", "ignore"] }));
  } catch {
    return null;
  }
}

const axelrod = peer(`
import time, axelrod as a
names = "Cooperator Defector TitForTat TitFor2Tats Grudger WinStayLoseShift Random GTFT Alternator Bully SuspiciousTitForTat HardTitForTat TwoTitsForTat Punisher OnceBitten FirstByDavis Gradual Prober AntiTitForTat CyclerCCD".split()
start, turns = time.perf_counter(), 0
for i in range(20):
    for j in range(i, 20):
        match = a.Match([getattr(a, names[i])(), getattr(a, names[j])()], turns=200, seed=1)
        for _ in range(2):
            turns += len(match.play())
print(turns / (time.perf_counter() - start))`);
const openspiel = peer(`
import time, random, pyspiel
game, start, n = pyspiel.load_game("kuhn_poker"), time.perf_counter(), 0
while time.perf_counter() - start < 3:
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    state.returns(); n += 1
print(n / (time.perf_counter() - start))`);
const rates = (what, unit, list, rate, name, known) => {
  const middle = median(list);
  console.log(`${what}: ${(middle / 1e6).toFixed(2)} M ${unit}/s (median of ${list.length}, best ${(Math.max(...list) / 1e6).toFixed(2)})`);
  console.log(rate ? `  ${name} on this machine: ${rate.toFixed(0)} ${unit}/s; ratio ${(middle / rate).toFixed(0)}`
    : `  ${name} is not installed here (TRIVIUM_PYTHON names another interpreter); against its known ${known} ${unit}/s: ratio ${(middle / known).toFixed(0)}`);
};
rates("20 strategies, 2,100 matches of 200 turns, in the worker", "turns", matches.dilemma, axelrod, "Axelrod-Python", 78_000);
rates("Kuhn poker, random playouts, in the worker", "playouts", matches.kuhn, openspiel, "OpenSpiel's Python loop", 190_000);
