import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { authorizationTable } from '#domain/core/authorization.ts';
import { languages } from '#domain/user/settings.ts';
import { allLocales, locales } from '../i18n/locales.ts';
import { filesIn, sources, webFolder } from './source-files.ts';
import { baseOf, fileNamesOf, folders, formOf, holesOf, textsOf, wordsOf } from './texts.ts';
import { cognatesOf, isComplete, translationProblems } from './translation-problems.ts';

const english = textsOf('en');
const keys = new Set([...english.keys()].map(baseOf));
const features = [...new Set([...keys].map((key) => key.split('.')[0]))];

/** Finds keys that the source names whole, and the beginnings of keys that it composes. */
const named = new RegExp(`['"\`]((?:${features.join('|')})\\.[a-z0-9][a-z0-9.-]*)(\\$\\{)?`, 'g');
const uses = sources().flatMap(({ path: file, text }) =>
  [...text.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '').matchAll(named)].map((match) => ({
    file,
    key: match[1] ?? '',
    isPrefix: match[2] !== undefined,
  })),
);

describe('English, the source of every other language', () => {
  it('has every key that the source uses', () => {
    const unknown = uses.filter(({ key, isPrefix }) => !isPrefix && !keys.has(key) && !/\.(ts|tsx|json)$/.test(key));
    expect(unknown).toEqual([]);
    expect(uses.length).toBeGreaterThan(100);
  });

  it('has no unused key', () => {
    const whole = new Set(uses.flatMap(({ key, isPrefix }) => (isPrefix ? [] : [key])));
    const beginnings = uses.flatMap(({ key, isPrefix }) => (isPrefix ? [key] : []));
    const unused = [...keys].filter(
      (key) =>
        !key.startsWith('errors.') && !whole.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)),
    );
    expect(unused).toEqual([]);
  });

  it('counts in plural forms', () => {
    const unformed = [...english].filter(
      ([key, text]) => holesOf(text).includes('{{count}}') && formOf(key) === undefined && /\p{L}/u.test(wordsOf(text)),
    );
    expect(unformed).toEqual([]);
  });

  it('declares every file, so that keys are typed', () => {
    const declared = readFileSync(path.join(webFolder, 'i18n/resources.d.ts'), 'utf8');
    expect(fileNamesOf('en').filter((file) => !declared.includes(`'#locales/en/${file}'`))).toEqual([]);
  });
});

describe('problems of the server', () => {
  const families = [...english.keys()].flatMap((key) => /^errors\.([a-z-]+)\./.exec(key)?.[1] ?? []);
  const literal = new RegExp(`'((?:${[...new Set(families)].join('|')})\\.[a-z]+(?:-[a-z]+)*)'`, 'g');
  const project = path.resolve(webFolder, '..');
  const found = ['domain', 'gateway', 'bff', 'workers', 'platform'].flatMap((part) =>
    filesIn(path.join(project, part), /(?<!\.test|examples)\.ts$/).flatMap(({ path: file, text }) =>
      [
        ...[...text.matchAll(/\bcode: '([a-z0-9.-]+)'/g)].map((match) => match[1] ?? ''),
        ...[...text.matchAll(/\b(?:specProblem|specError|refuseSpec)\('([a-z-]+)'/g)].map(
          (match) => `spec.${match[1]}`,
        ),
        ...[...text.matchAll(literal)].map((match) => match[1] ?? ''),
      ]
        // zod's own code for our rules. The message is the code then.
        .filter((code) => code !== 'custom' && !Object.hasOwn(authorizationTable, code))
        .map((code) => ({ file: `${part}/${file}`, code })),
    ),
  );

  it('have words', () => {
    expect(new Set(found.map(({ code }) => code)).size).toBeGreaterThan(80);
    expect(found.filter(({ code }) => !english.has(`errors.${code}`))).toEqual([]);
  });
});

describe.each(folders)('%s', (language) => {
  it('is complete: no key missing or extra, every plural form, the same placeholders, nothing left in English', () => {
    expect(translationProblems(language)).toEqual({
      missingFiles: [],
      missingKeys: [],
      extraKeys: [],
      wrongForms: [],
      wrongHoles: [],
      untidy: [],
      untranslated: [],
    });
  });

  it('lists only texts that are the same as in English', () => {
    const texts = [...textsOf(language)];
    const stale = cognatesOf(language).filter((cognate) => !texts.some(([, text]) => text === cognate));
    expect(stale).toEqual([]);
  });
});

describe('the languages on offer', () => {
  it('have complete texts', () => {
    expect(locales.map(({ code }) => code)).toEqual(
      languages.filter((code) => folders.includes(code) && isComplete(code)),
    );
  });

  it('are the languages of the settings, and there are no other folders', () => {
    expect(allLocales.map(({ code }) => code)).toEqual([...languages]);
    expect(folders.filter((folder) => !languages.some((code) => code === folder))).toEqual([]);
  });
});
