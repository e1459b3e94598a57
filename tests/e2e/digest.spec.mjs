// The footer's digest: what this page computes is what the native build computes.

import { readFileSync } from "node:fs";

import { expect, open, test } from "./harness.mjs";

test("the footer shows the digest of this version @anywhere", async ({ page }) => {
  test.slow();
  const digest = readFileSync(new URL("../../crates/archive/digest.txt", import.meta.url), "utf8").trim();
  expect(digest).not.toBe("");
  await open(page);
  await page.locator("footer").scrollIntoViewIfNeeded();
  await expect(page.locator("footer code")).toHaveText(digest, { timeout: 120_000 });
});
