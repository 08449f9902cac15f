import { execFile } from 'node:child_process';
import path from 'node:path';
import type { Stack } from './world/stack.ts';

/** Runs the log's own verifier (`npm run log -- verify`). */
export const verifyLog = (stack: Stack): Promise<Readonly<{ ok: boolean; text: string }>> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'bff/operator/log-main.ts', 'verify'],
      {
        cwd: path.dirname(import.meta.dirname),
        env: { ...process.env, DATABASE_URL: stack.database.app, PORTICO_KEY: stack.porticoKey.toString('base64') },
        timeout: 10 * 60_000,
      },
      (error, stdout, stderr) => resolve({ ok: !error, text: (stdout || stderr).trim() }),
    );
  });
