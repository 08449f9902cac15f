import { defineConfig } from '@playwright/test';
import { installedChromium } from '../test/processes/find-chromium.ts';
import { findFirefox } from '../test/processes/find-firefox.ts';
import { driveStockFirefox } from './stock-firefox.ts';

driveStockFirefox();

const screens = 'every-screen.spec.ts';
const mainWays = 'walk-the-main-ways.spec.ts';
const alone = /@alone/;
/** Where there are Java and the generator's jar; left out otherwise, as `npm test` says. */
const codeGeneration = process.env.CODEGEN === 'on' ? [] : ['generate-client-code.spec.ts'];
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;
const trace = report ? 'on-first-retry' : 'retain-on-failure';

/** Specs run against the whole stack as `npm start` runs it, in a data folder of their own. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global-setup.ts',
  // Several times what an idle machine needs: others may have most of it.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // `npm test` names at its end what passed only in a second run.
  retries: report ? 1 : 0,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  outputDir: '../test-results',
  // `npm test` runs two specs at a time: first the aims, then what is alone, then Firefox and the screens. Specs share a
  // stack: each makes what it changes. What takes a part of the stack away is tagged, and has it for itself.
  workers: 2,
  projects: [
    { name: 'aims', testIgnore: [screens, mainWays, ...codeGeneration], grepInvert: alone },
    { name: 'alone', testIgnore: [screens, mainWays], grep: alone, workers: 1 },
    {
      // The Firefox that people have, by WebDriver BiDi: docs/decisions/0107-firefox.md. Headless, with a profile in a
      // temporary folder, as all browsers of Playwright.
      name: 'firefox',
      testMatch: mainWays,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        // Without its pictures: a picture of the page every 40 ms slows this browser down.
        trace: { mode: trace, screenshots: false },
        launchOptions: {
          executablePath: findFirefox() ?? 'firefox',
          // Playwright lets every window open and does not pass on `reducedMotion` in this protocol.
          firefoxUserPrefs: { 'dom.disable_open_during_load': true, 'ui.prefersReducedMotion': 1 },
        },
      },
    },
    { name: 'screens', testMatch: screens },
  ],
  use: {
    actionTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    // Recording takes a quarter of the time.
    trace,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: installedChromium() ?? 'chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
