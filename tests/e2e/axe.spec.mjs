import AxeBuilder from "@axe-core/playwright";

import { expect, expectNoSidewaysScroll, open, picture, test } from "./harness.mjs";
import { views } from "./views.mjs";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

for (const view of views) {
  test(`${view.name}: axe finds nothing and nothing scrolls sideways, wide and narrow, light and dark`, async ({ page }) => {
    test.slow();
    if (view.query !== undefined) await open(page, view.query);
    await view.prepare?.(page);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 800 });
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        await picture(page, `${view.name}-${width}-${colorScheme}`);
        await expectNoSidewaysScroll(page);
        const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
        const found = violations.flatMap((rule) =>
          rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`),
        );
        expect(found, `${width} px, ${colorScheme}`).toEqual([]);
      }
    }
  });
}
