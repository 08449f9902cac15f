import { defineConfig } from 'vitest/config';
// Chooses the seed, so that all processes of the run have the same.
import './test/runner/chance.ts';
import { LongestFirst } from './test/runner/long-suites.ts';

export default defineConfig({
  test: {
    // Generous: a test waits for a condition, and a busy machine is no fault.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // One more than the cores of a usual CI machine: half of the time suites wait for processes and gateways.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: [
            '{platform,eventstore,migrations,projections,gateway,workers,bff,sandbox,test,chaos,bench}/**/*.test.ts',
            'web/**/*.test.tsx',
          ],
          globalSetup: ['test/runner/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{domain,specs,web}/**/*.test.ts'],
          // Nothing of one file is seen by another, so they share a process: loading the same modules for each file took three
          // quarters of the time. Components can't share one: React keeps the window in which it was loaded.
          isolate: false,
          unstubGlobals: true,
        },
      },
    ],
  },
});
