// Tournaments in the worker.

import { readFileSync } from "node:fs";
import { expect, expectSound, figure, open, test } from "./harness.mjs";

const play = (page) => page.getByRole("button", { name: "Play the tournament" }).click();
const saved = async (page, name) => {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  return readFileSync(await file.path(), "utf8");
};

test("a round-robin worked out by hand: ranking, pairs and cooperation", async ({ page }) => {
  await open(page, "?view=tournament&game=L2-T01&agents=Cooperator,Defector,TitForTat&repetitions=3&seed=7");
  await play(page);
  // Ten rounds at 3, 0, 5, 1. Cooperator: 3 with itself and TFT, 0 with D. Defector: 5, 1, and (5 + 9)/10 = 1.4 with TFT.
  // TFT: 3, 3, and 9/10. Means: C (3 + 3 + 0)/3 = 2, D (5 + 1 + 1.4)/3 = 2.467, TFT (3 + 3 + 0.9)/3 = 2.3.
  await expect(page.getByRole("heading", { name: "Defector leads with 2.467 points a turn." })).toBeVisible();
  const rows = page.locator(".ranking tbody tr");
  await expect(rows).toHaveCount(3);
  expect(await rows.locator("th").allTextContents()).toEqual(["Defector", "Tit For Tat", "Cooperator"]);
  expect(await rows.locator("td b").allTextContents()).toEqual(["2.467", "2.300", "2.000"]);
  expect(await page.locator(".heat tbody tr").nth(0).locator("td").allTextContents()).toEqual(["1.00", "1.40", "5.00"]);
  expect(await page.locator(".heat tbody tr").nth(1).locator("td").allTextContents()).toEqual(["0.90", "3.00", "3.00"]);
  // Tit For Tat: both seats of its match with itself 20 of 20, 10 of 10, and 1 of 10: 31 of 40.
  await expect(rows.nth(1).locator("td").last()).toHaveText("78 %");

  const csv = await saved(page, "Ranking, CSV");
  expect(csv.split("\n")[1]).toMatch(/^L2-T01,silent,1,Defector,2\.4666/);
  expect(JSON.parse(await saved(page, "Result, JSON")).spec).toMatchObject({ seed: "7", repetitions: 3 });
  expect(await saved(page, "Drawing, SVG")).toContain("<title");
  expect((await saved(page, "Cooperation, CSV")).split("\n").length).toBeGreaterThan(3);
});

test("settings stand in the address, wrong ones are named, and the form stays", async ({ page }) => {
  await open(page, "?view=tournament");
  await page.getByRole("button", { name: "None" }).click();
  await play(page);
  await expect(page.getByRole("alert")).toContainText(/Agents is 0\. Allowed: 1 to 128 agents/);
  await page.getByLabel("Tit For Tat", { exact: false }).first().check();
  await page.getByLabel("Repetitions").fill("many");
  await page.getByLabel("Repetitions").press("Tab");
  await play(page);
  await expect(page.getByRole("alert")).toContainText('Repetitions is "many". Allowed: a whole number.');
  await expect(page).toHaveURL(/repetitions=many/);
  await page.reload();
  await expect(page.getByLabel("Repetitions")).toHaveValue("many");
});

test("a long one shows its progress and time left, leaves the page free, and stops where it is told", async ({ page }) => {
  await open(page, "?view=tournament&game=L4-T03&repetitions=200");
  await play(page);
  const progress = page.getByRole("region", { name: "Progress" });
  await expect(progress).toContainText(/of \d+ matches/);
  await expect(progress).toContainText(/left/);
  // The longest wait for a click while it runs.
  const longest = await page.evaluate(async () => {
    let worst = 0;
    for (let n = 0; n < 40; n++) {
      const start = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 10));
      worst = Math.max(worst, performance.now() - start - 10);
    }
    return worst;
  });
  figure(`while a tournament runs, a task of the page waited ${longest.toFixed(0)} ms at most`);
  await page.getByRole("button", { name: "Stop here" }).click();
  await expect(page.getByText("Stopped before its end.")).toBeVisible();
  await expect(page.locator(".ranking tbody tr").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Play the tournament" })).toBeVisible();
});

test("axe finds nothing in form and result, wide and narrow, light and dark", async ({ page }) => {
  test.slow();
  await open(page, "?view=tournament&agents=TitForTat,Grudger,Defector,Cooperator,Random,Gradual,Bully,Prober&repetitions=5&set.rounds=20");
  await play(page);
  await expect(page.locator(".heat")).toBeVisible();
  await expectSound(page, "tournament");
});
