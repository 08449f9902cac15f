import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSources, root } from './sources.ts';

const folders = [
  'domain',
  'platform',
  'eventstore',
  'migrations',
  'projections',
  'gateway',
  'kafka',
  'specs',
  'workers',
  'bff',
  'web',
  'sandbox',
  'test',
  'e2e',
  'bench',
  'chaos',
  'scripts',
];
const limit = 400;

const quantile = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;

it('files are short: one idea each', async () => {
  const sources = await readSources(/\.(ts|tsx|sql|mjs)$/, ...folders);
  const sizes = sources.map(({ lines }) => lines).sort((a, b) => a - b);
  expect(sources.filter(({ lines }) => lines > limit).map(({ file, lines }) => `${file}: ${lines}`)).toEqual([]);
  expect(quantile(sizes, 0.5)).toBeLessThanOrEqual(80);
  expect(quantile(sizes, 0.9)).toBeLessThanOrEqual(250);
});

it('files and folders are named in kebab-case after what they hold, without barrels', async () => {
  const sources = await readSources(/\.(ts|tsx)$/, ...folders);
  const odd = sources.filter(({ file }) => !/^(?:[a-z0-9-]+\/)*[a-z0-9.-]+$/.test(file)).map(({ file }) => file);
  const barrels = sources
    .filter(({ file }) => /(^|\/)(index|utils|helpers|common)\.tsx?$/.test(file))
    .map(({ file }) => file);
  expect([...odd, ...barrels]).toEqual([]);
});

it('no type is given up and no test is left out', async () => {
  const sources = (await readSources(/\.(ts|tsx)$/, ...folders)).filter(
    ({ file }) => file !== 'test/conventions/files.test.ts',
  );
  const given = sources.flatMap(({ file, text }) =>
    [
      ...text.matchAll(
        /: any\b|\bas any\b|@ts-(?:ignore|nocheck)|\b(?:it|test|describe)\.(?:only|skip|todo)\(|waitForTimeout/g,
      ),
    ].map(([found]) => `${file}: ${found}`),
  );
  expect(given).toEqual([]);
});

it('a package has one version, in the portal and in the packages of the sandbox', async () => {
  const dependenciesIn = async (file: string) => {
    const { dependencies } = JSON.parse(await readFile(path.join(root, file), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    return dependencies;
  };
  const [portal, sandbox, gateway] = await Promise.all(
    ['package.json', 'sandbox/package.json', 'sandbox/gateway/package.json'].map(dependenciesIn),
  );
  expect(sandbox).toMatchObject(gateway ?? {});
  const shared = Object.keys(sandbox ?? {}).filter((name) => name in (portal ?? {}));
  expect(shared).toContain('zod');
  expect(portal).toMatchObject(Object.fromEntries(shared.map((name) => [name, sandbox?.[name]])));
});
