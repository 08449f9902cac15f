import { readdirSync } from 'node:fs';
import path from 'node:path';
import { filesIn, webFolder } from './source-files.ts';

const folder = path.join(webFolder, '../locales');

/** Languages that have a folder. */
export const folders = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

type Texts = { [key: string]: string | Texts };

const flatten = (texts: Texts, prefix: string): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}.${key}`, value] as [string, string]] : flatten(value, `${prefix}.${key}`),
  );

const filesOf = (language: string) => filesIn(path.join(folder, language), /\.json$/);

/** Returns the files of a language, relative to its folder. */
export const fileNamesOf = (language: string): string[] =>
  filesOf(language)
    .map((file) => file.path)
    .sort();

/** Returns the first part of a file's keys: its name, or that of its folder of nouns' words. */
const featureOf = (file: string) => (file.startsWith('operations/') ? 'operations' : path.basename(file, '.json'));

/** Returns every text of a language by its whole key: `apis.gallery-title`, `apis.results_one`. */
export const textsOf = (language: string): Map<string, string> =>
  new Map(filesOf(language).flatMap(({ path: file, text }) => flatten(JSON.parse(text) as Texts, featureOf(file))));

const plural = /_(zero|one|two|few|many|other)$/;

/** Returns the key without its plural form: `running_one` and `running_other` are one key. */
export const baseOf = (key: string): string => key.replace(plural, '');

export const formOf = (key: string): string | undefined => plural.exec(key)?.[1];

/** Returns the placeholders and tags of a text in alphabetical order. */
export const holesOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([\w-]+)\s*\}\}|<\/?\d+>/g)].map((match) => match[0].replace(/\s/g, '')).sort();

/** Returns the text without placeholders, tags, and words that are the same in every language. */
export const wordsOf = (text: string): string =>
  text
    .replace(/\{\{[^}]*\}\}|<\/?\d+>/g, ' ')
    .replace(
      /\b(Portico|OpenAPI|OpenAPIs|Swagger|APIs?|APIM|Kong|OAuth2?|Oauth2|JSON|YAML|CSV|HTML|PDF|MB|URLs?|IPs?|PROD|DEV|TEST|UAT|https?|id)\b/gi,
      ' ',
    );
