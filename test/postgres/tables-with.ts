import { openSession } from './sql.ts';

/** Returns all tables of a database, in any schema, that have a row with a word in any column. */
export const tablesWith = async (ownerUrl: string, word: string): Promise<string[]> => {
  const owner = await openSession(ownerUrl);
  try {
    const { rows } = await owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    if (rows.length < 40) throw new Error('this is not the whole database');
    const found: string[] = [];
    for (const { name } of rows) {
      const { rowCount } = await owner.query(`select from ${name} t where t::text ilike $1 limit 1`, [`%${word}%`]);
      if (rowCount) found.push(name);
    }
    return found;
  } finally {
    await owner.end();
  }
};
