import { defineConfig } from '@playwright/test';

const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

/** Specs run against the whole stack as `npm start` runs it, in a data folder of their own. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './global-setup.ts',
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : 'list',
  outputDir: '../test-results',
  use: {
    actionTimeout: 15_000,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
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
