import { idSequenceOf, type Noun } from '#domain/core/id.ts';
import type { Database } from '#platform/database.ts';

/** The next id of a noun, from its sequence. An id that is not used in the end is lost, which is fine. */
export const newId = async (database: Database, noun: Noun): Promise<number> => {
  const { rows } = await database.query<{ id: number }>('select nextval($1::regclass)::int as id', [
    idSequenceOf(noun),
  ]);
  return (rows[0] as { id: number }).id;
};
