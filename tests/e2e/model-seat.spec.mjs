// A model at a seat, over real HTTP to a server of this machine that answers as its model's name says: whole games,
// every fault in words that say what to do, and a key that is found nowhere.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { test as base, database, expect, expectSound, open } from "./harness.mjs";
import { startServer } from "./openai-server.mjs";
import { exported, row, say } from "./table.mjs";

const KEY = "sk-canary-7Qv2Lx9RtB4mZc8WkYpD";

const test = base.extend({
  // Servers of this test; they are closed at its end.
  serve: async ({ watch }, use) => {
    const servers = [];
    await use(async (options) => {
      const server = await startServer(options);
      servers.push(server);
      allowServer(watch, server.origin);
      return server;
    });
    await Promise.all(servers.map((server) => server.close()));
  },
});

// Calls to the endpoint that the person entered are no fault of the page.
function allowServer(watch, origin) {
  watch.allow(new RegExp(`^request to ${origin}/v1/|^request to ${origin}/as/`));
}

// Chooses a model as the opponent and starts the game. The model's name is the server's behaviour.
async function sit(page, server, model, { key = KEY, address = server.base, ...settings } = {}) {
  const chosen = { view: "play", game: "L1-T01", opponent: "model", condition: "silent", ...settings };
  await open(page, `?${new URLSearchParams(chosen)}`);
  await enter(page, { address, model, key });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.locator("#decide-h")).toBeVisible();
}

async function enter(page, { address, model, key }) {
  await page.getByLabel("Address of the endpoint").fill(address);
  await page.getByLabel("Model", { exact: true }).fill(model);
  await page.getByLabel(/^Key/).fill(key);
}

const choose = (page, label) => page.locator("#decide .choice", { hasText: label }).click();
const over = (page) => expect(page.locator("#over-h")).toBeVisible();
const linesOf = (text) => text.trim().split("\n").map((line) => JSON.parse(line));
const of = (lines, kind, seat) => lines.filter((line) => line.e === kind && (seat === undefined || line.seat === seat));

// The lines of the game in the browser's database.
async function stored(page) {
  const session = new URL(page.url()).searchParams.get("session");
  const entries = await database(page);
  return entries.filter(([key]) => key.startsWith(`${session}/`)).map(([, line]) => JSON.parse(line));
}

// The finished game, exported and held against the rules.
async function holds(page) {
  await over(page);
  const { text } = await exported(page);
  await page.getByRole("link", { name: "Check this game" }).click();
  await expect(page.locator("main h1")).toHaveText(/^All \d+ values hold\.$/);
  return text;
}

// Everything the page can keep or show, as text.
function hoard(page) {
  return page.evaluate(async () => {
    const written = (value) => {
      if (typeof value === "string") return value;
      if (value instanceof ArrayBuffer) return new TextDecoder("latin1").decode(value);
      if (ArrayBuffer.isView(value)) return new TextDecoder("latin1").decode(value);
      if (Array.isArray(value)) return value.map(written).join("\n");
      if (value && typeof value === "object") return Object.entries(value).map(([name, part]) => `${name}: ${written(part)}`).join("\n");
      return String(value);
    };
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const found = { localStorage: [], sessionStorage: [], indexedDB: [], caches: [], files: [] };
    for (const name of ["localStorage", "sessionStorage"]) {
      for (const key of Object.keys(window[name])) found[name].push(`${key}=${window[name].getItem(key)}`);
    }
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())]);
        found.indexedDB.push(name, store, written(keys), written(values));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) found.caches.push(request.url, await (await cache.match(request)).text());
    }
    const root = await navigator.storage.getDirectory();
    for await (const name of root.keys()) found.files.push(name);
    const entries = performance.getEntries().map((entry) => entry.name);
    return {
      ...Object.fromEntries(Object.entries(found).map(([name, parts]) => [name, parts.join("\n")])),
      address: [location.href, document.referrer, ...entries].join("\n"),
      "window and history": `${window.name} ${JSON.stringify(history.state)}`,
      cookies: document.cookie,
      page: `${document.title} ${document.documentElement.outerHTML} ${document.body.innerText}`,
    };
  });
}

