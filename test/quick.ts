import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { staticChecks } from './checks.ts';
import { changedFiles, suitesFor } from './touched-suites.ts';

/*
 * `npm run test:quick`: types, lint, and the suites nearest to what was changed, side by side. Changed is everything since the
 * branch left main, or since the last commit on main itself, and what is not committed. Aims at one minute on two cores.
 */
const root = path.dirname(import.meta.dirname);

const git = (...args: string[]): string => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();

const run = async (name: string, command: string, args: readonly string[]): Promise<boolean> => {
  const begun = performance.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const [status] = (await once(child, 'close')) as [number | null];
  const passed = status === 0;
  console.log(
    `${passed ? 'ok    ' : 'FAILED'} ${((performance.now() - begun) / 1_000).toFixed(1).padStart(5)} s  ${name}`,
  );
  if (!passed) console.log(output);
  return passed;
};

const sources = git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx').split('\n');
const { suites, leftOut } = suitesFor(
  changedFiles(git),
  sources.filter((file) => existsSync(path.join(root, file))),
  root,
);
const tests: Promise<boolean>[] =
  suites.length === 0
    ? []
    : [
        run(`suites: ${suites.join(' ')}`, process.execPath, [
          'node_modules/vitest/vitest.mjs',
          'run',
          '--reporter=dot',
          ...suites,
        ]),
      ];

const results = await Promise.all([
  ...tests,
  ...staticChecks.slice(0, 3).map(({ name, command, args }) => run(name, command, args)),
]);
if (leftOut > 0) console.log(`Left out: ${leftOut} more suites that use what was changed. \`npm test\` runs all.`);
process.exitCode = results.every(Boolean) ? 0 : 1;
