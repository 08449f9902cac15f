import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
// Chooses the seed, so that all processes of the run have the same.
import './test/runner/chance.ts';
import { LongestFirst } from './test/runner/long-suites.ts';
import { isComponents, needsOwnProcess, needsVite } from './test/runner/own-process.ts';

const rooms =
  'platform,eventstore,migrations,projections,gateway,kafka,workers,bff,sandbox,test,chaos,bench,domain,specs,web';
const suites = globSync(`{${rooms}}/**/*.test.{ts,tsx}`, { cwd: import.meta.dirname });
// They share the servers of the run.
const globalSetup = ['test/runner/global-setup.ts'];
// Node loads TypeScript by itself, as in production, and sooner than Vite.
const byNode = { viteModuleRunner: false };

export default defineConfig({
  test: {
    // Generous: a test waits for a condition, and a busy machine is no fault.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // One more than the cores of a usual CI machine: half of the time suites wait for processes and gateways.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Node's own storage is nobody's and hides that of a test's browser.
    execArgv: ['--no-experimental-webstorage'],
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: suites.filter(needsOwnProcess), globalSetup, experimental: byNode },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: suites.filter(isComponents),
          globalSetup,
          // As `together`, without the suites that have no window.
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        test: { name: 'vite', include: suites.filter(needsVite), globalSetup, isolate: false, unstubGlobals: true },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: suites.filter((file) => !needsOwnProcess(file) && !isComponents(file) && !needsVite(file)),
          globalSetup,
          experimental: byNode,
          // Nothing of one file is seen by another, so they share a process: loading the same modules for each file took most
          // of the time of small ones.
          isolate: false,
          unstubGlobals: true,
        },
      },
    ],
  },
});