// Fails where a text holds the key or a stretch of eight of its characters. Shows the place, not the text.
function expectNoKey(where, text) {
  const pieces = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString("base64")];
  for (let at = 0; at + 8 <= KEY.length; at++) pieces.push(KEY.slice(at, at + 8));
  for (const piece of pieces) {
    const at = text.indexOf(piece);
    expect(at, `${where}: the key stands at character ${at}`).toBe(-1);
  }
}

async function expectNothingOfTheKey(page) {
  const found = await hoard(page);
  for (const [where, text] of Object.entries(found)) expectNoKey(where, text);
  return found;
}

test("three rounds with messages: the model sees what it may, and what it does is played and scored", async ({ page, serve }) => {
  const server = await serve({
    script: [
      { message: "I start with C.", announce: { action: "C" }, rationale: { goals: "Win.", beliefs: "It trusts me.", plan: "Trap it.", justification: "Words are cheap." } },
      { action: "C" },
      { message: "Again?", announce: { action: "C" } },
      { action: "D" },
      { message: "" },
      { action: "D" },
    ],
  });
  await sit(page, server, "scripted", { game: "L2-T01", condition: "comm", "set.rounds": "3", seed: "5" });
  await expect(page.locator("header h1")).toContainText("against scripted");

  await say(page, "Shall we both cooperate?", "Cooperate");
  await expect(page.getByRole("log")).toContainText("I start with C.");
  await page.getByLabel("Your reason for this move").fill("Nobody else may read this.");
  await choose(page, "Cooperate");
  await expect(page.locator("#message")).toBeVisible();
  await say(page, "Once more.", "Cooperate");
  await choose(page, "Cooperate");
  await expect(page.locator("#message")).toBeVisible();
  await expect(page.getByRole("log")).toContainText("said cooperate, did defect");
  await page.getByRole("button", { name: "Say nothing" }).click();
  await choose(page, "Defect");

  // 3 each; 0 against 5; 1 each.
  await over(page);
  await expect(page.locator("#over")).toContainText("You have 4 points, 5 fewer than the other seat.");
  expect(await row(page, "You did")).toEqual(["cooperate", "cooperate", "defect"]);
  expect(await row(page, "B did")).toEqual(["cooperate", "defect", "defect"]);
  expect(await row(page, "B said")).toEqual(["announced cooperate", "announced cooperate"]);
  await expect(page.locator(".stave tr", { has: page.locator("th", { hasText: "B said" }) })).toContainText("Round 3: said nothing");
  for (const secret of ["Trap it.", "Words are cheap."]) await expect(page.locator("main")).not.toContainText(secret);

  const asked = server.calls.map(({ body }) => body.messages.map(({ content }) => content).join("\n"));
  expect(asked).toHaveLength(6);
  for (const { key, body, origin } of server.calls) {
    expect(key).toBe(KEY);
    expect(origin).toBe(new URL(page.url()).origin);
    expect(body).toMatchObject({ model: "scripted", stream: false, response_format: { type: "json_schema" } });
    expectNoKey("a question", JSON.stringify(body));
    expect(JSON.stringify(body)).not.toContain("Nobody else may read this.");
  }
  // Both send at the same time, and both choose at the same time.
  for (const [message, first] of [["Shall we both cooperate?", 1], ["Once more.", 3]]) {
    asked.forEach((text, at) => expect(text.includes(message), `question ${at} and “${message}”`).toBe(at >= first));
  }
  const choices = asked.map((text) => text.split("(choose):").length - 1);
  expect(choices).toEqual([0, 0, 2, 2, 4, 4]);

  const text = await holds(page);
  const lines = linesOf(text);
  expect(lines[0].seats).toEqual([{ kind: "human" }, expect.objectContaining({ kind: "model", model: "scripted", endpoint: server.base })]);
  const calls = of(lines, "call");
  expect(calls.map(({ round, phase, seat, attempt, path }) => [round, phase, seat, attempt, path])).toEqual(
    [1, 2, 3].flatMap((round) => ["talk", "choose"].map((phase) => [round, phase, 1, 0, "exact"])),
  );
  for (const call of calls) {
    expect(call.refused).toBeUndefined();
    expect(call.usage).toMatchObject({ input_total: 211, output_total: 57 });
    expect(call.details).toMatchObject({ finish: "stop", model: "scripted" });
  }
  expect(of(lines, "message", 1)[0].rationale).toEqual({ goals: "Win.", beliefs: "It trusts me.", plan: "Trap it.", justification: "Words are cheap." });
  expect(of(lines, "action", 0)[0].rationale).toMatchObject({ justification: "Nobody else may read this." });
  expect(of(lines, "action", 1).map(({ action, fallback }) => [action, fallback])).toEqual([["C", undefined], ["D", undefined], ["D", undefined]]);
  await expectNothingOfTheKey(page);
  expectNoKey("the record", text);
});

