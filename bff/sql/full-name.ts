import { type RawBuilder, sql } from 'kysely';

/** A person's name in a query that joins `users` under this alias; '' for an unknown person. */
export const fullName = (alias: string): RawBuilder<string> =>
  sql<string>`concat_ws(' ', ${sql.ref(`${alias}.firstname`)}, ${sql.ref(`${alias}.lastname`)})`;
