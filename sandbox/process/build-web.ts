import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { PartCommand } from './part.ts';
import { StartError } from './start-error.ts';

const sources = [
  'web/**/*.{ts,tsx,css,json,html,js,svg}',
  'domain/**/*.ts',
  'locales/**/*.json',
  '{package,package-lock,tsconfig*}.json',
];

/** Returns a text that changes when a file is added, removed or written. */
const stateOfSources = async (root: string): Promise<string> => {
  const lines: string[] = [];
  for await (const file of glob(sources, { cwd: root })) {
    const { mtimeMs, size } = await stat(path.join(root, file));
    lines.push(`${file} ${mtimeMs} ${size}`);
  }
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
};

const project = path.dirname(path.dirname(import.meta.dirname));
export const buildFolder = (root = project): string => path.join(root, 'dist', 'web');
/** Says from which sources the build is. It is beside the build, whose folder is emptied. Missing while the build is not whole. */
const stampOf = (root: string): string => path.join(root, 'dist', 'web-built-of');

/** Returns what the stamp says of the build that is there. Another build, as `npm run build` makes one, writes its page at another time. */
const stamped = (state: string, root: string): string =>
  `${state} ${statSync(path.join(buildFolder(root), 'index.html')).mtimeMs}`;

const isBuiltOf = (state: string, root: string): boolean => {
  try {
    return readFileSync(stampOf(root), 'utf8') === stamped(state, root);
  } catch {
    return false;
  }
};

/** Returns whether the web app was built from exactly these sources. */
export const isWebBuilt = async (root = project): Promise<boolean> => isBuiltOf(await stateOfSources(root), root);

/**
 * Builds the web app, unless it was built from exactly these sources.
 *
 * @param run runs a program to its end and returns its exit code.
 * @returns whether it had to be built.
 */
export const buildWeb = async (
  run: (command: PartCommand) => Promise<number | null>,
  root = project,
): Promise<boolean> => {
  const state = await stateOfSources(root);
  const stamp = stampOf(root);
  if (isBuiltOf(state, root)) return false;
  rmSync(stamp, { force: true });
  const status = await run({
    file: process.execPath,
    args: [path.join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', 'web', '--logLevel', 'warn'],
    cwd: root,
    // Otherwise a test that starts the sandbox would build for development, and later starts would use that build.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new StartError('The web app could not be built; the message is above.');
  writeFileSync(stamp, stamped(state, root));
  return true;
};
