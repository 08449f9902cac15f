import { defineConfig } from 'vitest/config';

/** The package's own tests. They need no database. */
export default defineConfig({ test: { root: import.meta.dirname, testTimeout: 90_000, maxWorkers: 2 } });
