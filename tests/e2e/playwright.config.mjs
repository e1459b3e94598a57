import { defineConfig } from "@playwright/test";

const base = process.env.TRIVIUM_BASE_URL;
if (!base) {
  throw new Error("Run `cargo xtask test --only e2e`, or set TRIVIUM_BASE_URL to a served page.");
}
const folder = process.env.TRIVIUM_SUBPATH_URL;

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.mjs",
  outputDir: "output/results",
  reporter: "./reporter.mjs",
  // So long only where something is wrong: a machine that does other work too makes no test red.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  workers: 2,
  retries: 0,
  forbidOnly: true,
  use: {
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.TRIVIUM_CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "root", use: { baseURL: base } },
    // The same page below a folder: only what can differ there.
    ...(folder ? [{ name: "folder", use: { baseURL: folder }, grep: /@anywhere/ }] : []),
  ],
});
