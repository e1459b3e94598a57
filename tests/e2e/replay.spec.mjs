// A finished game, step by step, as each seat saw it.

import { expect, expectSound, open, test } from "./harness.mjs";
import { playAnything, playToTheEnd, row, start } from "./table.mjs";

const happened = (page) => page.locator(".happened");

test("a game is stepped through by buttons, keys and slider, and its place stands in the address", async ({ page }) => {
  await start(page, { "set.rounds": "3" });
  await playToTheEnd(page, "CDC");
  await page.getByRole("link", { name: "Step through it" }).click();
  await expect(page.getByRole("heading", { name: "Before the first event" })).toBeVisible();
  expect(await row(page, "You did")).toEqual([]);
  await page.getByRole("button", { name: "One event on" }).click();
  await expect(page.getByRole("heading", { name: "Event 1 of 6" })).toBeVisible();
  // Both choose at once: the own choice is seen, the other's not before the round is over.
  await expect(happened(page)).toHaveText("Seat A, round 1: cooperate");
  await page.getByRole("button", { name: "One event on" }).click();
  await expect(happened(page)).toHaveText("Seat B, round 1: cooperate");
  expect(await row(page, "You did")).toEqual(["cooperate"]);
  await page.getByLabel("Event", { exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/step=3/);
  await page.keyboard.press("End");
  await expect(page.getByRole("heading", { name: "Event 6 of 6" })).toBeVisible();
  expect(await row(page, "You did")).toEqual(["cooperate", "defect", "cooperate"]);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Event 6 of 6" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the result" }).click();
  await expect(page.getByRole("heading", { name: "The game is over" })).toBeVisible();
});

test("through another seat one sees what it saw, and nothing more", async ({ page }) => {
  await start(page, { game: "L4-T05", opponent: "" });
  await playAnything(page);
  await page.getByRole("link", { name: "Step through it" }).click();
  await page.getByRole("button", { name: "One event on" }).click();
  // The first event deals a card to one seat alone.
  const texts = [];
  for (const seat of ["You", "B"]) {
    await page.getByRole("group", { name: "As seen by" }).getByRole("button", { name: seat, exact: true }).click();
    texts.push(await happened(page).textContent());
  }
  expect(texts.filter((text) => text === "Something happened that this seat does not see.")).toHaveLength(1);
});

test("a game runs by itself to its end, and stops when it is told", async ({ page }) => {
  await start(page, { "set.rounds": "2" });
  await playToTheEnd(page, "CC");
  await page.getByRole("link", { name: "Step through it" }).click();
  await page.getByLabel("Speed").selectOption("faster");
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page.getByRole("heading", { name: "Event 4 of 4" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Run" })).toBeVisible();
});

test("a game that is not over is not seen through other seats", async ({ page }) => {
  await start(page);
  const session = new URL(page.url()).searchParams.get("session");
  await open(page, `?view=play&session=${session}&step=0&as=1`);
  await expect(page.getByRole("heading", { name: "This game is not over" })).toBeVisible();
});

test("axe finds nothing in the steps, wide and narrow, light and dark", async ({ page }) => {
  test.slow();
  await start(page, { condition: "comm", game: "L3-T01", opponent: "", "set.rounds": "2" });
  await playAnything(page);
  await page.getByRole("link", { name: "Step through it" }).click();
  for (let n = 0; n < 12; n++) await page.getByRole("button", { name: "One event on" }).click();
  await expectSound(page, "steps");
});
