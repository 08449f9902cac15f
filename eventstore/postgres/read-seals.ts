import type { Database } from '#platform/database.ts';
import { noHash } from '../event-hash.ts';

/** A seal as migrations/225 keeps it. `heads`: the newest version of each stream in it, as JSON. */
export type Seal = { seal: number; events: number; last_xid: string; last_pos: number; heads: string; digest: Buffer };

export const beforeAll: Seal = { seal: 0, events: 0, last_xid: '0', last_pos: 0, heads: '{}', digest: noHash };

const columns = 'seal, events, last_xid::text as last_xid, last_pos, heads::text as heads, digest';

/** Returns the next seal after a number. */
export const sealAfter = async (database: Database, seal: number): Promise<Seal | undefined> => {
  const { rows } = await database.query<Seal>(
    `select ${columns} from log_seals where seal > $1 order by seal limit 1`,
    [seal],
  );
  return rows[0];
};

/** Returns the newest seal. */
export const newestSeal = async (database: Database): Promise<Seal | undefined> => {
  const { rows } = await database.query<Seal>(`select ${columns} from log_seals order by seal desc limit 1`);
  return rows[0];
};

/** Returns a seal by its number. */
export const readSeal = async (database: Database, seal: number): Promise<Seal | undefined> => {
  const { rows } = await database.query<Seal>(`select ${columns} from log_seals where seal = $1`, [seal]);
  return rows[0];
};
