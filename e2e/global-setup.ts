import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { holdRun } from '../test/runner/hold-run.ts';
import { quickFolder } from '../test/runner/quick-folder.ts';

/**
 * Starts what `npm start` starts, on free ports with an empty data folder. Answers what ends it.
 * PORTICO_URL and PORTICO_DATA tell the specs where. A stack that runs already is used when
 * PORTICO_URL is set.
 */
export default async () => {
  if (process.env.PORTICO_URL) return undefined;
  const release = holdRun();
  const data = mkdtempSync(path.join(quickFolder(), 'portico-e2e-'));
  // As root, Postgres runs as another user, who has to be let in.
  chmodSync(data, 0o755);
  process.env.PORTICO_DATA = data;
  const stack = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'sandbox/main.ts', '--free-ports'], {
    cwd: path.dirname(import.meta.dirname),
    env: { ...process.env, PORTICO_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  process.env.PORTICO_URL = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Portico is ready: (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    for (const output of [stack.stdout, stack.stderr]) output.on('data', read);
    stack.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
  });
  return async () => {
    if (stack.exitCode === null && stack.signalCode === null) {
      const ended = new Promise((resolve) => stack.once('exit', resolve));
      stack.kill('SIGTERM');
      await ended;
    }
    rmSync(data, { recursive: true, force: true });
    await release();
  };
};
