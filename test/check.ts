import { runChecks } from './checks.ts';
import { holdRun } from './hold-run.ts';

/** `npm run check`: types, lint and conventions. */
const release = holdRun();
const results = await runChecks();
await release();
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
