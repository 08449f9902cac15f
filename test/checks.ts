import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

const root = path.dirname(import.meta.dirname);
const bin = (name: string) => path.join(root, 'node_modules', '.bin', name);

/** What the import rules are about. */
const rooms = 'domain platform specs gateway eventstore projections workers bff web sandbox chaos migrations'.split(
  ' ',
);

export type CheckResult = Readonly<{ name: string; passed: boolean }>;

/** Types and lint come first: `npm run test:quick` takes these three. */
export const staticChecks: readonly { name: string; command: string; args: readonly string[] }[] = [
  { name: 'types of everything but the web app', command: bin('tsc'), args: ['-p', '.'] },
  { name: 'types of the web app', command: bin('tsc'), args: ['-p', 'web'] },
  { name: 'lint and format', command: bin('biome'), args: ['check', '--diagnostic-level=warn', '--error-on-warnings'] },
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
  {
    name: 'conventions',
    command: process.execPath,
    args: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/conventions.config.ts', '--reporter=dot'],
  },
];

/** Runs the static checks one after the other, printing what they print. */
export const runChecks = async (): Promise<CheckResult[]> =>
  staticChecks.map(({ name, command, args }) => {
    console.log(`\n# ${name}`);
    const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
    return { name, passed: status === 0 };
  });
