// The first page is a program of its own; the application takes over in the same document.

import { readFileSync } from "node:fs";
import { expect, open, test } from "./harness.mjs";
import { row } from "./table.mjs";

// Names of the wasm and js files that the page asked for, without build marks.
function follow(page) {
  const files = [];
  page.on("request", (request) => {
    const name = new URL(request.url()).pathname.split("/").pop();
    if (/\.(wasm|js)$/.test(name)) files.push(name.replace(/-[0-9a-f]+(?=[._])/, ""));
  });
  return files;
}

const move = (page, name) => page.getByRole("group", { name: "Your move" }).getByRole("button", { name });

test("a visitor waits for the first page's own files; the rest comes at the first sign of a click", async ({ page }) => {
  const files = follow(page);
  await open(page);
  await page.waitForTimeout(3000);
  expect(files.toSorted()).toEqual(["boot.js", "first.js", "first_bg.wasm"]);
  await move(page, "Cooperate").hover();
  await expect.poll(() => files.filter((name) => name.startsWith("app")).toSorted()).toEqual(["app.js", "app_bg.wasm"]);
  await expect(move(page, "Cooperate")).toBeVisible();
  await move(page, "Cooperate").click();
  await expect(page).toHaveTitle(/Round 2 of 10/);
  expect(files.filter((name) => name === "app_bg.wasm")).toHaveLength(1);
  await expect(page.locator("main")).toHaveCount(1);
  await expect(page.locator("footer")).toHaveCount(1);
});

test("another view by its address fetches the application and not the first page's program", async ({ page }) => {
  const files = follow(page);
  await open(page, "?view=play");
  expect(files).not.toContain("first_bg.wasm");
  await page.getByRole("link", { name: "Trivium" }).click();
  await expect(move(page, "Cooperate")).toBeVisible();
  expect(files).not.toContain("first_bg.wasm");
});

test("an application that does not load leaves the first page and the move; a second try goes on", async ({ page, watch }) => {
  watch.allow(/app_bg|Failed to load resource|ERR_FAILED|fetch/);
  let down = true;
  await page.route("**/app_bg.wasm*", (route) => (down ? route.abort() : route.continue()));
  await open(page);
  await move(page, "Defect").click();
  const notice = page.getByRole("alert").filter({ hasText: "The rest of Trivium did not load." });
  await expect(notice).toContainText("Check the connection and try again. Your move is kept.");
  await expect(move(page, "Cooperate")).toBeVisible();
  down = false;
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveTitle(/Round 2 of 10/);
  expect(await row(page, "You did")).toEqual(["defect"]);
});

test("a first move goes along where the browser stores nothing", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("The user denied permission to access the database.", "SecurityError");
    };
  });
  await open(page);
  await move(page, "Defect").click();
  await expect(page).toHaveTitle(/Round 2 of 10/);
  expect(await row(page, "You did")).toEqual(["defect"]);
  await expect(page.getByText("This browser keeps nothing of this game.")).toBeVisible();
});

test("a file dropped on the first page opens the view that reads it", async ({ page }) => {
  await open(page);
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['{"format":"trivium-record/9"}\n'], "later.jsonl"));
    return transfer;
  });
  await page.dispatchEvent("main", "drop", { dataTransfer: data });
  await expect(page).toHaveURL(/view=verify/);
  await expect(page.locator("main")).toContainText("later.jsonl");
});

test("who comes back finds the games of the device at once", async ({ page }) => {
  await open(page);
  await move(page, "Cooperate").click();
  await expect(page).toHaveTitle(/Round 2 of 10/);
  const files = follow(page);
  await open(page);
  await expect(page.locator(".saved > li")).toHaveCount(1);
  expect(files).not.toContain("first_bg.wasm");
  // A browser that forgot the note still says that games are there.
  await page.evaluate(() => localStorage.clear());
  await open(page);
  await page.getByRole("button", { name: "Show them" }).click();
  await expect(page.locator(".saved > li")).toHaveCount(1);
});

test("the footer's digest is the native build's", async ({ page }) => {
  const line = readFileSync(new URL("../../crates/archive/digest.txt", import.meta.url), "utf8").trim();
  await open(page, "?view=verify");
  await page.locator("footer").scrollIntoViewIfNeeded();
  await expect(page.locator("footer code")).toHaveText(line, { timeout: 60_000 });
});
