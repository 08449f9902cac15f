import { runChecks } from './checks.ts';

/** `npm run check`: types, lint and conventions. */
const results = await runChecks();
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
