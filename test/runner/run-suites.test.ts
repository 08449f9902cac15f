import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seed } from './chance.ts';
import { runSuites } from './run-suites.ts';

let reports: string;
beforeEach(() => {
  reports = mkdtempSync(path.join(tmpdir(), 'portico-second-run-'));
});
afterEach(() => rmSync(reports, { recursive: true }));

const folder = 'test/fixtures/second-run';
const run = (...suites: string[]) =>
  runSuites(
    reports,
    suites.map((name) => `${folder}/${name}.suite.ts`),
    {
      isSilent: true,
      options: ['--config', `${folder}/vitest.config.ts`],
      env: { SECOND_RUN_MARK: path.join(reports, 'mark') },
    },
  );

it('names a test that passes only in a second run', async () => {
  expect(await run('passes-later')).toEqual({
    counts: { passed: 2, failed: 0, skipped: 0 },
    failures: [],
    later: [`${folder}/passes-later.suite.ts > passes in a second run`],
  });
});

it('fails when a test fails twice, and names what passes in a second run apart from it', async () => {
  expect(await run('passes-later', 'fails')).toEqual({
    counts: { passed: 2, failed: 1, skipped: 0 },
    failures: [`${folder}/fails.suite.ts > fails always`],
    later: [`${folder}/passes-later.suite.ts > passes in a second run`],
  });
});

it('does not run a suite again in which chance decides, and names the seed', async () => {
  expect(await run('by-chance')).toEqual({
    counts: { passed: 0, failed: 1, skipped: 0 },
    failures: [`${folder}/by-chance.suite.ts > passes in a second run, by chance (PORTICO_SEED=${seed})`],
    later: [],
  });
});

it('fails when chance fails, although all others pass in a second run', async () => {
  expect(await run('by-chance', 'passes-later')).toMatchObject({
    counts: { passed: 2, failed: 1 },
    failures: [expect.stringContaining('by-chance.suite.ts')],
    later: [expect.stringContaining('passes-later.suite.ts')],
  });
});

it('takes the seed into the second run', async () => {
  expect(await run('same-seed')).toMatchObject({ failures: [], later: [expect.stringContaining('same seed')] });
});