test("a whole one-shot game with two messages each", async ({ page, serve }) => {
  const server = await serve();
  await sit(page, server, "ok", { condition: "comm" });
  await expect(page.locator("#decide-h")).toContainText("Say: your first message");
  await page.locator("#message").fill("Let us both cooperate.");
  await page.locator(".say-it .btn--main").click();
  await expect(page.locator("#decide-h")).toContainText("Say: your second message");
  await say(page, "You first.");
  await choose(page, "Defect");
  await over(page);
  await expect(page.locator("#over")).toContainText("You have 5 points, 5 more than the other seat.");
  await expect(page.getByRole("log")).toContainText("As I said.");
  const lines = linesOf(await holds(page));
  expect(of(lines, "call").map(({ phase }) => phase)).toEqual(["talk1", "talk2", "choose"]);
  expect(server.calls).toHaveLength(3);
});

test("a reload forgets the key, and the game goes on at the same decision", async ({ page, serve }) => {
  const server = await serve({ key: KEY });
  await sit(page, server, "ok", { game: "L2-T01", "set.rounds": "2" });
  await choose(page, "Cooperate");
  await expect(page.locator("#decide-h")).toContainText("round 2");
  await page.reload();
  await expect(page.locator("#decide-h")).toContainText("round 2");
  await choose(page, "Cooperate");
  await expect(page.getByRole("heading", { name: "Seat B is to decide" })).toBeVisible();
  await expect(page.getByText("The key is not kept. Enter it again and the game goes on where it stopped")).toBeVisible();
  await expect(page.getByLabel("Address of the endpoint")).toHaveValue(server.base);
  await expect(page.getByLabel("Model", { exact: true })).toHaveValue("ok");
  await expect(page.getByLabel(/^Key/)).toHaveValue("");
  expect(server.calls).toHaveLength(1);
  await page.getByLabel(/^Key/).fill(KEY);
  await page.getByRole("button", { name: "Ask the model" }).click();
  await over(page);
  expect(await row(page, "B did")).toEqual(["cooperate", "cooperate"]);
  await expectNothingOfTheKey(page);
  expectNoKey("the record", await holds(page));
});

test("a server that does not know the schema's field is asked without it, and the record says so", async ({ page, serve, watch }) => {
  watch.allow(/status of 400/);
  const server = await serve();
  await sit(page, server, "without-schema", { game: "L2-T01", "set.rounds": "2" });
  await choose(page, "Cooperate");
  await expect(page.locator("#decide-h")).toContainText("round 2");
  await choose(page, "Cooperate");
  const lines = linesOf(await holds(page));
  expect(server.calls.map(({ body }) => "response_format" in body)).toEqual([true, false, false]);
  const [first] = of(lines, "call");
  expect(first.details.dropped).toEqual([expect.objectContaining({ param: "response_format" })]);
});

