import { expect, open, test } from "./harness.mjs";

test.describe("@anywhere", () => {
  test("the built page starts and keeps to its own origin", async ({ page }) => {
    await open(page);
    await expect(page).toHaveTitle(/Trivium/);
    await expect(page.locator("#start-failed")).toBeHidden();
  });

  test("a view opens by its address alone", async ({ page }) => {
    await open(page, "?view=nothing-of-that-name#somewhere");
  });
});

test("the page carries no inline code, and every file it names carries its digest", async ({ page, request }) => {
  const html = await (await request.get("./")).text();
  await page.setContent("");
  const faults = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "text/html");
    const found = [];
    for (const element of parsed.querySelectorAll("*")) {
      for (const { name } of element.attributes) {
        if (name.startsWith("on") || name === "style") found.push(`${element.localName} has ${name}`);
      }
    }
    for (const style of parsed.querySelectorAll("style")) found.push(`style: ${style.textContent}`);
    for (const script of parsed.querySelectorAll("script")) {
      if (!script.src) found.push(`inline script: ${script.textContent}`);
    }
    for (const file of parsed.querySelectorAll("script[src], link[href]")) {
      const address = file.getAttribute("src") ?? file.getAttribute("href");
      // The wasm file's digest stands in a <meta> tag, checked below.
      if (!file.integrity && file.as !== "fetch") found.push(`${address} has no digest`);
      if (!address.startsWith("./")) found.push(`${address} is not relative`);
    }
    if (!parsed.querySelector('meta[name="trivium-wasm"]')?.dataset.digest) found.push("wasm has no digest");
    return found;
  }, html);
  expect(faults).toEqual([]);
});

test("the policy is in force: inline script does not run", async ({ page, watch }) => {
  watch.allow(/script-src|inline script|Content Security Policy/);
  await open(page);
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.inlineRan = true";
    document.body.append(script);
    return window.inlineRan === true;
  });
  expect(ran).toBe(false);
  await expect.poll(() => watch.all.some((fault) => fault.startsWith("policy: script-src"))).toBe(true);
});

test("a wasm file that is missing is said plainly", async ({ page, watch }) => {
  watch.allow(/./);
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "gone" }));
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText("Trivium could not start");
});

test("a wasm file that was changed is refused", async ({ page, watch }) => {
  watch.allow(/./);
  await page.route("**/*.wasm", async (route) => {
    const answer = await route.fetch();
    const body = Buffer.concat([await answer.body(), Buffer.from([0, 1, 0])]);
    await route.fulfill({ response: answer, body });
  });
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText("Trivium could not start");
});
