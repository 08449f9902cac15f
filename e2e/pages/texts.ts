import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '..', '..', 'locales');

/** The features that have texts: what a key begins with. */
export const features: readonly string[] = ['en', 'en/lazy'].flatMap((part) =>
  readdirSync(path.join(folder, part))
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.basename(name, '.json')),
);

/** The web app's own words: `texts('he')('consumers.view', { name: 'Till' })`. Throws when there is no such text. */
export const texts =
  (language: string) =>
  (key: string, values: Readonly<Record<string, string>> = {}): string => {
    const [feature = '', ...names] = key.split('.');
    const files = [`${feature}.json`, `lazy/${feature}.json`].map((name) => path.join(folder, language, name));
    const all = JSON.parse(readFileSync(files.find(existsSync) ?? feature, 'utf8')) as object;
    const text = names.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], all);
    if (typeof text !== 'string') throw new Error(`There is no text ${key} in ${language}`);
    // From right to left the app isolates what it fills in (web/i18n/language.ts).
    const isolated = (value: string) => (language === 'he' ? `\u2068${value}\u2069` : value);
    return Object.entries(values).reduce(
      (filled, [name, value]) => filled.replaceAll(`{{${name}}}`, isolated(value)),
      text,
    );
  };
