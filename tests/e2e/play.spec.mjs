// A person at a game: by keyboard, by touch, in Comm, across reloads and tabs, with and without storage.

import { expect, expectNoSidewaysScroll, open, test } from "./harness.mjs";
import { choose, exported, playAnything, playToTheEnd, row, say, start } from "./table.mjs";

// Against Tit For Tat these moves bring, round by round, 3 3 5 0 3 3 5 1 0 3 and the other 3 3 0 5 3 3 0 1 5 3.
const MOVES = "CCDCCCDDCC";
const ANSWERS = "CCCDCCCDDC";
const words = (letters) => [...letters].map((letter) => ({ C: "cooperate", D: "defect" })[letter]);

test("a whole game by keyboard alone", async ({ page }) => {
  await open(page, "?view=play&game=L2-T01&opponent=TitForTat&condition=silent");
  for (let tabs = 0; tabs < 30; tabs++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.textContent === "Play" && document.activeElement.type === "submit")) break;
  }
  await page.keyboard.press("Enter");
  await expect(page.locator("#decide-h")).toBeFocused();
  for (const [at, letter] of [...MOVES].entries()) {
    await expect(page.locator("#decide-h")).toContainText(`round ${at + 1}`);
    await page.keyboard.press(letter === "C" ? "1" : "2");
    await expect(page.locator("#decide .choice").nth(letter === "C" ? 0 : 1)).toBeFocused();
    await expect(page.locator(".payoff tr.lit th")).toHaveText(letter === "C" ? "You cooperate" : "You defect");
    await page.keyboard.press("Enter");
  }
  await expect(page.getByRole("heading", { name: "The game is over" })).toBeFocused();
  expect(await row(page, "You did")).toEqual(words(MOVES));
  expect(await row(page, "B did")).toEqual(words(ANSWERS));
  await expect(page.locator("#over")).toContainText("Both seats have 26 points.");

  // The score opens down to its parts: 7 of 10 C, 4 changes in 9 steps, 26 of 50 points.
  const seen = (name) => page.locator(".ind tr", { hasText: new RegExp(`^${name} `) }).locator("td");
  await expect(seen("Cooperation")).toHaveText(["7 of 10", "0.70"]);
  await expect(seen("Volatility")).toHaveText(["4 of 9", "0.56"]);
  await expect(seen("Own payoff")).toHaveText(["26 of 50", "0.52"]);
  await expect(page.locator(".ind tfoot")).toContainText("Mean of");
});

test("a game by touch on a phone: the bar stays small and nothing scrolls sideways", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await start(page, { condition: "comm", "set.rounds": "3" });
  for (const round of [1, 2, 3]) {
    await expect(page.locator("#decide-h")).toContainText(`your message, round ${round}`);
    const bar = await page.locator("#decide").boundingBox();
    expect(bar.height, "a third of the screen").toBeLessThanOrEqual(740 / 3);
    await page.locator("#message").fill("Both cooperate?");
    await page.getByRole("group", { name: "Announce your next move" }).getByRole("button", { name: "Cooperate" }).tap();
    await page.getByRole("button", { name: "Send" }).tap();
    await expect(page.locator("#decide .choice").first()).toContainText("as announced");
    await expectNoSidewaysScroll(page);
    const choice = await page.locator("#decide .choice").first().boundingBox();
    expect(Math.min(choice.width, choice.height), "a finger's size").toBeGreaterThanOrEqual(44);
    await page.locator("#decide .choice").first().tap();
  }
  await expect(page.locator("#over")).toContainText("Both seats have 9 points.");
  await expectNoSidewaysScroll(page);
  await context.close();
});

test("messages: limit, announcement, a broken word, and a reason that stays private", async ({ page }) => {
  await start(page, { condition: "comm", "set.rounds": "2" });
  await page.locator("#message").fill("x".repeat(590));
  await expect(page.getByText("10 of 600 characters left")).toBeVisible();
  await say(page, "I cooperate, you can rely on me.", "Cooperate");
  await expect(page.locator("#decide .choice").nth(0)).toContainText("as announced");
  await expect(page.locator("#decide .choice").nth(1)).toContainText("breaks your word");
  const own = page.locator(".msg--me");
  await expect(own).toContainText("announces cooperate");
  await expect(own.locator(".kept")).toHaveCount(0);
  await page.getByLabel("Your reason for this move").fill("It will cooperate, and nothing follows.");
  await page.locator("#decide .choice", { hasText: "Defect" }).click();
  await expect(own.locator(".kept")).toContainText("said cooperate, did defect");
  await expect(page.getByLabel("Your reason for this move")).toHaveValue("");
  await expect(page.getByText("It will cooperate, and nothing follows.")).toBeVisible();

  await page.locator("#message").focus();
  await page.keyboard.type("Again");
  await page.keyboard.press("Enter");
  await expect(page.locator("#decide .choice").first()).toBeVisible();
  await page.locator("#decide .choice", { hasText: "Defect" }).click();
  await expect(page.locator("#over-h")).toBeVisible();
  // One promise was tested and broken; the second round had none.
  await expect(page.locator(".ind tr", { hasText: "Broken promises" })).toContainText("first in round 1");
  const { text } = await exported(page);
  expect(text).toContain('"rationale":{"goals":"","beliefs":"","plan":"","justification":"It will cooperate, and nothing follows."}');
});

