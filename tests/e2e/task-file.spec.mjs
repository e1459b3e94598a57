// Task files: saved, edited, loaded and dropped.

import { readFileSync } from "node:fs";
import { expect, open, test } from "./harness.mjs";

const chosen = (page) => page.locator("aside h2");
const load = (page, name, text) =>
  page.locator("#task-file").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });

test("the settings are saved as a task file; its edited copy is loaded and played", async ({ page }) => {
  await open(page, "?view=play&game=L3-T01&set.rounds=6");
  await expect(page.locator("details.more")).toHaveAttribute("open", "");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save these settings" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("L3-T01.task.json");
  const task = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(task).toEqual({ format: "trivium-task/1", game: "L3-T01", params: { n: 4, endowment: 20, mpcr: "0.4", rounds: 6 } });
  task.params = { ...task.params, n: 3, rounds: 2, mpcr: "0.5" };
  await open(page, "?view=play&game=L1-T01&seed=7");
  await load(page, "mine.json", JSON.stringify(task));
  await expect(chosen(page)).toHaveText("Public Goods");
  await expect(page.getByLabel("Rounds")).toHaveValue("2");
  await expect(page.getByLabel("Mpcr")).toHaveValue("0.5");
  await expect(page).toHaveURL(/game=L3-T01.*set\.mpcr=0\.5/);
  await expect(page.getByText("mine.json is loaded")).toBeVisible();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByText("1 of 2")).toBeVisible();
  await expect(page.locator(".stave").first()).toContainText("Seat 2");
  await expect(page.locator(".stave").first()).not.toContainText("Seat 3");
});

test("a task file that does not fit is refused by file, field and allowed values, and changes nothing", async ({ page }) => {
  await open(page, "?view=play&game=L3-T01&set.rounds=6");
  const alert = page.getByRole("alert");
  await load(page, "bad.json", '{"format":"trivium-task/1","game":"L3-T01","params":{"rounds":0}}');
  await expect(alert).toContainText("bad.json cannot be used.");
  await expect(alert).toContainText(/Rounds is 0\. Allowed: /);
  await load(page, "other.json", '{"format":"trivium-task/1","game":"L9-T09"}');
  await expect(alert).toContainText(/Game is "L9-T09"\. Allowed: L1-T01, /);
  await load(page, "none.json", "\u0000\u0001");
  await expect(alert).toContainText("none.json cannot be used.");
  await expect(page.getByLabel("Rounds")).toHaveValue("6");
  await expect(chosen(page)).toHaveText("Public Goods");
});

test("a task file dropped on the first page opens its game", async ({ page }) => {
  await open(page);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    const text = '{"format":"trivium-task/1","game":"L4-T05","params":{}}';
    transfer.items.add(new File([text], "kuhn.json"));
    return transfer;
  });
  await page.dispatchEvent("main", "drop", { dataTransfer: data });
  await expect(chosen(page)).toHaveText("Kuhn Poker");
});
