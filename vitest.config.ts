import { defineConfig } from 'vitest/config';
// Chooses the seed, so that all processes of the run have the same.
import './test/chance.ts';
import { LongestFirst } from './test/long-suites.ts';

export default defineConfig({
  test: {
    include: [
      '{domain,platform,eventstore,migrations,projections,gateway,specs,workers,bff,sandbox,web,test,chaos,bench}/**/*.test.ts?(x)',
    ],
    globalSetup: ['test/global-setup.ts'],
    // Generous: a test waits for a condition, and a busy machine is no fault.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // One more than the cores of a usual CI machine: half of the time suites wait for processes and gateways.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
