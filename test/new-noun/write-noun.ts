import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { centralLists } from './central-lists.ts';
import { namesOf, renameIn } from './names.ts';
import { isFreeIn, refusalOf, wordsIn } from './taken.ts';

/** The noun that new ones are copied from: it is real, so its code is always formatted, typed and tested. */
const template = namesOf('business-area');

const folders = ['domain', 'bff', 'web/features'].map((folder) => `${folder}/${template.kebab}`);

/** Whether a word of the template has nothing of its name in it. */
const isForeign = (word: string): boolean => renameIn(word, template, namesOf('unheard-of')) === word;

/** What only business areas have. */
const leftOut = ['all.ts', 'uses.ts', 'uses.test.ts'];

/** What differs in the copy, beside the names. Each old text has to be in its file. */
const edits: Readonly<Record<string, readonly (readonly [string | RegExp, string])[]>> = {
  'domain/business-area/decider.ts': [
    // The specs stay, and are red until the rules are written.
    [
      /const decide = [\s\S]*?\n};\n/,
      '/** The rules of the noun come here. `decider.test.ts` says what they have to be. */\nconst decide = (_command: BusinessAreaCommand, _state: BusinessArea): Decision<BusinessAreaEvent> => [];\n',
    ],
    [/import \{ notFound, refuse \} from .*\n/, ''],
  ],
  'domain/business-area/business-area.ts': [
    ['(`bff/business-area/uses.ts`)', '(the call that removes it has to find out)'],
  ],
  'bff/business-area/commands.ts': [
    ["import { isInUse } from './uses.ts';\n", ''],
    ["import { guardOf } from '../http/guards.ts';\n", ''],
    [/ +\/\/ Before the look: .*\n.*readGuards.*\n/, ''],
    ['await isInUse(services, id)', 'false'],
    [/ +guards,\n/, ''],
    ['const { actor, parameters, services } = request;', 'const { actor, parameters } = request;'],
  ],
  'bff/business-area/queries.ts': [['export const findBusinessArea', 'const findBusinessArea']],
  'bff/business-area/examples.ts': [
    [
      "own: ['GET /api/business-area/{id}/history'],",
      "// Strike out the calls that the specification promises (bff/fixtures/specified-calls.tsv).\n  own: [\n    'GET /api/business-areas',\n    'GET /api/business-area/{id}/history',\n    'POST /api/business-area',\n    'DELETE /api/business-area/{id}',\n  ],",
    ],
  ],
  'web/features/business-area/addresses.ts': [["  // The demo's first business area.\n", '']],
};

const edited = (file: string, text: string): string =>
  (edits[file] ?? []).reduce((result, [before, after]) => {
    const changed = result.replace(before, after);
    if (changed === result) throw new Error(`${file} has no ${before} to replace: bring test/new-noun in step with it`);
    return changed;
  }, text);

const filesIn = async (root: string, folder: string): Promise<string[]> =>
  (await readdir(path.join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !leftOut.includes(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));

const languages = ['en', 'de', 'es', 'fr', 'he', 'pt-br', 'sk', 'zh-cn'];

/** The noun's own texts in English, for every language: the test of the locales names them until they are translated. */
const textFiles = (): (readonly [string, string])[] =>
  languages.map((language) => [
    `locales/en/lazy/${template.plural}.json`,
    `locales/${language}/lazy/${template.plural}.json`,
  ]);

type Files = readonly (readonly [file: string, text: string])[];

/**
 * Makes a new noun: its folders in domain, bff and web, its projection and its texts, and the central lists with its lines.
 * Everything is made before anything is written: a name that is taken, or a list that has changed, leaves no half of a noun.
 *
 * @param root of the project.
 * @throws when the name is no name, or is taken.
 */
export const makeNoun = async (root: string, name: string): Promise<Readonly<{ files: Files; lists: Files }>> => {
  const own = (await Promise.all(folders.map((folder) => filesIn(root, folder)))).flat();
  const copies = [...own, `projections/${template.plural}.ts`].map((file) => [file, file] as const);
  const originals = await Promise.all(
    [...copies, ...textFiles()].map(
      async ([from, to]) => [to, edited(from, await readFile(path.join(root, from), 'utf8'))] as const,
    ),
  );
  const words = new Set(
    [...wordsIn(originals.flatMap(([file, text]) => (/\.tsx?$/.test(file) ? [text] : [])))].filter(isForeign),
  );
  const noun = namesOf(name, isFreeIn(words));
  const refusal = refusalOf(root, noun, words);
  if (refusal) throw new Error(`${refusal}. Nothing was written; choose another name`);

  const rename = (text: string) => renameIn(text, template, noun);
  const files = originals.map(([file, text]) => [rename(file), rename(text)] as const);
  const there = files.find(([file]) => existsSync(path.join(root, file)));
  if (there) throw new Error(`${there[0]} is there already. Nothing was written; choose another name`);
  const lists = await Promise.all(
    centralLists(languages).map(async ({ file, source = file, add }) => {
      const [before, lines] = await Promise.all([file, source].map((one) => readFile(path.join(root, one), 'utf8')));
      return [file, add(before as string, rename, lines as string)] as const;
    }),
  );
  return { files, lists };
};

/** Makes a new noun and writes it. Returns the files that were written and the lists that have new lines. */
export const writeNoun = async (root: string, name: string): Promise<{ written: string[]; lists: string[] }> => {
  const { files, lists } = await makeNoun(root, name);
  for (const [file, text] of [...files, ...lists]) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
  return { written: files.map(([file]) => file), lists: lists.map(([file]) => file) };
};
