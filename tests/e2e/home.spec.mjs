// The first page: the first move, the frame around every view, and the games kept on this device.

import { expect, open, test } from "./harness.mjs";
import { playToTheEnd, row, start } from "./table.mjs";

test("the first click on the first page plays a round of a real game", async ({ page }) => {
  await open(page);
  const box = page.getByRole("group", { name: "Your move" });
  await expect(box).toContainText("Seat B, a rule-based player, says");
  await expect(box.locator(".msg p")).toHaveText("“I will cooperate.”");
  // Points of the textbook's game: 3 each, 5 and 0, 1 each.
  await expect(box.locator(".mine")).toHaveText(["3", "0", "5", "1"]);
  await expect(box.locator(".theirs")).toHaveText(["B gets 3", "B gets 5", "B gets 0", "B gets 1"]);
  await box.getByRole("button", { name: "Defect" }).focus();
  await expect(box.locator("tr.lit th")).toHaveText("You defect");

  await box.getByRole("button", { name: "Defect" }).click();
  await expect(page).toHaveURL(/view=play.*session=/);
  await expect(page).toHaveTitle(/Round 2 of 10/);
  // Tit For Tat opens with C.
  expect(await row(page, "You did")).toEqual(["defect"]);
  expect(await row(page, "B did")).toEqual(["cooperate"]);
  await expect(page.getByText("You 5, Seat B 0")).toBeVisible();
  await expect(page.locator(".board")).toContainText("You said nothing.");
});

test("the example is computed from its record", async ({ page }) => {
  await open(page);
  const example = page.locator("section", { has: page.getByRole("heading", { name: "One game, read as a record" }) });
  await expect(example).toContainText("promises to cooperate ten times and does so eight times");
  // 8 of 10 C; 1 of 9 changes; points 8·3 + 5 + 1 = 30 of 50; both last rounds D: (0.8 + 8/9 + 0.6 + 0) / 4.
  await expect(example.locator(".val")).toHaveText(((0.8 + 8 / 9 + 0.6) / 4 * 100).toFixed(1));
  await expect(example.locator("h3", { hasText: "Round 9:" })).toContainText("says cooperate, does defect");
  await example.getByRole("button", { name: "Previous round" }).click();
  await expect(example.locator("h3", { hasText: "Round 8:" })).toContainText("says and does cooperate");
  await example.getByRole("button", { name: "Show round 10" }).click();
  await expect(example).toContainText("1 points, Seat B gets 1.");
});

test("navigation keeps history, title and focus", async ({ page }) => {
  await open(page);
  await page.getByRole("link", { name: "Verify", exact: true }).first().click();
  await expect(page).toHaveURL(/\?view=verify$/);
  await expect(page).toHaveTitle("Verify a record · Trivium");
  await expect(page.getByRole("heading", { level: 1, name: "Verify a record" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Verify", exact: true }).first()).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Choose a game" })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Verify a record" })).toBeVisible();
  await page.getByRole("link", { name: "Trivium" }).click();
  await expect(page.getByRole("heading", { level: 1 }).last()).toContainText("What they do");
  await page.goto("./?view=nothing-of-that-name");
  await expect(page.getByRole("heading", { level: 1, name: "There is no page of that name" })).toBeVisible();
});

test("the skip link leads past the navigation", async ({ page }) => {
  await open(page, "?view=verify");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Choose a file" })).toBeFocused();
});

test("light and dark follow the system until one is chosen, and the choice stays", async ({ page }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page);
  expect(await paper()).toBe("rgb(19, 20, 23)");
  await page.getByRole("button", { name: "Colours: system. Change to light." }).click();
  expect(await paper()).toBe("rgb(252, 252, 250)");
  await page.reload();
  await expect(page.getByRole("button", { name: "Colours: light. Change to dark." })).toBeVisible();
  expect(await paper()).toBe("rgb(252, 252, 250)");
});

test("every game of the list can be chosen", async ({ page }) => {
  await open(page);
  const links = page.locator(".games a");
  const count = await links.count();
  await expect(page.getByRole("link", { name: `Choose from ${count} games` })).toBeVisible();
  const name = await links.last().locator("span").first().textContent();
  await links.last().click();
  await expect(page.locator("aside h2")).toHaveText(name);
  await expect(page.locator("#game option")).toHaveCount(count);
});

test("games of this device are continued, exported and deleted", async ({ page }) => {
  await start(page, { "set.rounds": "2" });
  await page.getByRole("button", { name: "Cooperate" }).click();
  await expect(page.locator("#decide-h")).toContainText("round 2");
  await start(page, { "set.rounds": "1" });
  await playToTheEnd(page, "D");
  await page.getByRole("link", { name: "Trivium, leave this game" }).click();
  const games = page.locator(".saved > li");
  await expect(games).toHaveCount(2);
  await expect(games.nth(0)).toContainText("Finished");
  await expect(games.nth(1)).toContainText("Silent, against Tit For Tat");
  await expect(games.nth(1)).toContainText("Round 2");

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    games.nth(0).getByRole("button", { name: /^Export/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^trivium-L2-T01-[a-z0-9]{10}\.jsonl$/);

  await games.nth(0).getByRole("button", { name: /^Delete/ }).click();
  await expect(games.nth(0)).toContainText("Delete it for good?");
  await games.nth(0).getByRole("button", { name: "Keep it" }).click();
  await games.nth(0).getByRole("button", { name: /^Delete/ }).click();
  await games.nth(0).getByRole("button", { name: "Delete", exact: true }).click();
  await expect(games).toHaveCount(1);
  await games.getByRole("link", { name: /^Continue/ }).click();
  await expect(page.locator("#decide-h")).toContainText("round 2");
  expect(await row(page, "You did")).toEqual(["cooperate"]);
});
