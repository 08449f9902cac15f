import { isWithoutSpaces, wordsOf } from '../api/search-terms.ts';

/** Characters of a searched text and of a search. Both come from outside; the rest is left out. */
const longestText = 200;

/** Letters. A longer word is found by its first ones. */
const longestBeginning = 12;

/** Words of a search. Further ones do not narrow it. */
const mostWords = 8;

/** Milliseconds of a slice of time: two days. */
export const sliceLength = 2 * 86_400_000;

/** What entries are found by: the name in a term, and its columns. */
const dimensions = {
  about: ['about_noun', 'about_id'],
  thing: ['noun', 'noun_id'],
  noun: ['noun'],
  kind: ['kind'],
  organization: ['organization_id'],
  user: ['user_id'],
  by: ['user_organization_id'],
  act: ['act'],
  address: ['address'],
} as const;

/** The columns of an entry that a filter names. */
export type Found = Readonly<{
  about_noun: string;
  about_id: number;
  noun: string;
  noun_id: string;
  kind: string;
  /** Null: the portal. */
  organization_id: number | null;
  user_id: number;
  user_organization_id: number;
  /** A word for all nouns (`domain/audit/acts.ts`). */
  act: string;
  /** Where the call came from. Undefined: from nowhere, or the person is erased. */
  address: string | undefined;
}>;

/** Every entry has it. A filter that names nothing would otherwise read the whole index. */
const everyEntry = 'entry:';

const wordsIn = (text: string): string[] =>
  wordsOf(text.slice(0, longestText)).flatMap((word) => (isWithoutSpaces(word) ? [...word] : [word]));

const beginningOf = (word: string, length = longestBeginning): string => [...word].slice(0, length).join('');

const beginningsOf = (word: string): string[] => [...beginningOf(word)].map((_, last) => beginningOf(word, last + 1));

/** Returns the terms of the given columns. A thing and its noun have a term each. */
const exactTermsOf = (found: Partial<Found>): string[] =>
  Object.entries(dimensions)
    .filter(([, columns]) => columns.every((column) => found[column] !== undefined))
    .map(([name, columns]) => `${name}:${columns.map((column) => found[column]).join('-')}`);

export const termOfUser = (id: number): string => `user:${id}`;

/** Returns the number of the slice of time that a moment is in. */
export const sliceOf = (time: Date): number => Math.floor(time.getTime() / sliceLength);

export const sliceTerm = (slice: number): string => `slice:${slice}`;

/**
 * Returns an entry's terms: what it is found by, its slice of time, and the beginnings of its words, without case and accents. A
 * beginning has no colon, so it is never equal to another term.
 */
export const termsOf = (entry: Found & Readonly<{ happened_at: Date }>, text: string): string[] => [
  everyEntry,
  ...exactTermsOf(entry),
  sliceTerm(sliceOf(entry.happened_at)),
  ...new Set(wordsIn(text).flatMap(beginningsOf)),
];

/** Returns the terms of the entries that a filter chooses, at least one. Each word of the text begins a word of the entry. */
export const searchedTermsOf = (found: Partial<Found>, text: string): string[] => {
  const words = wordsIn(text).slice(0, mostWords);
  const terms = [...exactTermsOf(found), ...words.map((word) => beginningOf(word))];
  return terms.length > 0 ? terms : [everyEntry];
};
