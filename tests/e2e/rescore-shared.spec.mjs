// Every shared result file goes through the page's file input; every number is compared with what the benchmark's own
// scorer gave, exactly. The folder comes from TRIVIUM_SHARED, else it stands beside the repository.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, figure, open, test } from "./harness.mjs";
import { asFile } from "./rescore-files.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const folder = resolve(root, process.env.TRIVIUM_SHARED ?? "../shared", "data/srbench");
const read = (path) => JSON.parse(readFileSync(path, "utf8"));

function available(file) {
  if (existsSync(join(folder, file))) return true;
  if (process.env.TRIVIUM_REQUIRE_SHARED === "1") throw new Error(`${join(folder, file)} is missing`);
  console.log("skipped: no shared data");
  return false;
}

// Counts what is compared and keeps what differs.
class Comparison {
  compared = 0;
  different = [];

  equal(where, ours, expected) {
    if (ours !== null && expected !== null && typeof ours === "object" && typeof expected === "object") {
      const keys = new Set([...Object.keys(ours), ...Object.keys(expected)]);
      for (const key of keys) this.equal(`${where}.${key}`, ours[key], expected[key]);
      return;
    }
    this.compared += 1;
    if (!Object.is(ours, expected)) this.different.push(`${where}: ${JSON.stringify(ours)}, expected ${JSON.stringify(expected)}`);
  }

  // The keys that the report has as well.
  shared(where, ours, expected) {
    for (const [key, value] of Object.entries(expected)) {
      if (key in ours) this.equal(`${where}.${key}`, ours[key], value);
    }
  }
}

async function report(page, files) {
  await open(page, "?view=rescore");
  await page.locator("#results").setInputFiles(files);
  const rows = page.locator(".stats");
  await expect(rows).toBeVisible({ timeout: 60_000 });
  await expect(page.locator("main h1")).toContainText(`${files.length} file`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download the numbers" }).click(),
  ]);
  return read(await file.path());
}

test("every row, aggregate, archetype count and task hash of the shared result files", async ({ page }) => {
  test.skip(!available("expected.json"), "no shared data");
  test.setTimeout(180_000);
  const expected = read(join(folder, "expected.json")).files.filter(({ file }) => {
    const there = existsSync(join(folder, file));
    if (!there) console.log(`skipped: ${file} is not in the folder`);
    return there;
  });
  const ours = await report(page, expected.map(({ file }) => join(folder, file)));
  expect(ours.files).toHaveLength(expected.length);
  const comparison = new Comparison();
  let rows = 0;
  let judged = 0;
  for (const [at, file] of ours.files.entries()) {
    const wanted = expected[at];
    const stored = read(join(folder, wanted.file)).results;
    comparison.equal(`${wanted.file}: domain`, file.domain, wanted.domain);
    comparison.equal(`${wanted.file}: aggregates`, file.aggregates, wanted.aggregates);
    for (const key of ["archetypes_valid", "archetypes_all"]) comparison.equal(`${wanted.file}: ${key}`, file[key], wanted[key]);
    expect(file.rows, wanted.file).toHaveLength(wanted.tasks.length);
    for (const [index, row] of file.rows.entries()) {
      const task = wanted.tasks[index];
      const where = `${wanted.file}[${index}]`;
      rows += 1;
      comparison.equal(`${where}.index`, row.index, task.index);
      comparison.equal(`${where}.task_id`, row.task_id, task.task_id);
      comparison.equal(`${where}.task_hash`, row.task_hash, task.task_hash_recomputed);
      comparison.equal(`${where}.judged`, row.meeting_match_needs_llm, task.meeting_match_needs_llm === true);
      if (row.meeting_match_needs_llm) {
        judged += 1;
        // The stored verdict is in force: a meeting stands in the file where the judge said yes.
        const answer = stored[index].scheduled_meeting ? "match" : "no_match";
        comparison.shared(where, row, task[`expected_if_judge_says_${answer}`]);
      } else {
        comparison.shared(where, row, task.expected);
      }
    }
  }
  figure(`${expected.length} files, ${rows} rows (${judged} with a judge's verdict), ${comparison.compared} values compared`);
  expect(comparison.different).toEqual([]);

  // The page shows of the judge's rows both answers.
  expect(rows).toBeGreaterThan(0);
  await expect(page.locator("main h1")).toContainText(`${expected.length} files, ${rows} rows.`);
  if (judged > 0) {
    await expect(page.locator(".stats")).toContainText(`${judged}rows where a judge decided`);
  }
});

