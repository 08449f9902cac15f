import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OperationMatch } from '#domain/api/schema.ts';
import { isSuggestion, readingsOf, type SearchTerm, searchedTerms } from '#domain/api/search-terms.ts';
import type { ReadTables } from '#projections/read-tables.ts';
import { type Given, statement } from '../sql/statement.ts';
import type { filteredApis } from './api-filters.ts';

// LIKE patterns. Words are letters and digits: nothing in them means anything to LIKE.
const wholePattern = ({ word }: SearchTerm) => `% ${word} %`;
const partPattern = ({ word, begins }: SearchTerm) => (begins ? `% ${word}%` : `%${word}%`);

type Terms = readonly SearchTerm[];
type Condition = RawBuilder<boolean>;

/** What somebody searches for: its words, and the whole of it where it is a path. */
export type Search = Readonly<{ terms: Terms; path: string | undefined }>;

export const searchOf = (text: string): Search => ({
  terms: searchedTerms(text),
  path: text.startsWith('/') ? text : undefined,
});

const every = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`;
const some = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`;
const like = (column: string, pattern: string): Condition => sql`${sql.ref(column)} like ${pattern}`;

/** An API's own texts have all words. */
const inOwn = (terms: Terms): Condition =>
  every(terms.map((term) => some([like('search_text', partPattern(term)), like('search_name', partPattern(term))])));

/** One operation of an API's document has all words. For a single word, the words of each document are enough. */
const inOperation = (terms: Terms): Condition => {
  const table = sql.table(terms.length === 1 ? 'searched_documents' : 'operation_texts');
  return sql`spec_hash in (select hash from ${table} where ${every(terms.map((term) => like('words', partPattern(term))))})`;
};

/** Words. Longer searches are found in the API's texts, or in one operation. */
const mostSplit = 6;

/** Returns each way to find the first words in the API's texts and the others in an operation, and the other way round. */
const splitsOf = (terms: Terms): Condition[] =>
  (terms.length > mostSplit ? [] : terms.slice(1)).flatMap((_, index) => {
    const [first, last] = [terms.slice(0, index + 1), terms.slice(index + 1)];
    return [every([inOwn(first), inOperation(last)]), every([inOwn(last), inOperation(first)])];
  });

/** Keeps the APIs that have all words: `kubernetes pods` is in the name of an API and in an operation of it. */
export const withWords = (apis: ReturnType<typeof filteredApis>, { terms }: Search) =>
  apis.where(some([...readingsOf(terms).map(inOwn), inOperation(terms), ...splitsOf(terms)]));

/** Returns whether a text has the patterns of one reading of the words. */
const hasReading = (column: string, terms: Terms, patternOf: (term: SearchTerm) => string): Condition =>
  some(readingsOf(terms).map((reading) => every(reading.map((term) => like(column, patternOf(term))))));

/**
 * Sorts what is meant most likely first: the path itself, words of the name, parts of them, words of the other texts, parts of
 * those, operations.
 */
export const nearness = ({ terms, path }: Search) => {
  const hasPath =
    path === undefined
      ? sql<boolean>`false`
      : sql<boolean>`spec_hash in (select hash from operation_texts
    where ${every(terms.map((term) => like('words', partPattern(term))))} and path = ${path})`;
  return sql<string>`case
    when ${hasPath} then 0
    when ${hasReading('search_name', terms, wholePattern)} then 1
    when ${hasReading('search_name', terms, partPattern)} then 2
    when ${hasReading('search_text', terms, wholePattern)} then 3
    when ${hasReading('search_text', terms, partPattern)} then 4
    else 5 end || sort_name`;
};

/** Operations that are shown of one API. */
const mostShown = 3;

/**
 * Returns the operations by which APIs were found, the nearest of each first. Where an API's own texts have all words, an
 * operation needs them all, too.
 */
export const readMatches = async (
  db: Kysely<ReadTables>,
  apiIds: readonly number[],
  { terms, path }: Search,
): Promise<OperationMatch[]> => {
  if (apiIds.length === 0) return [];
  const hits = terms.map((term) => like('words', partPattern(term)));
  const each = terms.map((term, index) => some([hits[index] as Condition, inOwn([term])]));
  const { rows } = await sql<OperationMatch>`
    select apis.id as "apiId", found.method, found.path, found.summary
    from apis cross join lateral (
      select method, path, summary from operation_texts
      where hash = spec_hash and ${every(each)} and ${some(hits)}
        and (${every(hits)} or not ${some(readingsOf(terms).map(inOwn))})
      order by path = ${path ?? ''} desc, ${sql.join(
        hits.map((hit) => sql`(${hit})::int`),
        sql` + `,
      )} desc, length(path), number
      limit ${mostShown}
    ) as found
    where apis.id = any(${apiIds})`.execute(db);
  return rows;
};

/** Returns a word with two letters in each other's place, for each two: of all typos the one whose trigrams differ most. */
const swapped = (word: string): string[] => {
  const letters = [...word];
  return letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''));
};

type Typo = { word: string; part: string; swaps: string[] };

/** The word most like one that no API and no operation has. */
const findSimilar = statement((db, { word, part, swaps }: Given<Typo>, _choices: Readonly<Record<string, never>>) =>
  db
    .selectFrom('api_words')
    .select('word')
    .where(sql<boolean>`(word % ${word} or word = any(${swaps}))`)
    .where(sql<boolean>`not exists (select from api_words where word like ${part})`)
    .where(sql<boolean>`not exists (select from searched_documents where words like ${part})`)
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
