import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { bareEnvironment } from '../processes/bare-environment.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The commit of the release before this one: whoever lands a release puts its commit into `test/last-release`. */
const lastRelease = readFileSync(path.join(import.meta.dirname, '../last-release'), 'utf8').trim();

/** Why the last release can't be tried here; undefined when it can. */
export const noLastRelease: string | undefined =
  spawnSync('git', ['cat-file', '-e', `${lastRelease}^{commit}`], { cwd: import.meta.dirname }).status === 0
    ? undefined
    : `this clone has no history with ${lastRelease}`;

/** Writes the files of the last release into a folder. It runs with the packages of this one. */
export const checkOutLastRelease = (): Readonly<{ folder: string; remove: () => void }> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-last-release-'));
  const archive = execFileSync('git', ['archive', lastRelease], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/**
 * Runs a program in a checkout.
 *
 * @param program text of a module. It prints JSON.
 */
export const jsonFrom = (checkout: string, program: string): unknown => {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: checkout, encoding: 'utf8', maxBuffer: 1 << 26 }));
};

/** Runs `npm run migrate` of a checkout. @throws Error with what it printed. */
export const runMigrations = (checkout: string, ownerUrl: string, appUrl: string): void => {
  execFileSync(process.execPath, ['migrations/main.ts'], {
    cwd: checkout,
    encoding: 'utf8',
    env: {
      ...bareEnvironment,
      MIGRATION_DATABASE_URL: ownerUrl,
      DATABASE_URL: appUrl,
      PORTICO_KEY: randomBytes(32).toString('base64'),
    },
  });
};
