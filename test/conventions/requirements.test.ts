import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSources, root } from './sources.ts';

/** One number, or several: `D4`, `D3, D4`, `A5, A6 and A7`. */
const numbers = String.raw`[A-N]\d{1,2}(?:(?:, | and )[A-N]\d{1,2})*`;
/**
 * What counts as a citation of docs/requirements.md:
 * - after the word: `requirement D4`, `requirements D3, D4` ("reliability D4" in migrations, whose text can't change);
 * - alone in brackets after a space: `(D4)`, `(D3, D4)`;
 * - at the beginning of a text that is passed to a call, with a colon: `it('D4: ...`, the name of a test.
 *
 * Paper ("on A4"), a spreadsheet's cell (`SUM(A1)`), an escaped byte (`%A0`), a path of an image (`M12 4.5`) and a key
 * (`'F8'`) are none of these.
 */
const citation = new RegExp(
  String.raw`\b(?:[Rr]equirements?|reliability) (${numbers})\b|(?<=\s|^)\((${numbers})\)|\(\s*['"\x60](${numbers}): `,
  'gm',
);

const citationsIn = (text: string): string[] =>
  [...text.matchAll(citation)].flatMap(([, word, bracket, name]) => (word ?? bracket ?? name ?? '').split(/, | and /));

const readRequirements = async (): Promise<string[]> => {
  const text = await readFile(path.join(root, 'docs/requirements.md'), 'utf8');
  return [...text.matchAll(/^\| ([A-N]\d{1,2}) \| \S/gm)].map((row) => row[1] as string);
};

const readCitations = async () =>
  (await readSources(/\.(ts|tsx|sql|mjs|js|css)$/, '.'))
    .filter(({ file }) => file !== 'test/conventions/requirements.test.ts')
    .flatMap(({ file, text }) => citationsIn(text).map((number) => ({ file, number })));

it('every requirement that code or a test names is in docs/requirements.md', async () => {
  const known = await readRequirements();
  const cited = await readCitations();
  expect(cited.length).toBeGreaterThan(200);
  expect(cited.filter(({ number }) => !known.includes(number))).toEqual([]);
});

it('every requirement in docs/requirements.md is named by code or a test', async () => {
  const cited = new Set((await readCitations()).map(({ number }) => number));
  expect((await readRequirements()).filter((number) => !cited.has(number))).toEqual([]);
});

it('requirements are in order, each once', async () => {
  const known = await readRequirements();
  const sorted = [...new Set(known)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  expect(known).toEqual(sorted);
});

it('tells a citation from ordinary text', () => {
  expect(citationsIn('Sealed (requirements E1, F3), read once (D4) and again (A5 and A6).')).toEqual([
    ...['E1', 'F3', 'D4', 'A5', 'A6'],
  ]);
  expect(citationsIn("it('D8: refuses %s')\n])(`M1, M2: has every header`")).toEqual(['D8', 'M1', 'M2']);
  expect(citationsIn("'  H2: of two'\ntest.each(files)(\n  'H2: of two',")).toEqual(['H2']);
  expect(
    citationsIn('A4 paper, SUM(A1), %ED%A0%80, d="M12 4.5H5", key: \'F8\', #A1B2C3, "!A1", C1 control, f(E1: e)'),
  ).toEqual([]);
});
