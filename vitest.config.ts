import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      '{domain,platform,eventstore,migrations,projections,gateway,workers,bff,sandbox,web,test,chaos}/**/*.test.ts?(x)',
    ],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
