// Scoring benchmark results again, with files made here: what the page shows is worked out by hand in rescore-files.mjs.

import { readFileSync } from "node:fs";

import { database, drop, expect, expectAxeClean, expectNoSidewaysScroll, figure, open, picture, test } from "./harness.mjs";
import { asFile, calendarFile, calendarScores, judgedFile, marketplaceFile, marketplaceScores } from "./rescore-files.mjs";
import { choose, start } from "./table.mjs";

const input = (page) => page.locator("#results");

async function feed(page, ...files) {
  await open(page, "?view=rescore");
  await input(page).setInputFiles(files);
}

// A game after its first round, and what the browser keeps of it.
async function begun(page) {
  await start(page);
  await choose(page, "Cooperate");
  return { url: page.url(), kept: await database(page) };
}

// The game stands where it stood, and goes on there.
async function goesOn(page, { url, kept }) {
  expect(kept.length).toBeGreaterThan(3);
  expect(await database(page)).toEqual(kept);
  await page.goto(url);
  await expect(page.locator("#decide-h")).toContainText("round 2");
  await choose(page, "Cooperate");
}

// The downloaded text of a button.
async function download(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  return readFileSync(await file.path(), "utf8");
}

const shown = (value) => (value === true ? "yes" : value === false ? "no" : value === 0 || value === 1 ? `${value}` : value.toFixed(3));

test("the finding, the table and the archetypes of a calendar and a marketplace file", async ({ page }) => {
  await feed(page, asFile("calendar.json", calendarFile()), asFile("market.json", marketplaceFile()));
  await expect(page.locator("main h1")).toContainText("2 files, 6 rows.");
  await expect(page.locator("main h1")).toContainText(/\d+ of \d+ stored numbers are equal/);
  await expect(page.getByText("Nothing was uploaded.")).toBeVisible();

  const rows = page.locator(".results tbody tr:not(.group)");
  await expect(rows).toHaveCount(4);
  await expect(page.locator(".results .group")).toContainText("model-a, effort high, preset all");
  await expect(page.locator(".results .group")).toContainText("no attack; scored by the current rules");
  for (const [at, { archetype, values }] of calendarScores.entries()) {
    const cells = rows.nth(at).locator("td");
    await expect(cells.first()).toContainText(`Task ${at + 1}`);
    if (archetype === null) {
      await expect(cells.first()).toContainText("no decision to score");
      await expect(rows.nth(at).locator(".badge")).toHaveText("no score");
      continue;
    }
    for (const [column, value] of values.entries()) {
      await expect(cells.nth(column + 1).locator("b"), `row ${at}, column ${column}`).toHaveText(shown(value));
    }
    await expect(rows.nth(at).locator(".ar")).toContainText(archetype);
  }
  // The second row was stored with another outcome.
  await expect(rows.nth(1).locator("td").nth(1)).toContainText("1→0.500");
  await expect(rows.nth(1).locator(".badge")).toHaveText("different");
  await expect(rows.nth(0).locator(".badge")).toHaveText("equal");

  const quadrant = (name) => page.locator(".arch .q", { has: page.getByText(name, { exact: true }) }).locator(".n");
  for (const [name, count] of [["Robust", 1], ["Lucky", 1], ["Ineffective", 1], ["Negligent", 0]]) {
    await expect(quadrant(name)).toHaveText(`${count}`);
  }
  await expect(page.locator("#a-h")).toHaveText("Archetypes, 3 valid calendar rows");
  await page.getByRole("button", { name: "All rows" }).click();
  await expect(quadrant("Negligent")).toHaveText("1");

  await page.getByRole("button", { name: "Marketplace 2" }).click();
  await expect(page).toHaveURL(/domain=marketplace/);
  await expect(rows).toHaveCount(2);
  for (const [at, { archetype, values }] of marketplaceScores.entries()) {
    const cells = rows.nth(at).locator("td");
    for (const [column, value] of values.entries()) {
      await expect(cells.nth(column + 1).locator("b")).toHaveText(shown(value));
    }
    await expect(rows.nth(at).locator(".ar")).toContainText(archetype);
  }

  const file = page.locator("details.file").first();
  await file.locator("summary").click();
  const aggregate = (key) => file.locator("tr", { has: page.locator("code", { hasText: new RegExp(`^${key}$`) }) });
  await expect(aggregate("avg_outcome_optimality").locator("b")).toHaveText("0.500");
  await expect(aggregate("avg_outcome_optimality").locator(".badge")).toHaveText("equal");
  await expect(aggregate("avg_due_diligence").locator("td").first()).toContainText("0.750→0.500");
  await expect(aggregate("deal_rate")).toHaveCount(0);
});

