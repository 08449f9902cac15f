import { defineConfig } from 'vitest/config';

/** The tests that read the sources only: no database, no browser. */
export default defineConfig({
  test: {
    include: ['test/conventions/*.test.ts', 'web/test/*.test.ts'],
    isolate: false,
    // They read the whole source, and a machine may be busy.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    root: `${import.meta.dirname}/..`,
  },
});