test.describe("answers that cannot be played", () => {
  test("an illegal one is asked again with the reason, and the legal one after it is played", async ({ page, serve }) => {
    const server = await serve();
    const first = server.hold();
    await sit(page, server, "illegal-once");
    await choose(page, "Cooperate");
    const waiting = page.getByRole("status").filter({ hasText: "Seat B is being asked." });
    await expect(waiting).toHaveText("Seat B is being asked.");
    await expect.poll(() => server.calls.length).toBe(1);
    const second = server.hold();
    first();
    await expect(waiting).toHaveText("Seat B is being asked. Asked again: 1 of its answers could not be played.");
    second();
    const lines = linesOf(await holds(page));

    const [question, answer, reason] = server.calls[1].body.messages.slice(1);
    expect(question.content).toBe(server.calls[0].body.messages[1].content);
    expect(answer).toMatchObject({ role: "assistant", content: expect.stringContaining("neither of these") });
    expect(reason).toMatchObject({ role: "user", content: expect.stringContaining("Your answer was not taken. The answer is not one of the listed choices.") });
    const calls = of(lines, "call");
    expect(calls.map(({ attempt }) => attempt)).toEqual([0, 1]);
    expect(calls[0].refused).toMatch(/^not_in_set: /);
    expect(calls[0].raw).toContain("neither of these");
    expect(calls[1].refused).toBeUndefined();
    expect(of(lines, "action", 1)).toEqual([expect.objectContaining({ action: "C", rationale: expect.anything() })]);
    expect(of(lines, "action", 1)[0].fallback).toBeUndefined();
  });

  test("prose is asked again, and the JSON after it is played", async ({ page, serve }) => {
    const server = await serve();
    await sit(page, server, "wrong-json-once");
    await choose(page, "Cooperate");
    const lines = linesOf(await holds(page));
    expect(of(lines, "call").map(({ attempt, refused }) => [attempt, refused?.split(":")[0]])).toEqual([[0, "unreadable"], [1, undefined]]);
    expect(server.calls[1].body.messages.at(-2).content).toContain("I would rather talk about it first.");
  });

  test("only illegal ones end in the fallback, which is said and recorded", async ({ page, serve }) => {
    const server = await serve();
    await sit(page, server, "illegal");
    await choose(page, "Cooperate");
    await over(page);
    const notice = page.locator("[data-fault=fallback]");
    await expect(notice).toContainText("The answers of Seat B could not be played.");
    await expect(notice).toContainText("None of three answers fitted the question, so the rules decided in round 1: defect.");
    await expect(notice).toContainText("If it happens often, choose another model");
    // The fallback of the one-shot dilemma is D: 0 against 5.
    await expect(page.locator("#over")).toContainText("You have 0 points, 5 fewer than the other seat.");
    const lines = linesOf(await holds(page));
    expect(server.calls.map(({ body }) => body.messages.length)).toEqual([2, 4, 6]);
    expect(of(lines, "call").map(({ attempt, refused }) => [attempt, refused?.split(":")[0]])).toEqual([0, 1, 2].map((n) => [n, "not_in_set"]));
    const [played] = of(lines, "action", 1);
    expect(played).toMatchObject({ action: "D", fallback: true });
    expect(played.rationale).toBeUndefined();
  });

  test("a fallback in one round of several: the next question is a fresh one", async ({ page, serve }) => {
    const no = "Neither.";
    const server = await serve({ script: [{ action: "C" }, no, no, no, { action: "C" }] });
    await sit(page, server, "scripted", { game: "L2-T01", "set.rounds": "3" });
    const notice = page.locator("[data-fault=fallback]");
    await choose(page, "Cooperate");
    await expect(page.locator("#decide-h")).toContainText("round 2");
    await expect(notice).toHaveCount(0);
    await choose(page, "Cooperate");
    await expect(page.locator("#decide-h")).toContainText("round 3");
    await expect(notice).toContainText("the rules decided in round 2: defect.");
    await choose(page, "Cooperate");
    await over(page);
    await expect(notice).toHaveCount(0);
    expect(await row(page, "B did")).toEqual(["cooperate", "defect", "cooperate"]);
    const lines = linesOf(await holds(page));
    expect(of(lines, "call").map(({ round, attempt }) => [round, attempt])).toEqual([[1, 0], [2, 0], [2, 1], [2, 2], [3, 0]]);
    expect(of(lines, "action", 1).map(({ fallback }) => fallback ?? false)).toEqual([false, true, false]);
  });

  test("where nothing can be read as a message, silence stands in its place", async ({ page, serve }) => {
    const server = await serve();
    await sit(page, server, "wrong-json", { game: "L2-T01", condition: "comm", "set.rounds": "1" });
    await say(page, "Cooperate?");
    await expect(page.locator("[data-fault=fallback]")).toContainText("the rules decided in round 1: an empty message.");
    await expect(page.getByRole("log")).toContainText("Says nothing.");
    await expect(page.getByRole("log")).not.toContainText("talk about it first");
    await choose(page, "Defect");
    const lines = linesOf(await holds(page));
    expect(of(lines, "message", 1)).toEqual([expect.objectContaining({ text: "", fallback: true })]);
    expect(of(lines, "call")).toHaveLength(6);
  });
});