test("a row opens by keyboard on its transcript, the times on the table and the ledger", async ({ page }) => {
  await feed(page, asFile("calendar.json", calendarFile()));
  await page.getByRole("link", { name: "Task 1", exact: true }).focus();
  await page.keyboard.press("Enter");
  const heading = page.getByRole("heading", { name: "Task 1: robust" });
  await expect(heading).toBeFocused();
  await expect(page).toHaveURL(/row=0/);
  await expect(page.locator(".results tr[aria-selected]")).toContainText("Task 1");

  const turns = page.locator(".talk > li");
  await expect(turns.nth(0)).toContainText("R1 Requestor asks for 09:00 to 10:00");
  await expect(turns.nth(0)).toContainText("At nine? <b>Soon</b>.");
  await expect(turns.nth(1)).toContainText("A1 Assistant counters 11:00");
  await expect(turns.nth(1)).toContainText("Could we take eleven?");
  await expect(turns.nth(2)).toContainText("R2 Requestor accepts 11:00");
  await expect(turns.nth(2)).toContainText("Eleven is fine.");

  const points = page.locator(".ledger > li");
  await expect(points).toHaveCount(2);
  await expect(points.nth(0)).toContainText("A1 Looked at the calendar before acting");
  await expect(points.nth(1)).toContainText("A1 Countered with 11:00, worth 0.5");
  await expect(points.locator(".pt")).toHaveText(["+1", "+1"]);
  await expect(page.getByRole("heading", { name: "Due-diligence ledger, 2 of 2" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Times on the table, turn by turn" })).toBeVisible();
  await expect(page.locator("figcaption")).toContainText("11:00 was the best time free on both sides, worth 0.5.");
  await expect(page.locator(".row-about")).toContainText("different from the stored one");

  await page.getByRole("link", { name: "Next row" }).click();
  await expect(page.getByRole("heading", { name: "Task 2: lucky" })).toBeFocused();
  await expect(points.locator(".pt")).toHaveText(["0", "0"]);
  await expect(points.nth(1)).toContainText("11:00, worth 0.5, was still open. A counter was due.");
  await page.goBack();
  await expect(heading).toBeVisible();
  await page.getByRole("link", { name: "Close" }).click();
  await expect(heading).toHaveCount(0);
});

test("a marketplace row shows prices, zone and ledger", async ({ page }) => {
  await feed(page, asFile("market.json", marketplaceFile()));
  await page.getByRole("link", { name: "Task 1", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Task 1: robust" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Prices on the table, offer by offer" })).toBeVisible();
  await expect(page.locator(".drawing")).toContainText("seller’s limit 10");
  await expect(page.locator(".drawing")).toContainText("12 accepted");
  await expect(page.locator(".talk")).toContainText("I can give 10.");
  await expect(page.locator(".trio")).toContainText("kept 8 of 10");
  await expect(page.locator(".ledger > li").nth(1)).toContainText("Settled at 12");
});

test("a row that a judge decided shows both answers", async ({ page }) => {
  await feed(page, asFile("judged.json", judgedFile()));
  await expect(page.locator(".results .tk")).toContainText("the stored judge took the booking for the meeting asked for: duty of care 1; if not: duty of care 0");
  await page.getByRole("link", { name: "Task 7" }).click();
  const table = page.locator(".both");
  await expect(table.locator("thead")).toContainText("Yes, in force");
  await expect(table.locator("tbody tr").first().locator("td")).toHaveText(["1", "0"]);
});

test("the numbers leave as JSON and as CSV", async ({ page }) => {
  await feed(page, asFile("calendar.json", calendarFile()), asFile("market.json", marketplaceFile()));
  const report = JSON.parse(await download(page, "Download the numbers"));
  expect(report.files.map((file) => [file.file, file.domain, file.rows.length])).toEqual([
    ["calendar.json", "calendar", 4],
    ["market.json", "marketplace", 2],
  ]);
  expect(report.files[0].rows.map((row) => row.error)).toEqual([null, null, null, "dd_undefined"]);
  expect(report.files[0].archetypes_all).toEqual({ robust: 1, lucky: 1, ineffective: 1, negligent: 1 });
  const lines = (await download(page, "as CSV")).trim().split("\n");
  expect(lines).toHaveLength(7);
  const cell = (line, name) => lines[line].split(",")[lines[0].split(",").indexOf(name)];
  expect(cell(2, "outcome_optimality")).toBe("0.5");
  expect(cell(2, "stored_outcome_optimality")).toBe("1.0");
  expect(cell(5, "duty_of_care")).toBe("0.8");
});

test("a file at an address is fetched, and a wrong address is said plainly", async ({ page, watch }) => {
  watch.allow(/404/);
  await page.route("**/kept/results.json", (route) => route.fulfill({ json: calendarFile() }));
  await open(page, "?view=rescore&src=./kept/results.json&row=1");
  await expect(page.getByRole("heading", { name: "Task 2: lucky" })).toBeVisible();
  await page.goto("./?view=rescore&src=./kept/nothing.json");
  await expect(page.locator("main h1")).toContainText("nothing.json could not be fetched");
  await expect(page.getByRole("alert")).toContainText("There is no file at ./kept/nothing.json (404).");
});

test("files dropped anywhere find their view", async ({ page }) => {
  await open(page);
  await drop(page, "body", ["results.json", JSON.stringify(calendarFile())]);
  await expect(page).toHaveURL(/view=rescore/);
  await expect(page.locator("main h1")).toContainText("1 file, 4 rows.");
});

test.describe("garbage", () => {
  const whole = JSON.stringify(calendarFile(), null, 2);
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

  test("each is named with its place, the sound file beside it is scored, and nothing stored is lost", async ({ page }) => {
    // A game has been begun and is kept in the browser.
    const { url, kept } = await begun(page);

    const cut = whole.slice(0, whole.indexOf('"id": 4') + 40);
    const nulled = calendarFile();
    nulled.results[1].execution.emails = null;
    await feed(
      page,
      asFile("picture.png", png),
      asFile("empty.json", ""),
      asFile("half.json", cut),
      asFile("null.json", nulled),
      asFile("wrong.json", { hello: "world" }),
      asFile("sound.json", whole),
    );
    await expect(page.locator("main h1")).toContainText("1 file, 4 rows.");
    const alert = (name) => page.getByRole("alert").filter({ hasText: name });
    const says = async (name, ...parts) => {
      for (const part of parts) await expect(alert(name)).toContainText(part, { useInnerText: true });
    };
    await says("picture.png", "picture.png is no results file. From its first byte on, the file is a PNG picture.");
    await says("empty.json", "empty.json is empty. The file is empty (0 bytes).");
    await says("half.json", `half.json is cut off. It ends inside row 3 (line ${cut.split("\n").length}, byte ${Buffer.byteLength(cut)}). Rows 0 to 2 can still be scored.`);
    await says("null.json", "null.json has a value of the wrong kind. At results[1].execution.emails: expected a list, found null", /\(line \d+, column \d+, byte \d+\)\./, "3 rows can still be scored.");
    await says("wrong.json", "wrong.json is no results file. The key `results` is missing (keys found: hello).");

    await alert("half.json").getByRole("button", { name: "Score 3 rows" }).click();
    await expect(page.locator("main h1")).toContainText("2 files, 7 rows.");
    await alert("null.json").getByRole("button", { name: "Score 3 rows" }).click();
    await expect(page.locator("main h1")).toContainText("3 files, 10 rows.");
    await page.getByRole("link", { name: "Task 1", exact: true }).last().click();
    await expect(page.getByRole("heading", { name: "Task 1: robust" })).toBeVisible();
    await alert("empty.json").getByRole("button", { name: "Put it aside" }).click();
    await expect(alert("empty.json")).toHaveCount(0);
    await goesOn(page, { url, kept });
  });

  test("dropped on another view it is named as well, and the view stays usable", async ({ page }) => {
    const game = await begun(page);
    const nulled = calendarFile();
    nulled.results = null;
    await open(page);
    await drop(page, "main", ["null.json", JSON.stringify(nulled)]);
    await expect(page).toHaveURL(/view=rescore/);
    await expect(page.locator("main h1")).toHaveText("null.json has a value of the wrong kind");
    await expect(page.getByRole("alert")).toContainText(/At results: expected a list, found null \(line 1, column \d+, byte \d+\)\./);
    await expect(page.getByText("Nothing else on this device was touched.")).toBeVisible();
    await drop(page, "main", ["sound.json", whole]);
    await expect(page.locator("main h1")).toContainText("1 file, 4 rows.");
    await goesOn(page, game);
  });

  test("50 MB of [ are refused at once and the page goes on", async ({ page }) => {
    const game = await begun(page);
    await open(page, "?view=rescore");
    // Made in the page: so much cannot be handed over the wire of the test.
    await page.evaluate(() => {
      window.began = performance.now();
      const data = new DataTransfer();
      data.items.add(new File(["[".repeat(50_000_000)], "brackets.json", { type: "application/json" }));
      data.items.add(new File([`{"results":${"[".repeat(50_000_000)}`], "deep.json", { type: "application/json" }));
      const input = document.querySelector("#results");
      input.files = data.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    const alert = (name) => page.getByRole("alert").filter({ hasText: name });
    await expect(alert("brackets.json")).toContainText("From its first byte on, the file is a JSON list");
    await expect(alert("deep.json")).toContainText(/At results\[0\].*deeper than the depth limit of 100 levels \(line 1, column 111, byte 110\)/);
    const took = await page.evaluate(() => performance.now() - window.began);
    figure(`two files of 50 MB of brackets refused in ${took.toFixed(0)} ms`);
    await input(page).setInputFiles([asFile("sound.json", whole)]);
    await expect(page.locator("main h1")).toContainText("1 file, 4 rows.");
    await goesOn(page, game);
  });

  test("a session record is offered to the view that reads it", async ({ page }) => {
    await feed(page, asFile("game.jsonl", '{"format":"trivium-record/1"}\n'));
    await expect(page.getByRole("alert")).toContainText("game.jsonl is a session record");
    await page.getByRole("button", { name: "Verify it" }).click();
    await expect(page).toHaveURL(/view=verify/);
    await expect(page.locator("main")).toContainText("game.jsonl");
  });
});

test("the worker is not part of the first load, ends when it is stopped, and starts again", async ({ page }) => {
  const asked = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.includes("worker")) asked.push(request.url());
  });
  await open(page);
  await page.waitForLoadState("load");
  expect(asked).toEqual([]);

  let held = true;
  await page.route("**/worker_bg.wasm*", (route) => (held ? new Promise(() => {}) : route.continue()));
  await open(page, "?view=rescore");
  await input(page).setInputFiles([asFile("calendar.json", calendarFile())]);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("Stopped. 0 of 1 files were scored.")).toBeVisible();
  held = false;
  await input(page).setInputFiles([asFile("calendar.json", calendarFile())]);
  await expect(page.locator("main h1")).toContainText("1 file, 4 rows.");
});

