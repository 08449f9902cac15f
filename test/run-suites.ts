import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { broken, type Counts, honest, type Outcome, runNode } from './run-node.ts';

type FileReport = Readonly<{
  name: string;
  status: string;
  assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[];
}>;

/** More files than this do not fail by accident. */
const mostTriedAgain = 3;

type Options = Readonly<{ options?: readonly string[]; env?: Readonly<Record<string, string>>; isSilent?: boolean }>;

const runVitest = async (file: string, args: readonly string[], { env, isSilent }: Options) => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], env, isSilent);
  if (!existsSync(file)) return undefined;
  return { status, files: (JSON.parse(readFileSync(file, 'utf8')) as { testResults: FileReport[] }).testResults };
};

const failuresIn = ({ name, status, assertionResults }: FileReport): string[] => {
  const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
  const unnamed = status === 'failed' && failed.length === 0 ? ['(the file as a whole)'] : [];
  return [...failed, ...unnamed].map((test) => `${path.relative(path.dirname(import.meta.dirname), name)} > ${test}`);
};

/** A property that is false once is false, whatever other examples say. */
const isOfProperty = ({ assertionResults }: FileReport): boolean =>
  assertionResults.some(({ failureMessages }) => failureMessages.some((text) => text.includes('Property failed')));

const countsOf = (files: readonly FileReport[]): Counts => {
  const statuses = files.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const count = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
  return {
    passed: count('passed'),
    failed: files.flatMap(failuresIn).length,
    skipped: count('pending', 'skipped', 'todo'),
  };
};

/**
 * Runs suites side by side. The few files that fail then are run once more, one by one: a busy machine is no fault. What passes
 * only then is named in `later`.
 *
 * @param reports folder for Vitest's reports.
 * @param suites  files. All when there are none.
 */
export const runSuites = async (
  reports: string,
  suites: readonly string[],
  { options = [], ...how }: Options = {},
): Promise<Outcome> => {
  const first = await runVitest(path.join(reports, 'suites.json'), [...suites, ...options], how);
  if (!first) return broken;
  const failed = first.files.filter((file) => failuresIn(file).length > 0);
  const failures = failed.flatMap(failuresIn);
  if (failed.length > 0 && failed.length <= mostTriedAgain && !failed.some(isOfProperty)) {
    const names = failed.map(({ name }) => name);
    const again = await runVitest(path.join(reports, 'again.json'), [...names, ...options, '--maxWorkers=1'], how);
    if (again?.status === 0) {
      const others = first.files.filter((file) => !failed.includes(file));
      return { counts: countsOf([...others, ...again.files]), failures: [], later: failures };
    }
  }
  return { counts: honest(countsOf(first.files), first.status), failures, later: [] };
};
