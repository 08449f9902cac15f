import { sql } from 'kysely';
import { type Given, statement } from '../sql/statement.ts';

/** People that one filter names. Further ones do not count: whoever searches for a person knows more of the name. */
const mostPeople = 50;

/** Finds people by name or address. An erased person is found by nothing. */
export const findPeople = statement(
  (db, { words, only }: Given<{ words: string[]; only: number | undefined }>, _: Readonly<Record<string, string>>) =>
    db
      .selectFrom('users')
      .select('id')
      .where(sql<boolean>`users.search like any(${words}::text[])`)
      .where('erased_at', 'is', null)
      .$if(only !== undefined, (list) => list.where('organization_id', '=', only as NonNullable<typeof only>))
      .orderBy('id')
      .limit(mostPeople),
);
