// Checking records: whole ones hold, changed ones are caught and located, everything else is named.

import { createHash } from "node:crypto";
import { database, drop, expect, figure, open, test } from "./harness.mjs";
import { choose, exported, playToTheEnd, say, start } from "./table.mjs";

const asFile = (name, content) => ({ name, mimeType: "application/jsonl", buffer: Buffer.from(content) });

async function check(page, file) {
  await page.locator("#file").setInputFiles(file);
}

// A finished game of three rounds in Comm, as it is exported.
async function record(page) {
  await start(page, { condition: "comm", "set.rounds": "3", seed: "11" });
  for (const label of ["Cooperate", "Defect", "Cooperate"]) {
    await say(page, `I choose to ${label.toLowerCase()}.`, "Cooperate");
    await page.locator("#decide .choice", { hasText: label }).click();
  }
  await expect(page.locator("#over-h")).toBeVisible();
  return exported(page);
}

test("an exported game holds, by file, from this device, and by address", async ({ page }) => {
  const { name, text } = await record(page);
  await page.getByRole("link", { name: "Check this game" }).click();
  await expect(page.locator("main h1")).toHaveText(/^All \d+ values hold\.$/);
  await expect(page.locator("main h1")).toBeFocused();
  const headline = await page.locator("main h1").textContent();
  await page.reload();
  await expect(page.locator("main h1")).toHaveText(headline);

  await open(page, "?view=verify");
  await check(page, asFile(name, text));
  await expect(page.locator("main h1")).toHaveText(headline);
  await expect(page.locator(".lead code")).toHaveText(name);
  await expect(page.locator(".checks .badge")).toHaveText(["unbroken", "equal", "equal", "equal", "equal"]);
  await expect(page.locator(".checks")).toContainText("cannot show that nobody wrote record and chain anew together");
  await expect(page.locator(".facts")).toContainText("A: a person; B: Tit For Tat");
  const report = JSON.parse((await exported(page, "Download the report")).text);
  expect(report.differences).toEqual([]);

  await page.route("**/records/game.jsonl", (route) => route.fulfill({ body: text }));
  await open(page, "?view=verify&src=records/game.jsonl");
  await expect(page.locator("main h1")).toHaveText(headline);
});

// Where line breaks are hashed anew, as a careful forger would.
function rechained(lines) {
  const hash = (line) => createHash("sha256").update(line).digest("hex");
  return lines.map((line, at) => (at === 0 ? line : null)).reduce((done, first, at) => {
    if (first !== null) return [first];
    const prev = hash(done[at - 1]);
    return [...done, lines[at].replace(/"prev":"[0-9a-f]{64}"/, `"prev":"${prev}"`)];
  }, []);
}

