// Every view and state worth looking at; axe and the screenshots go through all of them. `prepare` leads there.

import { expect } from "./harness.mjs";
import { playToTheEnd, say, start } from "./table.mjs";

export const views = [
  { name: "home", query: "" },
  { name: "choose", query: "?view=play" },
  { name: "verify", query: "?view=verify" },
  { name: "missing", query: "?view=play&session=elsewhere00" },
  { name: "say", prepare: (page) => start(page, { condition: "comm" }) },
  {
    name: "do",
    prepare: async (page) => {
      await start(page, { condition: "comm" });
      for (const label of ["Cooperate", "Defect", "Cooperate"]) {
        await say(page, `My word: ${label}.`, "Cooperate");
        await page.locator("#decide .choice", { hasText: label }).click();
        await expect(page.locator("#message")).toBeVisible();
      }
      await say(page, "Once more.", "Cooperate");
      await page.locator(".live summary").click();
      await page.locator("#decide .choice").first().focus();
    },
  },
  {
    name: "over",
    prepare: async (page) => {
      await start(page);
      await playToTheEnd(page, "CCDCCDCCCD");
    },
  },
  { name: "number", prepare: (page) => start(page, { game: "L3-T01", opponent: "" }) },
  {
    name: "checked",
    prepare: async (page) => {
      await start(page);
      await playToTheEnd(page, "CCDCCDCCCD");
      await page.getByRole("link", { name: "Check this game" }).click();
      await expect(page.locator("main h1")).toContainText("hold");
    },
  },
  {
    name: "different",
    query: "?view=verify",
    prepare: async (page) => {
      const header = { format: "trivium-record/1", game: "L1-T01", params: {}, condition: "silent", seats: [{ kind: "human" }, { kind: "agent", id: "always-C" }], seed: "1", streams: { chance: "1", seats: ["1", "2"] } };
      const action = { e: "action", round: 1, phase: "choose", seat: 1, action: "D", prev: "0".repeat(64) };
      const buffer = Buffer.from(`${JSON.stringify(header)}\n${JSON.stringify(action)}\n`);
      await page.locator("#file").setInputFiles({ name: "changed.jsonl", mimeType: "application/jsonl", buffer });
      await expect(page.locator(".diffs")).toBeVisible();
    },
  },
];
