import { expectSound, open, test } from "./harness.mjs";
import { views } from "./views.mjs";

for (const view of views) {
  test(`${view.name}: axe finds nothing and nothing scrolls sideways, wide and narrow, light and dark`, async ({ page }) => {
    test.slow();
    if (view.query !== undefined) await open(page, view.query);
    await view.prepare?.(page);
    await expectSound(page, view.name);
  });
}