// What each fault says and advises. `allow` is what the browser itself writes into its console.
const ASK = "Ask again";
const FAULTS = [
  { model: "unauthorized", code: "auth", allow: /status of 401/, says: "127.0.0.1 did not accept the key.", advises: ["Enter the key again, whole and for this provider.", "check on the provider's page that it is active"] },
  { model: "no-cors", code: "cors", allow: /CORS policy|ERR_FAILED|404/, says: "The server answered, but did not allow this page to read the answer.", advises: ["Start it with `--cors-origins`, or what it is called there, set to ORIGIN.", "Then restart the server and ask again."] },
  { model: "ok", path: "/as/no-cors/v1", code: "cors", allow: /CORS policy|ERR_FAILED|404/, says: "The server answered, but did not allow this page to read the answer.", advises: ["set to ORIGIN.", "Then restart the server and ask again."] },
  { model: "empty", code: "empty", says: "empty answered with nothing. What came is kept in the record. No move was made.", advises: ["Ask again.", "If it stays, choose another model"], kept: "empty" },
  { model: "null", code: "empty", says: "null answered with nothing.", advises: ["Ask again."], kept: "empty" },
  { model: "refusal", code: "empty_refusal", says: "refusal refused to answer.", advises: ["Ask again. If it stays, choose another model."], kept: "empty_refusal" },
  { model: "not-json", code: "not_json", says: "The answer of 127.0.0.1 is no JSON", advises: ["Check the base URL: it is the one for the OpenAI-compatible interface"] },
  { model: "no-choices", code: "wrong_shape", says: "The answer of 127.0.0.1 is not a chat completion", advises: ["Check the base URL: it is the one for the OpenAI-compatible interface"] },
  { model: "cut-off", code: "broken_off", allow: /ERR_CONTENT_LENGTH_MISMATCH|ERR_/, says: "The answer of 127.0.0.1 broke off in the middle. No move was made.", advises: ["Ask again. If it stays, look at the server's log"] },
  { model: "unknown-model", code: "model_not_found", allow: /status of 404/, says: "127.0.0.1 has no model named unknown-model, or the key may not use it.", advises: ["Enter the model's name exactly as the provider lists it.", "load or pull the model first"], said: "The model does not exist." },
  { model: "no-credit", code: "quota_exhausted", allow: /status of 429/, says: "127.0.0.1 refuses because the account has no credit left.", advises: ["Add credit or raise the spending limit"], said: "You exceeded your current quota." },
  { model: "rate-limited", code: "rate_limited", allow: /status of 429/, says: "127.0.0.1 allows no more requests for the moment.", advises: ["Ask again in 1 second."] },
  { model: "server-error", code: "server", allow: /status of 500/, says: "127.0.0.1 failed with HTTP status 500.", advises: ["Ask again. If it stays, look at the provider's status page or the server's log."] },
];

