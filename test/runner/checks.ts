import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const root = path.resolve(import.meta.dirname, '../..');
const bin = (name: string) => path.join(root, 'node_modules', '.bin', name);
/**
 * The types of a project. What tsc has found is kept: the next time only what changed since is checked. By one checker: several
 * find out the same types anew, and two projects are checked side by side.
 */
const typesOf = (project: string, file: string): string[] => [
  ...['-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile'],
  path.join('node_modules', '.cache', `${file}.tsbuildinfo`),
];

/** What the import rules are about. */
const rooms =
  'domain platform specs gateway kafka eventstore projections workers bff web sandbox chaos migrations'.split(' ');

export type Check = Readonly<{ name: string; command: string; args: readonly string[] }>;
export type CheckResult = Readonly<{ name: string; passed: boolean }>;

/** What no suite looks at. Lint, which is quick, and types come first: `npm run test:quick` takes these three. */
export const staticChecks: readonly Check[] = [
  { name: 'lint and format', command: bin('biome'), args: ['check', '--diagnostic-level=warn', '--error-on-warnings'] },
  { name: 'types of everything but the web app', command: bin('tsc'), args: typesOf('.', 'all') },
  { name: 'types of the web app', command: bin('tsc'), args: typesOf('web', 'web') },
  {
    name: 'imports',
    command: process.execPath,
    args: [
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      '--config',
      '.dependency-cruiser.mjs',
      ...rooms,
    ],
  },
  { name: 'dead exports, files and packages', command: process.execPath, args: ['node_modules/knip/bin/knip.js'] },
];

/** Suites that read the sources only. `npm test` runs them among all others. */
const conventions: Check = {
  name: 'conventions',
  command: process.execPath,
  args: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/conventions.config.ts', '--reporter=dot'],
};

/** TypeScript is a Go program, which collects garbage again and again while its memory grows: a third of its time. It does at 2 GB. */
const withoutCollecting = { GOGC: 'off', GOMEMLIMIT: '2GiB' };

const run = async ({ name, command, args }: Check): Promise<CheckResult> => {
  const begun = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...withoutCollecting, ...process.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const [status] = (await once(child, 'close')) as [number | null];
  const passed = status === 0;
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1).padStart(5);
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${seconds} s  ${name}`);
  if (!passed) console.log(output);
  return { name, passed };
};

/**
 * Runs checks side by side, as many at a time as there are processors: more of them would only end later. Prints how long each took,
 * and the output of those that fail.
 */
export const runSideBySide = async (checks: readonly Check[]): Promise<CheckResult[]> => {
  const waiting = [...checks];
  const results: CheckResult[] = [];
  const runNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await run(next));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
  return results;
};

/** Runs what `npm run check` runs. */
export const runChecks = (): Promise<CheckResult[]> => runSideBySide([conventions, ...staticChecks]);
