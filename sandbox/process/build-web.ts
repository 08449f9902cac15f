import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { StartError } from './start-error.ts';

const root = path.dirname(path.dirname(import.meta.dirname));
const sources = ['web/**/*.{ts,tsx,css,json,html,js,svg}', 'domain/**/*.ts', 'package-lock.json'];

const newest = async (patterns: readonly string[]): Promise<number> => {
  let latest = 0;
  for await (const file of glob(patterns as string[], { cwd: root })) {
    latest = Math.max(latest, (await stat(path.join(root, file))).mtimeMs);
  }
  return latest;
};

/** Builds the web app when there is no build or a source is newer than it. */
export const buildWeb = async (): Promise<string> => {
  const output = path.join(root, 'dist', 'web');
  const built = await stat(path.join(output, 'index.html')).then(
    (file) => file.mtimeMs,
    () => 0,
  );
  if (built > (await newest(sources))) return output;
  const vite = spawn(
    process.execPath,
    [path.join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', 'web', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // A test that starts the sandbox would build what is for development, and leave it to everybody after it.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  const [code] = await once(vite, 'close');
  if (code !== 0) throw new StartError('The web app could not be built; the message is above.');
  return output;
};