test("a change in an action, a message, a payoff or a score is caught and located", async ({ page }) => {
  const { text } = await record(page);
  const lines = text.trim().split("\n");
  const find = (test) => lines.findIndex(test);
  const change = (at, from, to) => {
    const changed = lines[at].replace(from, to);
    expect(changed, `line ${at + 1} changes`).not.toBe(lines[at]);
    return lines.map((line, i) => (i === at ? changed : line));
  };
  const own = find((line) => line.includes('"e":"action","round":1,"phase":"choose","seat":0'));
  const said = find((line) => line.includes('"e":"message","round":2') && line.includes('"seat":1'));
  const paid = find((line) => line.includes('"e":"payoff","round":2'));
  const scored = lines.length - 1;
  const copies = [
    // The person could have chosen so: what the rules find is the payoff that does not follow from it.
    ["action.jsonl", own, change(own, '"action":"C"', '"action":"D"'), find((line) => line.includes('"e":"payoff","round":1'))],
    ["message.jsonl", said, change(said, "I will cooperate.", "I will cooperate!"), said],
    ["payoff.jsonl", paid, change(paid, '"payoffs":[5,0]', '"payoffs":[4,0]'), paid],
    ["score.jsonl", scored, change(scored, /"bta":\{"0":0\.\d/, '"bta":{"0":0.9'), scored],
  ];
  await open(page, "?view=verify");
  for (const [name, at, changed, found] of copies) {
    await test.step(name, async () => {
      await check(page, asFile(name, `${changed.join("\n")}\n`));
      await expect(page.locator(".lead code")).toHaveText(name);
      await expect(page.locator("main h1")).toContainText(/differ/);
      await expect(page.locator(".log .bad .ln").first()).toHaveText(`${at + 1}`);
      // With every link hashed anew the rules still find the payoff, the agent's word and the score.
      await check(page, asFile(`forged-${name}`, `${rechained(changed).join("\n")}\n`));
      await expect(page.locator(".lead code")).toHaveText(`forged-${name}`);
      await expect(page.locator(".checks .badge").first()).toHaveText("unbroken");
      await expect(page.locator("main h1")).toContainText(/differ/);
      await expect(page.locator(".diffs tbody tr").first().locator("th")).toHaveText(`${found + 1}`);
    });
  }
  const forged = rechained(copies[2][2]);
  await check(page, asFile("forged.jsonl", forged.join("\n")));
  const difference = page.locator(".diffs tbody tr").first();
  await expect(difference.locator("th")).toHaveText(`${paid + 1}`);
  await expect(difference).toContainText("Payoffs of round 2");
  await expect(difference.locator(".value")).toHaveText(["4, 0", "5, 0"]);
});

test("garbage is named with its place, the page stays usable, and nothing stored is lost", async ({ page }) => {
  test.slow();
  const { name, text } = await record(page);
  await start(page);
  await choose(page, "Cooperate");
  const [begun, kept] = [page.url(), await database(page)];
  const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const half = text.slice(0, Math.floor(text.length * 0.6));
  const cut = half.split("\n").length;
  const lines = text.trim().split("\n");
  const paid = lines.findIndex((line) => line.includes('"e":"payoff","round":2'));
  const cases = [
    ["photo.png", png, /photo\.png is no session record/, /a PNG picture: its first bytes/],
    ["empty.jsonl", Buffer.alloc(0), /empty\.jsonl is no session record/, /empty\.jsonl is an empty file: it has 0 bytes\./],
    ["half.jsonl", Buffer.from(half), new RegExp(`half\\.jsonl cannot be read in line ${cut}`), new RegExp(`Line ${cut} of half\\.jsonl`)],
    ["null.jsonl", Buffer.from(lines.map((line, at) => (at === paid ? line.replace(/"payoffs":\[[^\]]*\]/, '"payoffs":null') : line)).join("\n")), new RegExp(`null\\.jsonl cannot be read in line ${paid + 1}`), new RegExp(`Line ${paid + 1} of null\\.jsonl: .*null`)],
    ["other.json", Buffer.from('{"name": "something", "values": [1, 2]}'), /other\.json is no session record/, /line 1 is no record header: the field format is missing/],
    ["latin.jsonl", Buffer.concat([Buffer.from('{"format":"trivium-record/1"'), Buffer.from([0xe9])]), /latin\.jsonl is no text/, /Byte 28 of latin\.jsonl/],
    ["newer.jsonl", Buffer.from('{"format":"trivium-record/9"}\n'), /newer\.jsonl was written by another version/, /trivium-record\/9/],
    ["unknown.jsonl", Buffer.from(text.replace('"game":"L2-T01"', '"game":"L9-T99"')), /unknown\.jsonl is of a game/, /L9-T99/],
  ];
  await open(page, "?view=verify");
  for (const [file, buffer, title, place] of cases) {
    await check(page, { name: file, mimeType: "application/octet-stream", buffer });
    await expect(page.locator("main h1")).toHaveText(title);
    await expect(page.locator("main").getByRole("alert")).toContainText(place);
  }
  await check(page, asFile(name, text));
  await expect(page.locator("main h1")).toHaveText(/^All \d+ values hold\.$/);
  expect(await database(page)).toEqual(kept);

  // The same where it is dropped on a page that reads no files itself.
  await open(page);
  await drop(page, "main", ["photo.png", [...png]]);
  await expect(page).toHaveURL(/view=verify/);
  await expect(page.locator("main h1")).toHaveText("photo.png is no session record");
  await drop(page, "main", [name, text]);
  await expect(page.locator("main h1")).toHaveText(/^All \d+ values hold\.$/);
  expect(await database(page)).toEqual(kept);
  await page.goto(begun);
  await expect(page.locator("#decide-h")).toContainText("round 2");
  await choose(page, "Cooperate");
});

test("50 MB of brackets are refused at once", async ({ page }) => {
  await open(page, "?view=verify");
  await page.evaluate(() => {
    window.began = performance.now();
    const transfer = new DataTransfer();
    transfer.items.add(new File(["[".repeat(1 << 20).repeat(50)], "deep.json"));
    document.querySelector("#file").files = transfer.files;
    document.querySelector("#file").dispatchEvent(new Event("change", { bubbles: true }));
  });
  await expect(page.locator("main h1")).toHaveText("deep.json is too large to be a record");
  await expect(page.locator("main").getByRole("alert")).toContainText("line 1 has 52428800 bytes");
  const took = await page.evaluate(() => performance.now() - window.began);
  figure(`50 MB of brackets refused in ${took.toFixed(0)} ms`);
});

test("the whole page accepts a drop, from any view", async ({ page }) => {
  const { name, text } = await record(page);
  await open(page);
  await drop(page, "footer", [name, text]);
  await expect(page).toHaveURL(/view=verify/);
  await expect(page.locator("main h1")).toHaveText(/^All \d+ values hold\.$/);
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["x"], "any.jsonl"));
    return transfer;
  });
  await page.dispatchEvent("footer", "dragover", { dataTransfer });
  await expect(page.locator(".drop[data-over]")).toContainText("Let go to read it");
});

test("an address that gives nothing is explained", async ({ page, watch }) => {
  watch.allow(/404/);
  await open(page, "?view=verify&src=records/none.jsonl");
  await expect(page.locator("main h1")).toHaveText("none.jsonl could not be fetched");
  await expect(page.locator("main").getByRole("alert")).toContainText("(404)");
});

test("an unfinished game is checked as far as it goes", async ({ page }) => {
  await start(page, { "set.rounds": "3" });
  await page.getByRole("button", { name: "Cooperate" }).click();
  await expect(page.locator("#decide-h")).toContainText("round 2");
  const id = new URL(page.url()).searchParams.get("session");
  await open(page, `?view=verify&session=${id}`);
  await expect(page.locator("main h1")).toHaveText(/^All \d+ values hold\.$/);
  await expect(page.getByText("The game is not finished; what is there was checked.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the game" }).click();
  await expect(page.locator("#decide-h")).toContainText("round 2");
});
