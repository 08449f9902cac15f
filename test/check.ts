import { runChecks } from './runner/checks.ts';
import { holdRun } from './runner/hold-run.ts';

/** `npm run check`: types, lint and conventions. */
const release = holdRun();
const results = await runChecks();
await release();
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
