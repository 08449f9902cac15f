import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type NounNames, pascal, pluralOf } from './names.ts';

/** Where a noun has a folder. */
const rooms = ['domain', 'bff', 'workers', 'web/features'] as const;

/** Attributes that React or every element keeps for itself: a component of the noun gets its rows by the short name. */
const ofReact = ['key', 'ref', 'children', 'class', 'style', 'slot', 'id', 'title', 'role', 'hidden'];

const isReserved = (word: string): boolean => {
  try {
    new Function(`'use strict'; async () => { let ${word}; };`);
    return false;
  } catch {
    return true;
  }
};

const comments = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;
/** Texts for people. */
const sentences = /'[^'\n]* [^'\n]*'|`[^`\n]* [^`\n]*`|>[^<>{}\n]*</g;

/** Returns the identifiers of sources, which a noun's short names must not be. */
export const wordsIn = (sources: readonly string[]): ReadonlySet<string> =>
  new Set(
    sources.flatMap(
      (source) =>
        source
          .replace(comments, '')
          .replace(sentences, '')
          .match(/[A-Za-z_$][\w$]*/g) ?? [],
    ),
  );

/** Returns whether a word can be the name of variables in sources with these identifiers. */
export const isFreeIn =
  (words: ReadonlySet<string>) =>
  (word: string): boolean =>
    !words.has(word) && !ofReact.includes(word) && !isReserved(word);

/** Returns the names of nouns that there are, and of other folders beside them. */
const nounsIn = (root: string): ReadonlySet<string> => {
  const folders = rooms.flatMap((room) => globSync(`${room}/*/`, { cwd: root }).map((folder) => path.basename(folder)));
  const ids = readFileSync(path.join(root, 'domain/core/id.ts'), 'utf8').matchAll(/^\s+'([a-z-]+)',$/gm);
  return new Set([...folders, ...[...ids].map(([, noun = '']) => noun)]);
};

/** Returns the quoted words, keys and paths of the tables of screens: kinds of dock views and addresses among them. */
const screenNamesIn = (root: string): ReadonlySet<string> => {
  const files = globSync(['web/app/routes/*.{ts,tsx}', 'web/features/*/{*screens,*views,dock-view}.{ts,tsx}'], {
    cwd: root,
  });
  return new Set(
    files
      .filter((file) => !file.includes('.test.'))
      .flatMap((file) =>
        [...readFileSync(path.join(root, file), 'utf8').matchAll(/'(\/?[\w-]+)[^'\n]*'|(?<![\w.'])([\w-]+): /g)].map(
          ([, quoted, key]) => quoted ?? key ?? '',
        ),
      ),
  );
};

/** What the copy would claim: where it is stated, and how it looks there. */
const claims: readonly Readonly<{ what: string; files: string; looks: (noun: NounNames) => string }>[] = [
  {
    what: 'a call',
    files: '{domain,bff}/*/*.ts',
    looks: ({ kebab, plural }) => `path: '/api/(${kebab}|${plural})['/]`,
  },
  {
    what: 'an event',
    files: 'domain/*/*.ts',
    looks: ({ kebab }) => `^ +${pascal(kebab)}(Added|Changed|Removed): event`,
  },
  {
    what: 'a read table',
    files: 'projections/*.ts',
    looks: ({ plural }) => `table\\('${plural.replaceAll('-', '_')}'`,
  },
  {
    what: 'an action of the authorization table',
    files: 'domain/core/authorization.ts',
    looks: ({ kebab }) => `^ +'${kebab}\\.`,
  },
  { what: 'an error', files: 'locales/en/**/errors.json', looks: ({ kebab }) => `^ +"${kebab}\\.` },
];

const claimedIn = (root: string, noun: NounNames): string | undefined => {
  for (const { what, files, looks } of claims) {
    const looking = new RegExp(looks(noun), 'm');
    const file = globSync(files, { cwd: root }).find((one) => looking.test(readFileSync(path.join(root, one), 'utf8')));
    if (file) return `${file} has ${what} of this name already`;
  }
  return undefined;
};

/**
 * Returns why a noun cannot have this name, or undefined.
 *
 * @param words the identifiers of the files that are copied.
 */
export const refusalOf = (root: string, noun: NounNames, words: ReadonlySet<string>): string | undefined => {
  const { kebab, plural, short, shortPlural } = noun;
  const nouns = nounsIn(root);
  if (nouns.has(kebab)) return `There is a noun or a folder "${kebab}" already`;
  const near = [...nouns].find((noun) => [noun, pluralOf(noun)].includes(plural) || pluralOf(noun) === kebab);
  if (near) return `"${kebab}" and its plural "${plural}" are too near to "${near}", which is there already`;
  const isFree = isFreeIn(words);
  const taken = [short, shortPlural].find((word) => !isFree(word));
  if (taken) return `"${taken}" cannot name variables: the language, React or the files that are copied use the word`;
  if ([pascal(kebab), pascal(plural)].some((type) => type in globalThis || words.has(type)))
    return `"${pascal(kebab)}" is the name of a type already`;
  const screens = screenNamesIn(root);
  const screen = [kebab, plural, `/${kebab}`, `/${plural}`].find((name) => screens.has(name));
  if (screen) return `"${screen}" is a kind of dock view or an address of a screen already`;
  const texts = globSync('locales/en/**/*.json', { cwd: root }).map((file) => path.basename(file, '.json'));
  if (texts.includes(plural)) return `There are texts "${plural}" already`;
  return claimedIn(root, noun);
};
