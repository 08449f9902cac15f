import { defineConfig } from 'vitest/config';

/** The tests that read the sources only: no database, no browser. */
export default defineConfig({
  test: {
    include: ['test/conventions/*.test.ts', 'web/test/*.test.ts'],
    isolate: false,
    root: `${import.meta.dirname}/..`,
  },
});
