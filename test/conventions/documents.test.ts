import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSources, root } from './sources.ts';

/** Where a document's own links lead, without addresses of the web and parts of the same page. */
const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => (target as string).replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));

/** Documents that a comment points to. */
const pointersIn = (text: string): string[] => text.match(/\bdocs\/[\w/-]+\.md\b/g) ?? [];

it('every link of a document leads to a file', async () => {
  const documents = await readSources(/\.md$/, '.');
  const links = documents.flatMap(({ file, text }) => linksIn(text).map((target) => ({ file, target })));
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter(({ file, target }) => !existsSync(path.join(root, path.dirname(file), target)))).toEqual([]);
});

it('every document that code points to is there', async () => {
  const sources = await readSources(/\.(ts|tsx|sql|mjs|js|css|yaml)$/, '.');
  const pointers = sources.flatMap(({ file, text }) => pointersIn(text).map((target) => ({ file, target })));
  expect(pointers.length).toBeGreaterThan(10);
  expect(pointers.filter(({ target }) => !existsSync(path.join(root, target)))).toEqual([]);
});

/** The words that are read one after the other: without code, tables and the addresses of links. */
const proseIn = (text: string): string[] =>
  text
    .replace(/```[\s\S]*?```/g, '')
    .replace(/^\|.*$/gm, '')
    .replace(/\]\([^)]*\)/g, ']')
    .split(/\s+/)
    .filter(Boolean);

it('README, ARCHITECTURE and CONTRIBUTING together are read in ten minutes', async () => {
  const wordsAMinute = 240;
  const texts = await Promise.all(
    ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'].map((file) => readFile(path.join(root, file), 'utf8')),
  );
  const words = texts.flatMap(proseIn).length;
  expect(words).toBeGreaterThan(1000);
  expect(words).toBeLessThanOrEqual(10 * wordsAMinute);
});

it('every setting is in docs/settings.md', async () => {
  const [schema, table] = await Promise.all(
    ['platform/settings.ts', 'docs/settings.md'].map((file) => readFile(path.join(root, file), 'utf8')),
  );
  const names = [...(schema as string).matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !table?.includes(`\`${name}\``))).toEqual([]);
});

it('every decision has a number of its own, its parts, and a line in the list', async () => {
  const list = await readFile(path.join(root, 'docs/decisions/README.md'), 'utf8');
  const decisions = (await readSources(/\/\d{4}-[a-z0-9-]+\.md$/, 'docs/decisions')).sort((a, b) =>
    a.file.localeCompare(b.file),
  );
  // Numbers may be left out: people who work at the same time take theirs from ranges.
  const numbers = decisions.map(({ file }) => Number(path.basename(file).slice(0, 4)));
  expect(new Set(numbers).size).toBe(numbers.length);
  const parts =
    /^# (\d+)\. \S.*\n\nStatus: .*, \d{4}-\d\d-\d\d\.\n\n## Context\n[\s\S]+\n## Decision\n[\s\S]+\n## Consequences\n/;
  const odd = decisions.filter(
    ({ file, text }, at) => Number(parts.exec(text)?.[1]) !== numbers[at] || !list.includes(`(${path.basename(file)})`),
  );
  expect(odd.map(({ file }) => file)).toEqual([]);
});

it('every package has its row in decision 36, and every row names a package', async () => {
  const manifests = await readSources(/package\.json$/, '.');
  const packages = manifests.flatMap(({ text }) => {
    const { dependencies, optionalDependencies, devDependencies } = JSON.parse(text) as Record<string, object>;
    return Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  });
  const text = await readFile(path.join(root, 'docs/decisions/0036-dependencies.md'), 'utf8');
  const named = [...text.matchAll(/^\| (`.*?) \|/gm)].flatMap(
    ([, names]) => names?.match(/(?<=`)[^`,; ]+(?=`)/g) ?? [],
  );
  expect(named.toSorted()).toEqual([...new Set(packages)].sort());
});
