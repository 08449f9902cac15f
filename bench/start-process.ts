import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

const root = path.dirname(import.meta.dirname);

/**
 * Starts a process of the product, as in production, and waits until it says that it is ready.
 *
 * @param options of Node. Default: none.
 */
export const startProcess = async (
  file: string,
  env: Readonly<Record<string, string>>,
  says: RegExp,
  options: readonly string[] = [],
): Promise<[ChildProcess, string]> => {
  const child = spawn(process.execPath, [...options, path.join(root, file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A benchmark that throws must leave no process behind.
  process.once('exit', () => child.kill('SIGKILL'));
  let output = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (says.test(output)) break;
  }
  child.stdout.resume();
  return [child, output];
};
