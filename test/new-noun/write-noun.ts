import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { centralLists, operationLists } from './central-lists.ts';
import { namesOf, renameIn } from './names.ts';
import { operationEdits, operationFiles, operationWords } from './operation.ts';
import { isFreeIn, refusalOf, wordsIn } from './taken.ts';
import { edited, files, folders, leftOut, template } from './template.ts';

/** Whether a word of the template has nothing of its name in it. */
const isForeign = (word: string): boolean => renameIn(word, template, namesOf('unheard-of')) === word;

const filesIn = async (root: string, folder: string): Promise<string[]> =>
  (await readdir(path.join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !leftOut.includes(file));

export const languages = ['en', 'de', 'es', 'fr', 'he', 'pt-br', 'sk', 'zh-cn'];
const isPlural = /_(zero|one|two|few|many|other)$/;
const textsOf = (language: string) => `locales/${language}/lazy/${template.plural}.json`;
const operationTextsOf = (language: string) => `locales/${language}/operations/${template.kebab}.json`;

/**
 * Returns the noun's own texts in English for a language, with its plural forms: the test of the locales names them until
 * they are translated.
 */
const makeTexts = async (root: string, language: string, editedAs: typeof edited) => {
  const read = async (of: string) => await readFile(path.join(root, textsOf(of)), 'utf8');
  const english = JSON.parse(editedAs(textsOf('en'), await read('en'))) as Record<string, string>;
  const plurals = Object.keys(JSON.parse(await read(language)) as object).filter((key) => isPlural.test(key));
  const others = Object.keys(english).filter((key) => !isPlural.test(key));
  const texts = [...others, ...plurals].map((key) => [key, english[key] ?? english[key.replace(isPlural, '_other')]]);
  return [textsOf(language), `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`] as const;
};

type Files = readonly (readonly [file: string, text: string])[];

/**
 * Makes a new noun: its folders in domain, bff and web, its projection and its texts, and the central lists with its lines.
 * Everything is made before anything is written: a name that is taken, or a list that has changed, leaves no half of a noun.
 *
 * @param root      of the project.
 * @param operation whether it gets an operation of its own.
 * @throws when the name is no name, or is taken.
 */
export const makeNoun = async (
  root: string,
  name: string,
  operation = false,
): Promise<Readonly<{ files: Files; lists: Files }>> => {
  const editedAs: typeof edited = (file, text) =>
    edited(file, edited(file, text, operation ? (operationEdits[file] ?? []) : []));
  const own = (await Promise.all(folders.map((folder) => filesIn(root, folder)))).flat();
  const originals = await Promise.all([
    ...[...own, ...files].map(
      async (file) => [file, editedAs(file, await readFile(path.join(root, file), 'utf8'))] as const,
    ),
    ...languages.map((language) => makeTexts(root, language, editedAs)),
    ...(operation ? Object.entries(operationFiles) : []),
    ...(operation ? languages.map((language) => [operationTextsOf(language), operationWords] as const) : []),
  ]);
  const words = new Set(
    [...wordsIn(originals.flatMap(([file, text]) => (/\.tsx?$/.test(file) ? [text] : [])))].filter(isForeign),
  );
  const noun = namesOf(name, isFreeIn(words));
  const refusal = refusalOf(root, noun, words);
  if (refusal) throw new Error(`${refusal}. Nothing was written; choose another name`);

  const rename = (text: string) => renameIn(text, template, noun);
  const made = originals.map(([file, text]) => [rename(file), rename(text)] as const);
  const there = made.find(([file]) => existsSync(path.join(root, file)));
  if (there) throw new Error(`${there[0]} is there already. Nothing was written; choose another name`);
  const lists = new Map<string, string>();
  for (const { file, source = file, add } of [...centralLists(languages), ...(operation ? operationLists : [])]) {
    const now = async (one: string) => lists.get(one) ?? (await readFile(path.join(root, one), 'utf8'));
    lists.set(file, add(await now(file), rename, await now(source)));
  }
  return { files: made, lists: [...lists] };
};

/** Makes a new noun, as `makeNoun`, and writes it. Returns the files that were written and the lists that have new lines. */
export const writeNoun = async (
  root: string,
  name: string,
  operation = false,
): Promise<{ written: string[]; lists: string[] }> => {
  const { files, lists } = await makeNoun(root, name, operation);
  for (const [file, text] of [...files, ...lists]) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  return { written: files.map(([file]) => file), lists: lists.map(([file]) => file) };
};
