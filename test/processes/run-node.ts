import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';

export type Counts = Readonly<{ passed: number; failed: number; skipped: number }>;

/**
 * @property failures what failed, by file and name.
 * @property later    what failed first and passed in a second run.
 */
export type Outcome = Readonly<{ counts: Counts; failures: readonly string[]; later: readonly string[] }>;

/** A suite that could not run. */
export const broken: Outcome = { counts: { passed: 0, failed: 1, skipped: 0 }, failures: [], later: [] };

/** Counts a suite that ended badly without a failed test (a crash, a file that does not load) as one failure. */
export const honest = (counts: Counts, status: number | null): Counts =>
  status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

/**
 * Runs a script in the project's folder.
 *
 * @param isSilent hides its output.
 * @returns its exit code.
 */
export const runNode = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  isSilent = false,
): Promise<number | null> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: isSilent ? 'ignore' : 'inherit',
    env: { ...process.env, ...env },
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  return status;
};
