import path from 'node:path';
import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorTextOf } from '../i18n/error-text.ts';
import { filesIn, sources, webFolder } from './source-files.ts';
import { baseOf, folders, holesOf, textsOf } from './texts.ts';

const english = textsOf('en');
/** The placeholders of each key's text, without its tags. */
const asked = new Map<string, Set<string>>();
for (const [key, text] of english)
  for (const hole of holesOf(text).filter((one) => one.startsWith('{{')))
    asked.set(baseOf(key), (asked.get(baseOf(key)) ?? new Set()).add(hole.slice(2, -2)));

/** Returns the text between the bracket before `start` and the bracket that closes it. */
const argumentsFrom = (text: string, start: number): string => {
  let open = 1;
  let at = start;
  for (; at < text.length && open > 0; at += 1) {
    if ('([{'.includes(text[at] ?? '')) open += 1;
    if (')]}'.includes(text[at] ?? '')) open -= 1;
  }
  return text.slice(start, at - 1);
};

it('code that shows a text fills in all its placeholders', () => {
  const calls = sources().flatMap(({ path: file, text }) =>
    [...text.matchAll(/\bt\(\s*'([a-z][\w.-]*)'/g)].map((match) => ({
      file,
      key: match[1] ?? '',
      told: argumentsFrom(text, (match.index ?? 0) + match[0].indexOf('(') + 1),
    })),
  );
  const unfilled = calls.flatMap(({ file, key, told }) => {
    // A variable may hold anything. Its type is checked where it is made.
    if (/,\s*(?:[a-z]\w*\s*$|\{[^}]*\.\.\.)/.test(told)) return [];
    return [...(asked.get(key) ?? [])]
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(told.slice(key.length + 2)))
      .map((name) => `${file}: ${key} is not told its ${name}`);
  });
  expect(unfilled).toEqual([]);
  expect(calls.filter(({ key }) => asked.has(key)).length).toBeGreaterThan(50);
});

it('code that refuses something gives all parameters that its text needs', () => {
  const project = path.resolve(webFolder, '..');
  const files = ['domain', 'gateway', 'bff', 'workers', 'platform'].flatMap((part) =>
    filesIn(path.join(project, part), /(?<!\.test)\.ts$/).map((file) => ({ ...file, path: `${part}/${file.path}` })),
  );
  const codes = [...asked].filter(([key]) => key.startsWith('errors.'));
  expect(codes.length).toBeGreaterThan(20);
  const untold = files.flatMap(({ path: file, text }) =>
    codes.flatMap(([key, names]) => {
      const code = key.slice('errors.'.length);
      const said = new RegExp(`code: '${code}'|specError\\('${code.replace('spec.', '')}'`);
      return said.test(text)
        ? [...names]
            .filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
            .map((name) => `${file}: ${code}, ${name}`)
        : [];
    }),
  );
  expect(untold).toEqual([]);
});

describe.each(folders)('%s', (language) => {
  const codes = [...textsOf(language)].flatMap(([key]) =>
    key.startsWith('errors.') ? [key.slice('errors.'.length)] : [],
  );
  beforeAll(async () => {
    const errors = Object.fromEntries(
      [...textsOf(language)].flatMap(([key, text]) => (key.startsWith('errors.') ? [[key.slice(7), text]] : [])),
    );
    await i18next.init({ lng: language, lowerCaseLng: true, resources: { [language]: { translation: { errors } } } });
  });

  it('shows no placeholder of a problem that lacks a parameter', () => {
    expect(codes.length).toBeGreaterThan(100);
    for (const code of codes) {
      expect(errorTextOf(i18next.t, { code })).not.toMatch(/\{\{/);
      expect(errorTextOf(i18next.t, { code })).not.toBe('');
    }
    expect(errorTextOf(i18next.t, { code: 'spec.too-deep', message: 'As the server says' })).toBe('As the server says');
    expect(errorTextOf(i18next.t, { code: 'spec.too-deep', parameters: { limit: 7 } })).toMatch(/7/);
  });
});
