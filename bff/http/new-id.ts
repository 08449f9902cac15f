import { idSequenceOf, type Noun } from '#domain/core/id.ts';
import type { Database } from '#platform/database.ts';
import { runPrepared } from '#platform/prepared.ts';

/** Returns the next id of a noun from its sequence. Unused ids are lost, which does no harm. */
export const newId = async (database: Database, noun: Noun): Promise<number> => {
  const { rows } = await runPrepared<{ id: number }>(database, {
    name: 'new_id',
    text: 'select nextval($1::regclass)::int as id',
    values: [idSequenceOf(noun)],
  });
  return (rows[0] as { id: number }).id;
};
