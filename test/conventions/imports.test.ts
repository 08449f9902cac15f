import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSources, root } from './sources.ts';

/** Which folder may import which (ARCHITECTURE.md, "Where a line of code belongs"). Types of the read tables are open to the BFF and the workers. */
const table: Record<string, readonly string[]> = {
  domain: [],
  platform: ['domain'],
  eventstore: ['domain', 'platform'],
  projections: ['domain', 'platform', 'eventstore'],
  gateway: ['domain', 'platform'],
  workers: ['domain', 'platform', 'eventstore', 'gateway'],
  bff: ['domain', 'platform', 'eventstore', 'gateway'],
  web: ['domain'],
};
/** Single files that are open to others. */
const open: Record<string, readonly string[]> = {
  'projections/engine/tables.ts': ['bff', 'workers'],
  'projections/engine/wait-for-position.ts': ['bff'],
  'projections/rebuild.ts': ['bff'],
};
const packagesOfDomain = ['zod'];

const isTest = (file: string) => /\.test\.tsx?$|^web\/test\/|^web\/vite|\/fixtures?\//.test(file);

const importsOf = (text: string) =>
  [
    ...text.matchAll(/(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/g),
  ].map((match) => match[1] ?? match[2] ?? '');

const targetOf = (file: string, specifier: string): string | undefined => {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  return undefined;
};

const offencesOf = (file: string, text: string): string[] => {
  const folder = file.split('/')[0] as string;
  const allowed = table[folder];
  if (!allowed || isTest(file)) return [];
  return importsOf(text).flatMap((specifier) => {
    const target = targetOf(file, specifier);
    if (target === undefined) {
      const isForeign = folder === 'domain' && !packagesOfDomain.includes(specifier);
      return isForeign ? [`${file} imports ${specifier}`] : [];
    }
    const other = target.split('/')[0] as string;
    const fine = other === folder || allowed.includes(other) || open[target]?.includes(folder);
    return fine ? [] : [`${file} imports ${target}`];
  });
};

it('imports run in one direction only', async () => {
  const sources = await readSources(/\.tsx?$/, ...Object.keys(table));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(({ file, text }) => offencesOf(file, text))).toEqual([]);
});

it('would notice an import against the table', () => {
  expect(offencesOf('domain/api/x.ts', "import { a } from 'node:fs';\nimport b from '#bff/app.ts';")).toHaveLength(2);
  expect(
    offencesOf(
      'workers/x.ts',
      "import type { T } from '#projections/engine/tables.ts';\nimport { y } from '../bff/y.ts';",
    ),
  ).toEqual(['workers/x.ts imports bff/y.ts']);
});

it('what is installed at the first start is all that it needs: only tests and benches use packages for developing', async () => {
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const sources = await readSources(/\.tsx?$/, ...Object.keys(table), 'sandbox', 'migrations', 'chaos');
  const used = sources
    .filter(({ file }) => !isTest(file) && !/^(projections\/fixture|eventstore\/contract)\//.test(file))
    .flatMap(({ file, text }) => importsOf(text).map((specifier) => ({ file, specifier })))
    .filter(({ specifier }) => !/^([#.]|node:|virtual:)/.test(specifier))
    .map(({ file, specifier }) => ({ file, name: /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] as string }));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter(({ name }) => !dependencies[name]).map(({ file, name }) => `${file} imports ${name}`)).toEqual([]);
});
