// Playing games in the page, for the specs that need one.

import { readFileSync } from "node:fs";

import { expect, open } from "./harness.mjs";

// Opens the form with these settings and starts the game.
export async function start(page, settings = {}) {
  const chosen = { view: "play", game: "L2-T01", opponent: "TitForTat", condition: "silent", ...settings };
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ""));
  await open(page, `?${query}`);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.locator("#decide-h, #over-h")).toBeVisible();
}

// Plays whatever is asked, by the first control that takes it, until the game is over.
export async function playAnything(page) {
  const main = page.locator("#decide .btn--main");
  const open = async () => (await main.count()) > 0 && (await main.getAttribute("aria-disabled")) !== "true";
  for (let n = 0; n < 300; n++) {
    await page.locator("#over-h, #message, #decide .choice, #decide .slide, #decide .compound").first().waitFor();
    if (await page.locator("#over-h").count()) return;
    const choices = page.locator("#decide .choice");
    if (await page.locator("#message").count()) {
      if (n % 2) await page.locator("#message").fill("Together we get more.");
      await main.click();
    } else if (await choices.count()) {
      await choices.nth(n % (await choices.count())).click();
    } else if (await open()) {
      await main.click();
    } else {
      await fillIn(page, open);
      // A decision that is still being taken may replace the control meanwhile: then the next turn of the loop sees it.
      const press = (await open()) ? main : page.locator("#decide .compound > .row .btn").first();
      await press.click({ timeout: 3000 }).catch(() => {});
    }
  }
  throw new Error("the game does not end");
}

// Ticks seats and raises shares until the decision fits.
async function fillIn(page, fits) {
  for (const box of await page.locator("#decide input[type=checkbox]:not(:disabled)").all()) {
    if (await fits()) return;
    await box.check();
    const raise = page.locator("#decide .member .step").last();
    for (let n = 0; n < 40 && (await raise.count()) && !(await fits()); n++) await raise.click();
  }
}

// Chooses by label and waits until the round is counted.
export async function choose(page, label) {
  await expect(page.locator("#decide .choice").first()).toBeVisible();
  const rounds = page.locator(".stave tr").nth(1).locator("td svg");
  const before = await rounds.count();
  await page.locator("#decide .choice", { hasText: label }).click();
  await expect(rounds).toHaveCount(before + 1);
}

// Sends a message, with an announcement of the next move if one is named.
export async function say(page, text, announce) {
  await page.locator("#message").fill(text);
  if (announce) await page.getByRole("group", { name: "Announce your next move" }).getByRole("button", { name: announce }).click();
  await page.locator(".say-it .btn--main").click();
  await expect(page.locator("#decide .choice").first()).toBeVisible();
}

export async function playToTheEnd(page, letters) {
  for (const letter of letters) await page.locator("#decide .choice", { hasText: { C: "Cooperate", D: "Defect" }[letter] }).click();
  await expect(page.locator("#over-h")).toBeVisible();
}

// The text of a file that a button hands out, and its name.
export async function exported(page, name = "Export the game") {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
}

// What a row of the stave shows, by the words of its cells: ["cooperate", "defect", …].
export async function row(page, head) {
  const cells = page.locator(".stave tr", { has: page.locator("th", { hasText: head }) }).locator("td [role=img]");
  const labels = await cells.evaluateAll((marks) => marks.map((mark) => mark.getAttribute("aria-label")));
  return labels.map((label) => label.replace(/^Round \d+: /, ""));
}