test.describe("a fault is shown in words that say what to do, and nothing is played", () => {
  for (const { model, path, code, allow, says, advises, said, kept } of FAULTS) {
    test(path ? `${model} at ${path}` : model, async ({ page, serve, watch }) => {
      if (allow) watch.allow(allow);
      const server = await serve();
      await sit(page, server, model, { address: path ? server.origin + path : server.base });
      await choose(page, "Cooperate");
      const shown = page.locator(`[data-fault=${code}]`).getByRole("alert");
      await expect(shown).toContainText(says);
      const origin = new URL(page.url()).origin;
      for (const step of advises) await expect(shown.locator("ol")).toContainText(step.replace("ORIGIN", origin));
      if (said) await expect(shown.locator("q")).toHaveText(said);
      await expect(shown).toContainText("Nothing was played for the model. The game is kept as it stands.");
      await expect(page.locator("#over-h")).toHaveCount(0);

      // Asked again it fails again, and counts as no answer of the model's.
      const before = server.calls.length;
      await shown.getByRole("button", { name: ASK }).click();
      if (!path) await expect.poll(() => server.calls.length).toBe(before + 1);
      await expect(shown).toContainText(says);
      if (kept) await expect.poll(async () => of(await stored(page), "call").length).toBe(2);
      const lines = await stored(page);
      expect(of(lines, "action").map(({ seat }) => seat)).toEqual([0]);
      const calls = of(lines, "call");
      expect(calls.map(({ attempt, refused }) => [attempt, refused.split(":")[0]])).toEqual(kept ? [[0, kept], [0, kept]] : []);
      await expectNothingOfTheKey(page);
    });
  }

  test("a server that is not there", async ({ page, serve, watch }) => {
    watch.allow(/ERR_CONNECTION_REFUSED/);
    const server = await serve();
    await server.close();
    await sit(page, server, "ok");
    await choose(page, "Cooperate");
    const shown = page.locator("[data-fault=server_down]").getByRole("alert");
    await expect(shown).toContainText(`Nothing answers at ${server.origin}.`);
    await expect(shown.locator("ol")).toContainText("Start the server, or correct the port in the base URL.");
  });

  test("an address or key that cannot be used is refused at the form", async ({ page, serve }) => {
    const server = await serve();
    await open(page, "?view=play&game=L1-T01&opponent=model&condition=silent");
    const refused = page.getByRole("alert").filter({ hasText: "The model cannot be asked like this." });
    for (const [entry, words] of [
      [{ address: "", model: "ok", key: KEY }, /https:\/\/api\.openai\.com\/v1|http:\/\/localhost/],
      [{ address: `${server.base}?key=${KEY}`, model: "ok", key: "" }, /\?/],
      [{ address: `http://user:${KEY}@127.0.0.1/v1`, model: "ok", key: "" }, /password/],
      [{ address: server.base, model: "", key: KEY }, /model/i],
      [{ address: server.base, model: "ok", key: `${KEY} and more` }, /A key has no blanks/],
    ]) {
      await enter(page, entry);
      await page.getByRole("button", { name: "Play", exact: true }).click();
      await expect(refused).toContainText(words);
      await expectNothingOfTheKey(page);
    }
    expect(server.calls).toEqual([]);
  });

  test("after another key, or a server that has come to itself, the game goes on", async ({ page, serve, watch }) => {
    watch.allow(/status of (401|500)/);
    const locked = await serve({ key: KEY });
    await sit(page, locked, "ok", { key: "sk-mistyped-00000000" });
    await choose(page, "Cooperate");
    const shown = page.locator("[data-fault=auth]");
    await expect(shown).toContainText("did not accept the key");
    await expect(page.locator("main")).not.toContainText("mistyped");
    await shown.getByRole("button", { name: "Enter another key" }).click();
    await page.getByLabel(/^Key/).fill(KEY);
    await page.getByRole("button", { name: "Ask the model" }).click();
    await over(page);
    expect(locked.calls.map(({ key }) => key === KEY)).toEqual([false, true]);
    expectNoKey("the record", await holds(page));

    const shaky = await serve();
    await sit(page, shaky, "server-error-once");
    await choose(page, "Defect");
    await page.locator("[data-fault=server]").getByRole("button", { name: ASK }).click();
    await over(page);
    await expect(page.locator("[data-fault]")).toHaveCount(0);

    // Another model takes a new game, which is one click away.
    const wrong = await serve();
    watch.allow(/status of 404/);
    await sit(page, wrong, "unknown-model", { condition: "comm" });
    await page.locator(".say-it .btn--main").click();
    await page.getByRole("link", { name: "New game with another model" }).click();
    await expect(page).toHaveURL(/game=L1-T01.*opponent=model.*condition=comm/);
    await expect(page.getByLabel("Address of the endpoint")).toBeVisible();
  });
});

