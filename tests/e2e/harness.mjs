// What every spec imports instead of @playwright/test. Each test has a `watch` on its page: at the
// end it fails on console errors and warnings, uncaught errors, violations of the page's policy and
// requests to another origin, unless the spec allowed them.

import AxeBuilder from "@axe-core/playwright";
import { test as base, expect } from "@playwright/test";

export { expect };

export const test = base.extend({
  watch: [
    async ({ page, baseURL }, use) => {
      const watch = new Watch(new URL(baseURL).origin);
      await watch.follow(page);
      await use(watch);
      expect(watch.faults, "the page kept quiet and to itself").toEqual([]);
    },
    { auto: true },
  ],
});

class Watch {
  #allowed = [];
  #seen = [];

  constructor(origin) {
    this.origin = origin;
  }

  // Faults whose text matches `pattern` are expected in this test; say why at the call.
  allow(pattern) {
    this.#allowed.push(pattern);
  }

  get faults() {
    return this.#seen.filter((fault) => !this.#allowed.some((pattern) => pattern.test(fault)));
  }

  // Everything seen, allowed or not.
  get all() {
    return [...this.#seen];
  }

  async follow(page) {
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) {
        this.#seen.push(`console ${message.type()}: ${message.text()}`);
      }
    });
    page.on("pageerror", (error) => this.#seen.push(`uncaught: ${error.message}`));
    page.on("crash", () => this.#seen.push("the page crashed"));
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (["data:", "blob:"].includes(url.protocol)) return;
      if (url.origin !== this.origin) this.#seen.push(`request to ${url.origin}${url.pathname}`);
    });
    await page.exposeFunction("reportViolation", (text) => this.#seen.push(`policy: ${text}`));
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        window.reportViolation(`${event.effectiveDirective} blocked ${event.blockedURI} ${event.sample}`);
      });
    });
  }
}

// Opens a view (`""` is home, `"?view=verify"` another) and waits until the application stands.
export async function open(page, query = "") {
  await page.goto(`./${query}`);
  await expect(page.locator("main h1").first()).toBeVisible();
}

// A picture for people to look at: output/screens/<name>.png.
export async function picture(page, name) {
  await page.screenshot({ path: `output/screens/${name}.png`, fullPage: true, animations: "disabled" });
}

// Puts a measured figure into the report.
export function figure(text) {
  base.info().annotations.push({ type: "figure", description: text });
}

// Lets files go over an element, as a person does with the mouse: [name, text] each.
export async function drop(page, selector, ...files) {
  const dataTransfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [name, content] of files) transfer.items.add(new File([typeof content === "string" ? content : new Uint8Array(content)], name));
    return transfer;
  }, files);
  await page.dispatchEvent(selector, "dragover", { dataTransfer });
  await page.dispatchEvent(selector, "drop", { dataTransfer });
}

// Every entry of the browser's database: [key, value] in the order of keys.
export function database(page) {
  return page.evaluate(async () => {
    const done = (request) =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const open = await done(indexedDB.open("trivium"));
    const lines = open.transaction("lines").objectStore("lines");
    const [keys, values] = await Promise.all([done(lines.getAllKeys()), done(lines.getAll())]);
    open.close();
    return keys.map((key, at) => [key, values[at]]);
  });
}

// No view may scroll sideways.
export async function expectNoSidewaysScroll(page) {
  const beyond = await page.evaluate(() => {
    const root = document.scrollingElement;
    return root.scrollWidth - root.clientWidth;
  });
  expect(beyond, "pixels beyond the right edge").toBeLessThanOrEqual(0);
}

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

// What axe finds on the page as it is.
export async function expectAxeClean(page, name) {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const found = violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`),
  );
  expect(found, name).toEqual([]);
}

// Wide and narrow, light and dark: a picture of each, nothing scrolls sideways, axe finds nothing.
export async function expectSound(page, name) {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: width === 360 ? 740 : 800 });
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      await picture(page, `${name}-${width}-${colorScheme}`);
      await expectNoSidewaysScroll(page);
      await expectAxeClean(page, `${name}, ${width} px, ${colorScheme}`);
    }
  }
}
