import { type RawBuilder, sql } from 'kysely';
import { erased } from '#domain/core/erased.ts';

/**
 * Returns the name of a person, whom a query joins from `users` under this alias; '' for an unknown person. It says the same
 * as `domain/user/full-name.ts`.
 */
export const fullName = (alias: string): RawBuilder<string> => {
  const [firstname, lastname] = [sql.ref(`${alias}.firstname`), sql.ref(`${alias}.lastname`)];
  return sql<string>`case ${firstname} when ${sql.lit(erased)} then ${firstname} else trim(concat_ws(' ', ${firstname}, ${lastname})) end`;
};