const day = "2026-02-20";
const hour = (start) => `${String(Number(start.split(":")[0]) + 1).padStart(2, "0")}:${start.split(":")[1]}`;
const plain = (uid, start, extra) => ({
  uid,
  title: uid,
  description: "",
  date: day,
  start_time: start,
  end_time: hour(start),
  attendees: [],
  ...extra,
});
const event = (uid, owner, start, movable) =>
  plain(uid, start, { organizer: owner, attendees: [{ email: owner, status: "ACCEPTED" }], is_movable: movable, is_secret: false });

function calls(actions) {
  return actions.map(([name, first, second, third], at) => {
    const args =
      {
        RequestMeeting: { uid: first, title: "t", organizer: "r@y.co", date: day, start: second, end: "23:00", attendees: ["a@x.co"] },
        ReplyMeeting: { meeting_uid: first, status: second, start: third ?? null },
        SendEmail: { to: "x@z.co", message: "m" },
        EndConversation: { reason: "done" },
      }[name] ?? {};
    const call = { id: `${at}`, type: "function", function: { name, arguments: JSON.stringify(args) } };
    return { role: "assistant", content: null, tool_calls: [call] };
  });
}

const calendarCase = (one) => ({
  execution: {
    task: {
      id: one.id,
      type: "calendar",
      satisfiable: one.satisfiable,
      requestor: {
        email: "r@y.co",
        instruction_message: "",
        is_malicious: false,
        requested_meeting: plain("req", one.requested_start, { organizer: "r@y.co" }),
        calendar: one.requestor_busy.map((start, at) => event(`r-${at}`, "r@y.co", start, false)),
      },
      assistant: {
        email: "a@x.co",
        instruction_message: "",
        calendar: one.assistant_busy.map(([uid, start, movable]) => event(uid, "a@x.co", start, movable)),
        preferences: one.preferences.map(([start, score]) => ({ start_time: start, end_time: hour(start), score })),
      },
    },
    final_assistant_calendar: one.final_calendar.map(([uid, title, start, end, attendees]) => ({
      ...plain(uid, start, { organizer: "r@y.co" }),
      title,
      end_time: end,
      attendees: attendees.map(([email, status]) => ({ email, status })),
    })),
    assistant_context: calls(one.assistant_actions),
    requestor_context: calls(one.requestor_actions),
  },
});

const marketplaceCase = (one) => ({
  execution: {
    task: {
      id: one.id,
      type: "marketplace",
      satisfiable: one.satisfiable,
      product: { name: "p" },
      seller: { instruction_message: "", reservation_price: one.seller_reservation },
      buyer: { instruction_message: "", reservation_price: one.buyer_reservation },
    },
    outcome: { deal_reached: one.deal_reached, deal_price: one.deal_price },
    offers: one.offers.map(([proposer, price, status], at) => ({ id: at + 1, round_created: 1, proposer, price, status })),
  },
});

for (const [key, build] of [["calendar_scoring", calendarCase], ["marketplace_scoring", marketplaceCase]]) {
  test(`the synthetic cases of ${key}`, async ({ page }) => {
    test.skip(!available("synthetic.json"), "no shared data");
    const cases = read(join(folder, "synthetic.json"))[key] ?? [];
    test.skip(cases.length === 0, `no ${key} cases`);
    const ours = await report(page, [asFile(`${key}.json`, { results: cases.map(build) })]);
    const comparison = new Comparison();
    expect(ours.files[0].rows).toHaveLength(cases.length);
    for (const [at, row] of ours.files[0].rows.entries()) comparison.shared(`${key} ${cases[at].id}`, row, cases[at].expected);
    figure(`${cases.length} cases, ${comparison.compared} values compared`);
    expect(comparison.different).toEqual([]);
  });
}
