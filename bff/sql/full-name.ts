import { type RawBuilder, sql } from 'kysely';

/** A person's name in a list that joins `users` under this alias; '' when nobody is known. */
export const fullName = (alias: string): RawBuilder<string> =>
  sql<string>`concat_ws(' ', ${sql.ref(`${alias}.firstname`)}, ${sql.ref(`${alias}.lastname`)})`;
