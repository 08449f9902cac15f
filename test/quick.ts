import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { type Check, runSideBySide, staticChecks } from './runner/checks.ts';
import { holdRun } from './runner/hold-run.ts';
import { changedFiles, suitesFor } from './runner/touched-suites.ts';

/*
 * `npm run test:quick`: types, lint, and the suites nearest to what was changed, side by side. Changed is everything since the
 * branch left main, or since the last commit on main itself, and what is not committed. Aims at one minute on two cores.
 */
const root = path.dirname(import.meta.dirname);

const git = (...args: string[]): string => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();

const sources = git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx').split('\n');
const { suites, leftOut } = suitesFor(
  changedFiles(git),
  sources.filter((file) => existsSync(path.join(root, file))),
  root,
);
const ofSuites: Check = {
  name: `suites: ${suites.join(' ')}`,
  command: process.execPath,
  args: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot', ...suites],
};

const release = holdRun();
const results = await runSideBySide([...(suites.length > 0 ? [ofSuites] : []), ...staticChecks.slice(0, 3)]);
await release();
if (leftOut > 0) console.log(`Left out: ${leftOut} more suites that use what was changed. \`npm test\` runs all.`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
