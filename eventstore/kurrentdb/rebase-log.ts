import type pg from 'pg';
import { createClient } from '#platform/database.ts';
import { beginning, type Mark } from '../event-store.ts';
import { refuseWhileUsed } from '../refuse-while-used.ts';
import { type LogClient, openClient } from './client.ts';
import { isThere } from './log-changed.ts';

/** Results that are compared with the log before the next page of them is read. */
const pageSize = 200;

/** What is final to the application. */
const tables = ['intentions', 'server_seals', 'server_checkpoints'] as const;

/** Returns the newest result whose event is still in the log, and how many newer ones there are. */
const findKept = async (database: pg.Client, client: LogClient): Promise<{ kept: Mark; lost: number }> => {
  let before = '~';
  for (let lost = 0; ; ) {
    const { rows } = await database.query<Mark>(
      `select position, last_event_id as id from intentions where position collate "C" < $1
       order by position collate "C" desc limit ${pageSize}`,
      [before],
    );
    for (const mark of rows) {
      if (await isThere(client, mark)) return { kept: mark, lost };
      lost += 1;
      before = mark.position;
    }
    if (rows.length < pageSize) return { kept: { position: beginning, id: '' }, lost };
  }
};

/**
 * Makes Portico forget what a restored copy of the log no longer has: commands, uses of guards, seals and checkpoints after its
 * end. The read tables are built anew at the next start. No process may run meanwhile.
 *
 * @returns how many commands were lost; undefined when the log has all of them, and nothing was changed.
 * @throws when a process of Portico is connected to the database.
 */
export const rebaseServerLog = async (ownerUrl: string, url: string): Promise<number | undefined> => {
  const database = createClient({ connectionString: ownerUrl, application_name: 'portico-rebase-log' });
  const client = openClient(url);
  await database.connect();
  try {
    const { kept, lost } = await findKept(database, client);
    if (lost === 0) return undefined;
    await refuseWhileUsed(database);
    await database.query('begin');
    await database.query(`set local lock_timeout = '10s'`);
    await database.query(
      'lock table intentions, intended_guards, subscriptions, server_seals, server_checkpoints in access exclusive mode',
    );
    for (const table of tables) await database.query(`alter table ${table} disable trigger user`);
    await database.query('delete from intentions where position is null or position collate "C" > $1', [kept.position]);
    await database.query('delete from server_seals where last_position collate "C" > $1', [kept.position]);
    await database.query(
      'delete from server_checkpoints where seal > (select coalesce(max(seal), 0) from server_seals)',
    );
    for (const table of tables) await database.query(`alter table ${table} enable trigger user`);
    await database.query('update intended_guards set position = $1 where position collate "C" > $1', [kept.position]);
    await database.query(
      `update subscriptions set position = $1, event_id = nullif($2, '')::uuid where position collate "C" > $1`,
      [kept.position, kept.id],
    );
    await database.query(`update generations set state = 'retired', retired_at = now() where state <> 'retired'`);
    await refuseWhileUsed(database);
    await database.query('commit');
    return lost;
  } finally {
    // This also ends an open transaction.
    await database.end();
    await client.close();
  }
};
