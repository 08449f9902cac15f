import { readFileSync } from 'node:fs';
import path from 'node:path';
import { webFolder } from './source-files.ts';
import { baseOf, fileNamesOf, formOf, holesOf, textsOf, wordsOf } from './texts.ts';

const english = textsOf('en');
const keys = new Set([...english.keys()].map(baseOf));
const pluralKeys = new Set([...english.keys()].filter((key) => formOf(key)).map(baseOf));

/** Returns the English source of a translated text. A plural form gets the same form of English, or else "other". */
const sourceOf = (key: string): string | undefined => english.get(key) ?? english.get(`${baseOf(key)}_other`);

/** Returns the English texts that are the same in the language: test/cognates/<language>.json. */
export const cognatesOf = (language: string): readonly string[] => {
  try {
    return JSON.parse(readFileSync(path.join(webFolder, `test/cognates/${language}.json`), 'utf8')) as string[];
  } catch {
    return [];
  }
};

/** Letters that every translation into the language contains. */
const scripts: Readonly<Record<string, RegExp>> = { he: /\p{Script=Hebrew}/u, 'zh-cn': /\p{Script=Han}/u };

const missingFiles = (language: string) => {
  const own = fileNamesOf(language);
  const wanted = fileNamesOf('en');
  return [...wanted.filter((file) => !own.includes(file)), ...own.filter((file) => !wanted.includes(file))];
};

const missingKeys = (language: string) => {
  const own = new Set([...textsOf(language).keys()].map(baseOf));
  return [...keys].filter((key) => !own.has(key));
};

const extraKeys = (language: string) =>
  [...textsOf(language).keys()].filter((key) => {
    const isPlural = formOf(key) !== undefined;
    return !keys.has(baseOf(key)) || isPlural !== pluralKeys.has(baseOf(key));
  });

/** Returns plural forms that the language has and the files lack, or the reverse. */
const wrongForms = (language: string) => {
  const texts = textsOf(language);
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const wanted = [...pluralKeys].flatMap((key) => pluralCategories.map((form) => `${key}_${form}`));
  const own = [...texts.keys()].filter((key) => pluralKeys.has(baseOf(key)) && formOf(key));
  return [...wanted.filter((key) => !texts.has(key)), ...own.filter((key) => !wanted.includes(key))];
};

/**
 * Returns texts with missing or extra placeholders. "One" and "two" may be written out, so these forms need no number.
 */
const wrongHoles = (language: string) =>
  [...textsOf(language)].flatMap(([key, text]) => {
    const wanted = holesOf(sourceOf(key) ?? text);
    const own = holesOf(text);
    const mayDropCount = ['zero', 'one', 'two'].includes(formOf(key) ?? '') && !own.includes('{{count}}');
    const expected = mayDropCount ? wanted.filter((hole) => hole !== '{{count}}') : wanted;
    return String(own) === String(expected) ? [] : [`${key}: ${text}`];
  });

const untidy = (language: string) =>
  [...textsOf(language)].flatMap(([key, text]) =>
    text === '' || text.trim() !== text || /[ \t]{2}/.test(text) ? [`${key}: "${text}"`] : [],
  );

const untranslated = (language: string) => {
  if (language === 'en') return [];
  const cognates = cognatesOf(language);
  return [...textsOf(language)].flatMap(([key, text]) => {
    if (!/\p{L}{2}/u.test(wordsOf(text)) || cognates.includes(text)) return [];
    const script = scripts[language];
    return text === sourceOf(key) || (script && !script.test(text)) ? [`${key}: ${text}`] : [];
  });
};

/** Returns the problems of a language by kind. All lists are empty if the language is complete. */
export const translationProblems = (language: string) => ({
  missingFiles: missingFiles(language),
  missingKeys: missingKeys(language),
  extraKeys: extraKeys(language),
  wrongForms: wrongForms(language),
  wrongHoles: wrongHoles(language),
  untidy: untidy(language),
  untranslated: untranslated(language),
});

export const isComplete = (language: string): boolean =>
  Object.values(translationProblems(language)).every((list) => list.length === 0);
