import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import startStack from '../e2e/global-setup.ts';
import { runChecks } from './checks.ts';
import { findChromium } from './find-chromium.ts';
import { noLastRelease } from './last-release-commit.ts';

/**
 * `npm test`: static checks, then every suite that reads or runs a part, then the browser's.
 * `npm test -- gateway`: the operations alone, on the Kong of KONG_ADMIN_URL where it is set.
 */
const root = path.dirname(import.meta.dirname);
const reports = mkdtempSync(path.join(tmpdir(), 'portico-reports-'));

type Counts = { passed: number; failed: number; skipped: number };

/** A suite that could not run. */
const broken: Counts = { passed: 0, failed: 1, skipped: 0 };

/** What failed, by file and name: said once more at the end, because a record of a run may hold its end alone. */
const failures: string[] = [];

const run = async (args: readonly string[], env: Record<string, string> = {}): Promise<number | null> => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  return status;
};

/** A suite that ended badly without a failed test (a crash, a file that does not load) counts as one failure. */
const honest = (counts: Counts, status: number | null): Counts =>
  status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

/** What any Kong can be asked for; the others stop the gateway, break its answers or need one that is empty. */
const gatewaySuites = [
  'deployment/never-open',
  'deployment/in-time',
  'deployment/give-way',
  'engine/operations',
  'deployment/deployment-plugins',
  'consumer/key-settings',
  'consumer/rotate-keys',
  'consumer/withdraw-keys',
].map((name) => `workers/${name}.test.ts`);
const { CODEGEN, KEYCLOAK, KONG_ADMIN_URL } = process.env;
/** Some seconds for each thing that a real gateway takes into force, and one file after the other. */
const onKong = ['--testTimeout=600000', '--hookTimeout=120000', '--no-file-parallelism'];

const vitestCounts = async (args: readonly string[], env: Record<string, string> = {}): Promise<Counts> => {
  const file = path.join(reports, `vitest-${args.length}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = await run(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], env);
  if (!existsSync(file)) return broken;
  const report = JSON.parse(readFileSync(file, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[];
  };
  for (const { name, status, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
    const unnamed = status === 'failed' && failed.length === 0 ? ['(the file as a whole)'] : [];
    for (const test of [...failed, ...unnamed]) failures.push(`${path.relative(root, name)} > ${test}`);
  }
  return honest(
    { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests },
    status,
  );
};

type Suite = { specs: { file: string; title: string; ok: boolean }[]; suites?: Suite[] };

const failedSpecs = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.filter((spec) => !spec.ok).map((spec) => `e2e/${spec.file} > ${spec.title}`),
  ...suites.flatMap(failedSpecs),
];

/** The specs of one project, against the stack that runs. */
const projectCounts = async (project: string, chromium: string): Promise<Counts> => {
  const file = path.join(reports, `${project}.json`);
  const status = await run(
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', '--project', project],
    { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  );
  if (!existsSync(file)) return broken;
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    suites: Suite[];
  };
  failures.push(...suites.flatMap(failedSpecs));
  return honest({ passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }, status);
};

const browserCounts = async (): Promise<Counts[]> => {
  const chromium = findChromium();
  if (!chromium) {
    console.error('No Chromium was found and none could be installed: set CHROMIUM to its path.');
    return [broken];
  }
  try {
    // One stack for all: a run finds it by the variables that this sets.
    const end = await startStack();
    const counts: Counts[] = [];
    for (const project of ['aims', 'alone', 'screens']) counts.push(await projectCounts(project, chromium));
    await end?.();
    return counts;
  } catch (error) {
    console.error(error);
    return [broken];
  }
};

const gatewayCounts = () => vitestCounts([...gatewaySuites, ...(KONG_ADMIN_URL ? onKong : [])]);

const everything = async (): Promise<Counts[]> => {
  const checks = await runChecks();
  const passed = checks.filter((check) => check.passed).length;
  failures.push(...checks.filter((check) => !check.passed).map((check) => `check > ${check.name}`));
  return [
    { passed, failed: checks.length - passed, skipped: 0 },
    // On the sandbox gateway first, whose faults can be chosen.
    await vitestCounts([], { KONG_ADMIN_URL: '' }),
    ...(KONG_ADMIN_URL ? [await gatewayCounts()] : []),
    ...(await browserCounts()),
  ];
};

const [asked, ...more] = process.argv.slice(2);
if (more.length > 0 || (asked !== undefined && asked !== 'gateway')) {
  console.error('npm test runs everything, npm test -- gateway the operations at a gateway.');
  process.exit(1);
}
const parts = asked === 'gateway' ? [await gatewayCounts()] : await everything();
/** A run that is to cover code generation, or a real Keycloak, says so and fails where it could not be had. */
for (const fetched of [CODEGEN, KEYCLOAK]) if (!asked && fetched === 'missing') parts.push(broken);
rmSync(reports, { recursive: true, force: true });

console.log();
if (!KONG_ADMIN_URL)
  console.log(
    'Left out: operations on a real Kong. Set KONG_ADMIN_URL and KONG_PROXY_URL to those of one to run them there.',
  );
if (!asked && !process.env.REDIS_URL) console.log('Left out: the queue on Redis. Set REDIS_URL to run it.');
if (!asked && CODEGEN === 'missing')
  console.error('Failed: code generation, because OpenAPI Generator could not be fetched.');
else if (!asked && CODEGEN !== 'on')
  console.log('Left out: code generation. Set CODEGEN=on where Java and Maven are installed to run it.');
if (!asked && KEYCLOAK === 'missing')
  console.error('Failed: production from nothing, because Keycloak could not be fetched.');
else if (!asked && KEYCLOAK !== 'on')
  console.log('Left out: production from nothing. Set KEYCLOAK=on where Java and Maven are installed to run it.');
if (noLastRelease) console.log(`Left out: the last release on this one's data, because ${noLastRelease}.`);
const total = parts.reduce((sum, part) => ({
  passed: sum.passed + part.passed,
  failed: sum.failed + part.failed,
  skipped: sum.skipped + part.skipped,
}));
for (const failure of failures) console.error(`Failed: ${failure}`);
if (total.skipped) console.log(`${total.skipped} skipped`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
