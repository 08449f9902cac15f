import { type Kysely, sql } from 'kysely';
import { countOf, difference, type IdSet, idSetOf, intersection } from '#domain/api/id-set.ts';
import { type SearchTerm, searchedTerms } from '#domain/api/search-terms.ts';
import type { ReadTables } from '#projections/read-tables.ts';

type Kind = ReadTables['api_sets']['kind'];

const sets = (db: Kysely<ReadTables>) => db.selectFrom('api_sets').select(['part', 'members']);

const setOf = async (db: Kysely<ReadTables>, kind: Kind, terms: readonly (string | number)[]): Promise<IdSet> =>
  terms.length === 0
    ? idSetOf([])
    : idSetOf(await sets(db).where('kind', '=', kind).where('term', 'in', terms.map(String)).execute());

/** `kind` stands in the statement, or the index on words would not be used. */
const anyWord = sql<boolean>`kind = 'word'`;

/** The APIs with a word that this is a part of. */
const withPart = async (db: Kysely<ReadTables>, part: string): Promise<IdSet> =>
  // Terms are letters and figures: nothing in them means anything to LIKE.
  idSetOf(await sets(db).where(anyWord).where('term', 'like', `%${part}%`).execute());

/** Of the words that resemble one, those nearly as close as the closest are meant. */
const nearlyAsClose = 0.8;

/** A word as it would be with two letters in each other's place: of all typos the one whose trigrams differ most. */
const swapped = (word: string): string[] => {
  const letters = [...word];
  return letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''));
};

/** The words in use that resemble one which is not, closest first. */
const similarWords = async (db: Kysely<ReadTables>, word: string): Promise<string[]> => {
  const swaps = swapped(word);
  const found = await db
    .selectFrom('api_sets')
    .select([
      'term',
      sql<number>`case when term = any(${swaps}) then 1 else similarity(term, ${word}) end`.as('closeness'),
    ])
    .distinct()
    .where(anyWord)
    .where(({ or }) => or([sql<boolean>`term % ${word}`, sql<boolean>`term = any(${swaps})`]))
    .orderBy('closeness', 'desc')
    .orderBy('term')
    .limit(10)
    .execute();
  const best = found[0]?.closeness ?? 0;
  return found.filter(({ closeness }) => closeness >= best * nearlyAsClose).map(({ term }) => term);
};

type Found = Readonly<{
  ids: IdSet;
  /** The same, in sets of which each is nearer to what was searched for than the next. */
  ranks: readonly IdSet[];
  /** What was searched for instead, where a word of the search is in no API. */
  searchedFor: string | null;
}>;

/** The APIs of which a word of the name has this part. */
const withNamePart = async (db: Kysely<ReadTables>, { kind, term }: SearchTerm): Promise<IdSet> =>
  idSetOf(
    await sets(db)
      .where(sql<boolean>`kind = 'name'`)
      // Two letters are how a word begins, but for scripts that are written without spaces.
      .where('term', 'like', kind === 'short' && /^[a-z0-9]/.test(term) ? `${term}%` : `%${term}%`)
      .execute(),
  );

const inAll = async (ids: IdSet, terms: readonly SearchTerm[], find: (term: SearchTerm) => Promise<IdSet>) => {
  let left = ids;
  for (const term of terms) left = intersection(left, await find(term));
  return left;
};

/** Puts what is meant most likely first: words of the name, parts of them, words of the other texts, parts of those. */
const ranked = async (db: Kysely<ReadTables>, ids: IdSet, terms: readonly SearchTerm[]): Promise<IdSet[]> => {
  const nearest = [
    await inAll(ids, terms, ({ term }) => setOf(db, 'name', [term])),
    await inAll(ids, terms, (term) => withNamePart(db, term)),
    await inAll(ids, terms, ({ kind, term }) => setOf(db, kind, [term])),
    ids,
  ];
  return nearest.map((set, index) => nearest.slice(0, index).reduce(difference, set));
};

/** The set of every API. */
export const allApis = (db: Kysely<ReadTables>): Promise<IdSet> => setOf(db, 'all', ['']);

/** The APIs of `all` that a search finds: those with all its words, each anywhere in a word; where there is none, a similar one. */
export const searchApis = async (db: Kysely<ReadTables>, text: string, all: IdSet): Promise<Found> => {
  const terms = searchedTerms(text);
  // What has neither letters nor figures is in no index: `%` is found nowhere, not everywhere.
  let ids = terms.length === 0 ? idSetOf([]) : all;
  const corrected: SearchTerm[] = [];
  let isCorrected = false;
  for (const { kind, term } of terms) {
    let found = kind === 'word' ? await withPart(db, term) : await setOf(db, 'short', [term]);
    let word = term;
    if (kind === 'word' && countOf(found) === 0) {
      const similar = await similarWords(db, term);
      found = await setOf(db, 'word', similar);
      if (similar[0] !== undefined) {
        word = similar[0];
        isCorrected = true;
      }
    }
    corrected.push({ kind, term: word });
    ids = intersection(ids, found);
  }
  const searchedFor = isCorrected ? corrected.map(({ term }) => term).join(' ') : null;
  return { ids, ranks: await ranked(db, ids, corrected), searchedFor };
};
