import { suggestionsOf } from '#domain/api/search-terms.ts';
import { integer, text } from './engine/column.ts';
import type { Batch } from './engine/projection.ts';
import type { Change } from './engine/rows.ts';
import { table } from './engine/table.ts';

/** The words of all APIs. The gallery looks here for the word that somebody meant who made a typo. */
export const wordsTable = table('api_words', {
  key: ['word'],
  columns: {
    word: text(),
    /** How many APIs have the word. */
    apis: integer(),
  },
  indexes: ['using gin (word gin_trgm_ops)'],
});

type Searched = Readonly<{ search_text: string }>;

/** Counts the words of the APIs that a batch of events has changed. */
export const countWords = async (batch: Batch, changes: readonly Change<Searched>[]): Promise<void> => {
  const differences = new Map<string, number>();
  const count = (api: Searched | undefined, difference: 1 | -1) => {
    for (const word of suggestionsOf(api?.search_text ?? '')) {
      differences.set(word, (differences.get(word) ?? 0) + difference);
    }
  };
  for (const { before, after } of changes) {
    if (before?.search_text === after?.search_text) continue;
    count(before, -1);
    count(after, 1);
  }
  const rows = batch.rows(wordsTable);
  const changed = [...differences].filter(([, difference]) => difference !== 0);
  await rows.fetch(
    'word',
    changed.map(([word]) => word),
  );
  for (const [word, difference] of changed) {
    const row = { word, apis: ((await rows.get(word))?.apis ?? 0) + difference };
    if (row.apis > 0) rows.put(row);
    else rows.remove(row);
  }
};
