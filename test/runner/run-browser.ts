import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import startStack from '../../e2e/global-setup.ts';
import { findChromium } from '../processes/find-chromium.ts';
import { findFirefox } from '../processes/find-firefox.ts';
import { broken, honest, type Outcome, runNode } from '../processes/run-node.ts';

type Spec = Readonly<{ file: string; title: string; ok: boolean; tests: readonly { status: string }[] }>;
type Suite = Readonly<{ specs: readonly Spec[]; suites?: readonly Suite[] }>;
type Stats = Readonly<{ expected: number; unexpected: number; flaky: number; skipped: number }>;

const specsOf = ({ specs, suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)];

/** Runs the specs of some projects side by side against the stack that runs. */
const runProjects = async (reports: string, projects: readonly string[], chromium: string): Promise<Outcome> => {
  const file = path.join(reports, `${projects.join('-')}.json`);
  const options = projects.flatMap((project) => ['--project', project]);
  const status = await runNode(
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', ...options],
    { CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  );
  if (!existsSync(file)) return broken;
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8')) as { stats: Stats; suites: Suite[] };
  const specs = suites.flatMap(specsOf);
  const names = (wanted: (spec: Spec) => boolean) =>
    specs.filter(wanted).map((spec) => `e2e/${spec.file} > ${spec.title}`);
  return {
    counts: honest({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }, status),
    failures: names((spec) => !spec.ok),
    later: names((spec) => spec.tests.some((test) => test.status === 'flaky')),
  };
};

/**
 * Runs the browser's specs on one stack: in Chromium, and where there is a Firefox the main ways in it. Those are one spec, which
 * takes one of two workers, so another project has the other one.
 *
 * @param reports folder for Playwright's reports.
 */
export const runBrowser = async (reports: string): Promise<Outcome[]> => {
  const chromium = findChromium();
  if (!chromium) {
    console.error('No Chromium was found and none could be installed: set CHROMIUM to its path.');
    return [broken];
  }
  try {
    // One stack for all: a run finds it by the variables that this sets.
    const end = await startStack();
    const outcomes: Outcome[] = [];
    const runs = [['aims'], ['alone'], [...(findFirefox() ? ['firefox'] : []), 'screens']];
    for (const projects of runs) outcomes.push(await runProjects(reports, projects, chromium));
    await end?.();
    return outcomes;
  } catch (error) {
    console.error(error);
    return [broken];
  }
};
