import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, sources, webFolder } from './source-files.ts';

const folder = path.join(webFolder, 'i18n/locales');
const languages = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

type Texts = { [key: string]: string | Texts };

const flatten = (texts: Texts, prefix: string): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value] as [string, string]] : flatten(value, `${prefix}.${key}`),
  );

const textsOf = (language: string): Map<string, string> =>
  new Map(
    filesIn(path.join(folder, language), /\.json$/).flatMap(({ path: file, text }) =>
      flatten(JSON.parse(text) as Texts, file.replace('.json', '')),
    ),
  );

/** `running_one` and `running_other` are one key with plurals. */
const base = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const english = textsOf('en');
const keys = new Set([...english.keys()].map(base));
const features = [...new Set([...keys].map((key) => key.split('.')[0]))];
const code = sources();

/** Keys that the source names whole, and the beginnings of those that it puts together. */
const named = new RegExp(`['"\`]((?:${features.join('|')})\\.[a-z0-9][a-z0-9.-]*)(\\$\\{)?`, 'g');
const uses = code.flatMap(({ path: file, text }) =>
  [...text.matchAll(named)].map((match) => ({ file, key: match[1] ?? '', isPrefix: match[2] !== undefined })),
);

describe('English, the source of every other language', () => {
  it('has every key that the source names', () => {
    const unknown = uses.filter(({ key, isPrefix }) => !isPrefix && !keys.has(key) && !/\.(ts|tsx|json)$/.test(key));
    expect(unknown).toEqual([]);
    expect(uses.length).toBeGreaterThan(100);
  });

  it('has no key that nothing uses', () => {
    const whole = new Set(uses.flatMap(({ key, isPrefix }) => (isPrefix ? [] : [key])));
    const beginnings = uses.flatMap(({ key, isPrefix }) => (isPrefix ? [key] : []));
    const unused = [...keys].filter(
      (key) =>
        !key.startsWith('errors.') && !whole.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)),
    );
    expect(unused).toEqual([]);
  });

  it('has words for every code that the server may answer', () => {
    const project = path.resolve(webFolder, '..');
    const found = ['domain', 'bff', 'workers', 'platform'].flatMap((part) =>
      filesIn(path.join(project, part), /(?<!\.test)\.ts$/).flatMap(({ path: file, text }) => [
        ...[...text.matchAll(/\bcode: '([a-z0-9.-]+)'/g)].map((match) => ({ file, code: match[1] })),
        ...[...text.matchAll(/\b(?:specProblem|specError|refuseSpec)\('([a-z-]+)'/g)].map((match) => ({
          file,
          code: `spec.${match[1]}`,
        })),
        ...(file.endsWith('schema.ts')
          ? [...text.matchAll(/, '([a-z-]+\.[a-z-]+)'\)/g)].map((match) => ({ file, code: match[1] }))
          : []),
      ]),
    );
    expect(found.length).toBeGreaterThan(40);
    expect(found.filter((problem) => !english.has(`errors.${problem.code}`))).toEqual([]);
  });

  it('is declared file by file, so that keys are typed', () => {
    const declared = readFileSync(path.join(webFolder, 'i18n/resources.d.ts'), 'utf8');
    const missing = filesIn(path.join(folder, 'en'), /\.json$/).filter(
      ({ path: file }) => !declared.includes(`'./locales/en/${file}'`),
    );
    expect(missing.map((file) => file.path)).toEqual([]);
  });
});

const holesOf = (text: string) =>
  [...text.matchAll(/\{\{\s*([\w-]+)\s*\}\}|<\/?\d+>/g)].map((match) => match[0].replace(/\s/g, '')).sort();

describe.each(languages)('%s', (language) => {
  const texts = textsOf(language);

  it('has the keys of English, no more and no fewer', () => {
    expect([...new Set([...texts.keys()].map(base))].sort()).toEqual([...keys].sort());
  });

  it('has every plural form of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const plurals = new Set([...texts.keys()].filter((key) => key !== base(key)).map(base));
    const missing = [...plurals].flatMap((key) =>
      pluralCategories.map((form) => `${key}_${form}`).filter((form) => !texts.has(form)),
    );
    expect(missing).toEqual([]);
  });

  it('fills the same placeholders, and leaves nothing empty', () => {
    const wrong = [...texts].filter(([key, text]) => {
      const source = english.get(key) ?? english.get(`${base(key)}_other`) ?? '';
      return text.trim() !== text || text === '' || String(holesOf(text)) !== String(holesOf(source));
    });
    expect(wrong).toEqual([]);
  });
});
