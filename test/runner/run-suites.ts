import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { broken, type Counts, honest, type Outcome, runNode } from '../processes/run-node.ts';
import { seed } from './chance.ts';
import { hasChance } from './has-chance.ts';

type FileReport = Readonly<{
  name: string;
  status: string;
  assertionResults: readonly { fullName: string; status: string }[];
}>;

/** More files than this do not fail by accident. */
const mostTriedAgain = 6;

type Options = Readonly<{ options?: readonly string[]; env?: Readonly<Record<string, string>>; isSilent?: boolean }>;

const runVitest = async (file: string, args: readonly string[], { env, isSilent }: Options) => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  // That of suites before these would be taken for theirs.
  rmSync(file, { force: true });
  const status = await runNode(
    ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args],
    { PORTICO_SEED: String(seed), ...env },
    isSilent,
  );
  if (!existsSync(file)) return undefined;
  return { status, files: (JSON.parse(readFileSync(file, 'utf8')) as { testResults: FileReport[] }).testResults };
};

const pathOf = ({ name }: FileReport): string => path.relative(path.resolve(import.meta.dirname, '../..'), name);
const isByChance = (file: FileReport): boolean => hasChance(pathOf(file));

const failuresIn = (file: FileReport): string[] => {
  const failed = file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
  const unnamed = file.status === 'failed' && failed.length === 0 ? ['(the file as a whole)'] : [];
  const repeat = isByChance(file) ? ` (PORTICO_SEED=${seed})` : '';
  return [...failed, ...unnamed].map((test) => `${pathOf(file)} > ${test}${repeat}`);
};

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
 * only then is named in `later`; what fails again has failed. A file in which chance decides is not run again: it has failed.
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
  const excusable = failed.filter((file) => !isByChance(file));
  if (excusable.length > 0 && failed.length <= mostTriedAgain) {
    const names = excusable.map(({ name }) => name);
    const again = await runVitest(path.join(reports, 'again.json'), [...names, ...options, '--maxWorkers=1'], how);
    if (again) {
      const passed = new Map(
        again.files.filter((file) => failuresIn(file).length === 0).map((file) => [file.name, file]),
      );
      const files = first.files.map((file) => passed.get(file.name) ?? file);
      return {
        counts: honest(countsOf(files), again.status),
        failures: files.flatMap(failuresIn),
        later: excusable.filter(({ name }) => passed.has(name)).flatMap(failuresIn),
      };
    }
  }
  return { counts: honest(countsOf(first.files), first.status), failures, later: [] };
};
