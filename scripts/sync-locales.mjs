// npm run i18n -- de: brings a language's files in step with English. Keys that English no longer has go, missing ones
// come in English, with the plural forms of the language; what is translated stays. `npm test` names what is left to do.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const locales = path.join(import.meta.dirname, '../locales');
const plural = /_(zero|one|two|few|many|other)$/;

const jsonFiles = (folder) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.json'));

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
};

/** English's keys in English's order, `key_one` and `key_other` replaced by the forms of the language. */
const inStep = (english, own, forms) => {
  const result = {};
  for (const [key, text] of Object.entries(english)) {
    if (typeof text !== 'string') result[key] = inStep(text, own[key] ?? {}, forms);
    else if (!plural.test(key)) result[key] = own[key] ?? text;
    else {
      const base = key.replace(plural, '');
      for (const form of forms) {
        result[`${base}_${form}`] ??= own[`${base}_${form}`] ?? english[`${base}_${form}`] ?? english[`${base}_other`];
      }
    }
  }
  return result;
};

const [language] = process.argv.slice(2);
if (!language || language === 'en') {
  console.error('Name a language: npm run i18n -- de');
  process.exit(1);
}
const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
const order = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((form) => forms.includes(form));
const source = path.join(locales, 'en');
const target = path.join(locales, language);
const wanted = jsonFiles(source);
for (const file of wanted) {
  const texts = inStep(read(path.join(source, file)), read(path.join(target, file)), order);
  mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
  writeFileSync(path.join(target, file), `${JSON.stringify(texts, null, 2)}\n`);
}
for (const file of jsonFiles(target)) if (!wanted.includes(file)) rmSync(path.join(target, file));
console.log(`${wanted.length} files of ${language} are in step with English`);