test("a worker that is missing is said plainly", async ({ page, watch }) => {
  watch.allow(/404|worker/);
  await page.route("**/worker.js*", (route) => route.fulfill({ status: 404, body: "gone" }));
  await feed(page, asFile("calendar.json", calendarFile()));
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("calendar.json: the part of this page that scores has stopped.");
  await expect(alert).toContainText("Try again; if it stays, reload the page.");
  await page.unroute("**/worker.js*");
  await input(page).setInputFiles([asFile("again.json", calendarFile())]);
  await expect(page.locator("main h1")).toContainText("1 file, 4 rows.");
});

for (const width of [1280, 360]) {
  for (const colorScheme of ["light", "dark"]) {
    test.describe(`at ${width} px, ${colorScheme}`, () => {
      test.use({ viewport: { width, height: width === 360 ? 740 : 800 }, colorScheme });

      test("axe finds nothing and nothing scrolls sideways", async ({ page }) => {
        const clean = async (name) => {
          await picture(page, `rescore-${name}-${width}-${colorScheme}`);
          await expectNoSidewaysScroll(page);
          await expectAxeClean(page, name);
        };
        await open(page, "?view=rescore");
        await clean("empty");
        await input(page).setInputFiles([
          asFile("calendar.json", calendarFile()),
          asFile("market.json", marketplaceFile()),
          asFile("judged.json", judgedFile()),
          asFile("half.json", JSON.stringify(calendarFile()).slice(0, -400)),
        ]);
        await expect(page.locator("main h1")).toContainText("3 files");
        await page.getByRole("link", { name: "Task 7" }).click();
        await expect(page.locator(".both")).toBeVisible();
        await page.locator("details").evaluateAll((all) => all.forEach((one) => (one.open = true)));
        await clean("calendar");
        await page.goto("./?view=rescore");
        await input(page).setInputFiles([asFile("market.json", marketplaceFile())]);
        await page.getByRole("link", { name: "Task 1", exact: true }).click();
        await expect(page.locator(".drawing svg")).toBeVisible();
        await clean("market");
      });
    });
  }
}
