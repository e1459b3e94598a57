// The theory board of a game at play.

import { expect, expectSound, open, test } from "./harness.mjs";
import { choose, playAnything, start } from "./table.mjs";

const board = (page) => page.getByRole("region", { name: "Theory" });
const openBoard = (page) => board(page).locator("summary").click();
const values = (page) => board(page).locator("table").first().locator("tbody tr");

test("the dilemma once: values without play, equilibrium, optimum, and what the move missed", async ({ page }) => {
  await start(page, { game: "L1-T01", opponent: "always-C" });
  await expect(values(page)).toHaveCount(0);
  await openBoard(page);
  // 5, 3, 1, 0 and each choice of the other as likely: (3 + 0)/2 and (5 + 1)/2.
  await expect(values(page).nth(0)).toContainText(/cooperate.*1\.5.*misses 1\.5/);
  await expect(values(page).nth(1)).toContainText(/defect.*3.*best reply/);
  await expect(board(page)).toContainText("Where nothing was seen yet, every choice of the other counts as equally likely.");
  await expect(board(page)).toContainText(/You: defect\. It brings 1, 1/);
  await expect(board(page)).toContainText("Together 6 points.");
  await page.locator("#decide .choice", { hasText: "Cooperate" }).click();
  await expect(page.locator("#over-h")).toBeVisible();
  // Against a cooperator defecting brings 5 in the place of 3.
  const move = board(page).locator("table").last().locator("tbody tr");
  await expect(move).toHaveCount(1);
  expect(await move.locator("td, th").allTextContents()).toEqual(["1", "cooperate", "defect", "1.5", "2"]);
});

test("values follow the play so far, and the board stays open from game to game", async ({ page }) => {
  await start(page, { game: "L2-T01", opponent: "Cooperator", "set.rounds": "5" });
  await openBoard(page);
  await choose(page, "Cooperate");
  await choose(page, "Cooperate");
  await board(page).getByLabel("Taken that").selectOption({ label: "If the others go on as they played so far" });
  // It cooperated twice of twice: 3 and 5 for this round; or 3 and 5 in each round that is left.
  await expect(values(page).nth(1)).toContainText("best reply");
  await expect(board(page)).toContainText(/2 of 2/);
  await open(page, "?view=play&game=L1-T02&condition=silent");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(values(page).first()).toBeVisible();
});

test("games without theory have no board", async ({ page }) => {
  await start(page, { game: "L4-T03", opponent: "", condition: "silent" });
  await expect(board(page)).toHaveCount(0);
});

test("every game with a board shows it at a decision and after the end", async ({ page }) => {
  test.slow();
  await open(page);
  await page.evaluate(() => localStorage.setItem("trivium-theory", "open"));
  for (const game of ["L1-T05", "L2-T05", "L3-T01", "L3-T02", "L3-T03", "L4-T04", "L4-T05"]) {
    await start(page, { game, opponent: "", ...(game === "L3-T01" ? { "set.rounds": "2" } : {}) });
    await playAnything(page);
    await expect(board(page).locator("table").last().locator("tbody tr").first(), game).toBeVisible();
  }
});

test("axe finds nothing on the open board, wide and narrow, light and dark", async ({ page }) => {
  test.slow();
  await start(page, { game: "L3-T01", opponent: "", condition: "silent" });
  await openBoard(page);
  await page.locator("#decide .btn--main").click();
  await expect(board(page).locator("table").last().locator("tbody tr")).toHaveCount(1);
  await expectSound(page, "theory");
});