test.describe("the key", () => {
  test("stands in no storage, address, screen or record, even where the server repeats it", async ({ page, serve, watch }) => {
    watch.allow(/status of 401|CORS policy|ERR_FAILED|404/);
    const server = await serve();
    await sit(page, server, "repeats-key", { condition: "comm" });
    await page.locator("#message").fill("A word to be found again.");
    await page.locator(".say-it .btn--main").click();
    await expect(page.locator("#decide-h")).toContainText("second message");
    await expect(page.getByRole("log")).toContainText("My key is [key].");
    await say(page, "");
    await choose(page, "Cooperate");
    await over(page);
    expect(server.calls.map(({ key }) => key)).toEqual([KEY, KEY, KEY]);
    const found = await expectNothingOfTheKey(page);
    // The search does find what is there.
    expect(found.indexedDB).toContain("A word to be found again.");
    expect(found.indexedDB).toContain("repeats-key");
    expect(found.page).toContain("A word to be found again.");
    await page.evaluate(async () => {
      for (const store of [localStorage, sessionStorage]) store.setItem("probe", "planted");
      await (await caches.open("probe")).put("./planted", new Response("planted"));
      document.cookie = "probe=planted";
    });
    const planted = await hoard(page);
    for (const place of ["localStorage", "sessionStorage", "caches", "cookies"]) expect(planted[place], place).toContain("planted");
    const record = await holds(page);
    expectNoKey("the record", record);
    expect(record).toContain("My key is [key].");
    const report = await exported(page, "Download the report");
    expectNoKey("the report", report.text);

    for (const model of ["unauthorized", "no-cors"]) {
      await sit(page, server, model);
      await choose(page, "Cooperate");
      await expect(page.locator("[data-fault]")).toBeVisible();
      await expectNothingOfTheKey(page);
    }
    await open(page);
    expect((await expectNothingOfTheKey(page)).indexedDB).toContain("A word to be found again.");
    expectNoKey("the console", watch.all.join("\n"));
  });

  test("is in no file of the browser's profile", async ({ playwright, launchOptions, baseURL, serve, watch }) => {
    const server = await serve();
    const folder = mkdtempSync(join(tmpdir(), "trivium-profile-"));
    try {
      const context = await playwright.chromium.launchPersistentContext(folder, { ...launchOptions, baseURL });
      const page = context.pages()[0] ?? (await context.newPage());
      await sit(page, server, "repeats-key", { condition: "comm" });
      await page.locator("#message").fill("A word to be found again.");
      await page.locator(".say-it .btn--main").click();
      await expect(page.locator("#decide-h")).toContainText("second message");
      await say(page, "");
      await choose(page, "Cooperate");
      await over(page);
      await page.reload();
      await expect(page.locator("#over-h")).toBeVisible();
      await context.close();

      let bytes = 0;
      const with_word = [];
      for (const name of readdirSync(folder, { recursive: true })) {
        const path = join(folder, name);
        if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
        const content = readFileSync(path);
        bytes += content.length;
        const narrow = content.toString("latin1");
        for (const [form, text] of [["", narrow], [" as UTF-16", content.toString("utf16le")]]) expectNoKey(`${name}${form}`, text);
        if (narrow.includes("A word to be found again.")) with_word.push(name);
      }
      // The search does find what is there.
      expect(with_word.join(), `in ${bytes} bytes`).toContain("IndexedDB");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    expect(watch.faults).toEqual([]);
  });
});

test("form, fault and fallback: axe finds nothing and nothing scrolls sideways, wide and narrow, light and dark", async ({ page, serve, watch }) => {
  test.slow();
  watch.allow(/status of 401/);
  const server = await serve();
  const clean = (name) => expectSound(page, `model-${name}`);
  await open(page, "?view=play&game=L2-T01&opponent=model&condition=comm");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await clean("form");
  await sit(page, server, "unauthorized", { game: "L2-T01", condition: "comm" });
  await page.locator(".say-it .btn--main").click();
  await expect(page.locator("[data-fault=auth]")).toBeVisible();
  await clean("fault");
  await page.getByRole("button", { name: "Enter another key" }).click();
  await expect(page.getByRole("heading", { name: "Seat B is to decide" })).toBeVisible();
  await clean("key-again");
  await sit(page, server, "wrong-json", { game: "L2-T01", condition: "comm" });
  await say(page, "Together?");
  await expect(page.locator("[data-fault=fallback]")).toBeVisible();
  await clean("fallback");
});