test("a reload in mid-game continues at the same decision with the same history", async ({ page }) => {
  await start(page, { condition: "comm" });
  for (const [text, label] of [["One", "Cooperate"], ["Two", "Defect"], ["Three", "Cooperate"]]) {
    await say(page, text, label);
    await page.locator("#decide .choice", { hasText: label }).click();
    await expect(page.locator("#message")).toBeVisible();
  }
  await say(page, "Four");
  const drawn = async () => {
    const html = [await page.locator(".stave").innerHTML(), await page.locator(".board").innerHTML()];
    // The order of classes is no matter.
    return html.map((text) => text.replace(/ class="[^"]*"/g, ""));
  };
  const before = await drawn();
  await page.reload();
  await expect(page.locator("#decide-h")).toContainText("choose, round 4");
  await expect(page.locator("#decide .choice")).toHaveCount(2);
  expect(await drawn()).toEqual(before);
});

test("what another tab played counts, and nothing is written over it", async ({ page, context, watch }) => {
  await start(page);
  await choose(page, "Cooperate");
  const other = await context.newPage();
  await watch.follow(other);
  await other.goto(page.url());
  await choose(other, "Defect");
  await page.locator("#decide .choice", { hasText: "Cooperate" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "played on in another tab" })).toBeVisible();
  expect(await row(page, "You did")).toEqual(["cooperate", "defect"]);
  await choose(page, "Cooperate");
  await page.reload();
  await expect(page.locator("#decide-h")).toContainText("round 4");
  expect(await row(page, "You did")).toEqual(["cooperate", "defect", "cooperate"]);
});

test("where nothing is stored the game goes on, says so, and can be exported", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("The user denied permission to access the database.", "SecurityError");
    };
  });
  await start(page, { "set.rounds": "2" });
  await expect(page.getByText("This browser keeps nothing of this game.")).toBeVisible();
  await playToTheEnd(page, "CC");
  const { name, text } = await exported(page);
  expect(name).toMatch(/^trivium-L2-T01-.*\.jsonl$/);
  expect(text.trim().split("\n")).toHaveLength(1 + 2 * 3 + 1);
  await page.getByRole("link", { name: "Check this game" }).click();
  await expect(page.locator("main h1")).toContainText(/^All \d+ values hold\.$/);
});

test("a game that is not on this device says so", async ({ page }) => {
  await open(page, "?view=play&session=elsewhere00");
  await expect(page.getByRole("heading", { level: 1, name: "This game is not on this device" })).toBeVisible();
});

test("settings stand in the address, and wrong ones are named", async ({ page }) => {
  await open(page, "?view=play");
  await page.getByLabel("Search agents").fill("forgives");
  await expect(page.locator(".agent").first()).toBeVisible();
  await page.locator(".agent", { hasText: "GTFT" }).click();
  await page.getByText("More settings").click();
  await page.getByLabel("Seed").fill("41");
  await page.getByLabel("Rounds").fill("500");
  await page.getByLabel("Rounds").blur();
  await expect(page).toHaveURL(/opponent=GTFT.*seed=41.*set\.rounds=500/);
  await expect(page.getByText("Allowed: a whole number from 1 to 200")).toBeVisible();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("Rounds is 500. Allowed: a whole number from 1 to 200.");
  await page.getByLabel("Rounds").fill("3");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.locator("header h1")).toContainText("against GTFT");
  await expect(page.locator("header")).toContainText("1 of 3");
});

test("play again is the same game with a fresh seed", async ({ page }) => {
  await start(page, { "set.rounds": "1", seed: "7" });
  await playToTheEnd(page, "C");
  const first = page.url();
  await page.getByRole("button", { name: "Play again" }).click();
  await expect(page.locator("#decide-h")).toContainText("Do: choose");
  expect(page.url()).not.toBe(first);
  await page.getByText("Rules", { exact: true }).click();
  await expect(page.locator(".rules")).not.toContainText("Seed7");
});

// One game for each form of decision besides the label: number, points, coalition with shares, team, offer. All games
// in the full run.
const FORMS = { "L1-T06": {}, "L3-T04": { "set.rounds": "2" }, "L3-T06": { seed: "2" }, "L4-T01": { seed: "3" }, "L4-T06": {} };

test("every form of decision has a control, and what it plays holds", async ({ page }) => {
  test.slow();
  for (const [game, settings] of Object.entries(FORMS)) {
    await test.step(game, async () => {
      await start(page, { opponent: "", condition: "silent", seed: "7", ...settings, game });
      await playAnything(page);
      await page.getByRole("link", { name: "Check this game" }).click();
      await expect(page.locator("main h1")).toHaveText(/^All \d+ values hold\.$/);
    });
  }
});

test("every game can be played to its end in both conditions", async ({ page }) => {
  test.skip(process.env.TRIVIUM_FULL !== "1", "in the full run");
  test.setTimeout(15 * 60_000);
  await open(page, "?view=play");
  const games = await page.locator("#game option").evaluateAll((options) => options.map((option) => option.value));
  for (const game of games) {
    for (const condition of ["silent", "comm"]) {
      await test.step(`${game}, ${condition}`, async () => {
        await start(page, { opponent: "", seed: "7", game, condition });
        await playAnything(page);
        await page.getByRole("link", { name: "Check this game" }).click();
        await expect(page.locator("main h1")).toHaveText(/^All \d+ values hold\.$/);
      });
    }
  }
});
