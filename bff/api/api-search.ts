import { type Kysely, sql } from 'kysely';
import { isSuggestion, type SearchTerm } from '#domain/api/search-terms.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { type Given, statement } from '../sql/statement.ts';
import type { filteredApis } from './api-filters.ts';

// LIKE patterns. Words are letters and digits: nothing in them means anything to LIKE.
const wholePattern = ({ word }: SearchTerm) => `% ${word} %`;
const partPattern = ({ word, begins }: SearchTerm) => (begins ? `% ${word}%` : `%${word}%`);

/** Keeps the APIs that have all words. Each is a condition of its own, because an index finds none of an array. */
export const withWords = (apis: ReturnType<typeof filteredApis>, terms: readonly SearchTerm[]) =>
  terms.reduce((list, term) => list.where('search_text', 'like', partPattern(term)), apis);

const hasAll = (column: 'search_name' | 'search_text', patterns: readonly string[]) =>
  sql.join(
    patterns.map((pattern) => sql<boolean>`${sql.ref(column)} like ${pattern}`),
    sql` and `,
  );

/** Sorts what is meant most likely first: words of the name, parts of them, words of the other texts, parts of those. */
export const nearness = (terms: readonly SearchTerm[]) => {
  const [whole, parts] = [terms.map(wholePattern), terms.map(partPattern)];
  return sql<string>`case
    when ${hasAll('search_name', whole)} then 0
    when ${hasAll('search_name', parts)} then 1
    when ${hasAll('search_text', whole)} then 2
    else 3 end || sort_name`;
};

/** Returns a word with two letters in each other's place, for each two: of all typos the one whose trigrams differ most. */
const swapped = (word: string): string[] => {
  const letters = [...word];
  return letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''));
};

type Typo = { word: string; part: string; swaps: string[] };

/** The word most like one that no API has. */
const findSimilar = statement((db, { word, part, swaps }: Given<Typo>, _choices: Readonly<Record<string, never>>) =>
  db
    .selectFrom('api_words')
    .select('word')
    .where(sql<boolean>`(word % ${word} or word = any(${swaps}))`)
    .where(sql<boolean>`not exists (select from api_words where word like ${part})`)
    .orderBy(sql`case when word = any(${swaps}) then 1 else similarity(word, ${word}) end`, 'desc')
    .orderBy('word')
    .limit(1),
);

/** Returns a search with the words that may be meant instead of those that no API has; undefined if there are none. */
export const withoutTypos = async (
  db: Kysely<ReadTables>,
  terms: readonly SearchTerm[],
): Promise<SearchTerm[] | undefined> => {
  const corrected: SearchTerm[] = [];
  for (const term of terms) {
    const typo = { word: term.word, part: partPattern(term), swaps: swapped(term.word) };
    const [similar] = isSuggestion(term.word) ? await findSimilar(db, typo, {}) : [];
    corrected.push(similar ? { ...term, ...similar } : term);
  }
  return corrected.some(({ word }, index) => word !== terms[index]?.word) ? corrected : undefined;
};
