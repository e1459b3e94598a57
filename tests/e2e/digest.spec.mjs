// The footer's digest: what this page computes is what the native build computes, in each of its programs.

import { readFileSync } from "node:fs";

import { expect, open, test } from "./harness.mjs";

const digest = readFileSync(new URL("../../crates/archive/digest.txt", import.meta.url), "utf8").trim();

for (const query of ["", "?view=verify", "?view=rescore"]) {
  test(`the footer shows the digest of this version, at ./${query} @anywhere`, async ({ page }) => {
    test.slow();
    expect(digest).not.toBe("");
    await open(page, query);
    await page.locator("footer").scrollIntoViewIfNeeded();
    await expect(page.locator("footer code")).toHaveText(digest, { timeout: 120_000 });
  });
}
