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

const codeIn = (text: string): string[] =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(([, code]) => code as string);

/** `web/{app,api}/` is two paths. */
const expanded = (code: string): string[] => {
  const [all, names] = /\{([^{}]*,[^{}]*)\}/.exec(code) ?? [];
  return all ? (names as string).split(',').flatMap((name) => expanded(code.replace(all, name))) : [code];
};

it('every path and script that a document names is there', async () => {
  const documents = (await readSources(/\.md$/, '.')).filter(({ text }) => !/^Status: replaced by/m.test(text));
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { scripts: object };
  const all = (await readSources(/./, '.')).map(({ file }) => file);
  const names = new Set(all.map((file) => path.basename(file)));
  const folders = new Set(all.flatMap((file) => file.split('/').slice(0, 1)));
  const isThere = (from: string, code: string): boolean => {
    if (!code.includes('/')) return names.has(code);
    // A path is seen from the project or from the document. `<noun>` and `*` stand for any name.
    if (!folders.has(code.split('/')[0] as string) || /[<*]/.test(code)) return true;
    return [root, path.join(root, path.dirname(from))].some((folder) => existsSync(path.join(folder, code)));
  };
  const isPath = (code: string) =>
    /^[\w@.-]+(?:\/[\w@.<>*-]+)*\/?$/.test(code) && /\/|\.(?:ts|tsx|mjs|sql|md)$/.test(code);
  const paths = documents.flatMap(({ file, text }) =>
    codeIn(text)
      .flatMap(expanded)
      .filter(isPath)
      .map((code) => ({ file, code })),
  );
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter(({ file, code }) => !isThere(file, code))).toEqual([]);
  const commands = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, script]) => ({ file, script: script as string })),
  );
  expect(commands.length).toBeGreaterThan(30);
  expect(commands.filter(({ script }) => !(script in scripts))).toEqual([]);
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
  const odd = decisions.filter(({ text }, at) => Number(parts.exec(text)?.[1]) !== numbers[at]);
  expect(odd.map(({ file }) => file)).toEqual([]);
  const rows = [...list.matchAll(/^\| \[(\d{4})\]\((.*?)\) \|/gm)].map(([, number, file]) => [number, file]);
  const files = decisions.map(({ file }) => path.basename(file));
  expect(rows).toEqual(files.map((file) => [file.slice(0, 4), file]));
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
