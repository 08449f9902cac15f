import { createClient } from '#platform/database.ts';
import { refuseWhileUsed } from '../refuse-while-used.ts';
import { isForeignLog } from './check-log.ts';

/** A transaction id older than all that a cluster uses, so that rebased events come first. */
const floor = 3;

/**
 * Makes a log usable after it was restored into another cluster (from pg_dump, logical replication). In one transaction
 * it renumbers the events in their old order, under a transaction id older than all others, and updates checkpoints and
 * command results to match. Bytes, versions and hashes of events do not change. Old positions mean nothing afterwards.
 * No process may run meanwhile; the tables are locked.
 *
 * @param ownerUrl connects as the database's owner, because the application may not change events.
 * @returns how many events were renumbered; undefined when the log did not need it, and nothing was changed.
 * @throws when a process of Portico is connected to the database.
 */
export const rebasePostgresLog = async (ownerUrl: string): Promise<number | undefined> => {
  const client = createClient({ connectionString: ownerUrl, application_name: 'portico-rebase-log' });
  await client.connect();
  try {
    if (!(await isForeignLog(client))) return undefined;
    await refuseWhileUsed(client);
    await client.query('begin');
    await client.query(`set local lock_timeout = '10s'`);
    await client.query('lock table events, commands, subscriptions, streams, log_seals in access exclusive mode');
    await client.query(
      `create temporary table renumbered on commit drop as
       select e.xid as old_xid, e.pos as old_pos, row_number() over (order by e.xid, e.pos) as new_pos from events e`,
    );
    await client.query('create unique index on renumbered (old_xid, old_pos)');
    // Casts through numeric, because xid8 reads a leading zero as octal.
    await client.query(
      `update subscriptions s
       set position = case when count.events = 0 then '' else lpad('${floor}', 20, '0') || ':' || lpad(count.events::text, 20, '0') end
       from (
         select s.name, s.version, (
           select count(*) from renumbered r
           where (r.old_xid, r.old_pos) <= (split_part(s.position, ':', 1)::numeric::text::xid8, split_part(s.position, ':', 2)::bigint)
         ) as events
         from subscriptions s where s.position <> ''
       ) as count
       where s.name = count.name and s.version = count.version`,
    );
    await client.query(
      `update commands c set xid = '${floor}', pos = r.new_pos from renumbered r where c.xid = r.old_xid and c.pos = r.old_pos`,
    );
    await client.query('alter table log_seals disable trigger seals_are_final');
    await client.query(
      `update log_seals l set last_xid = '${floor}', last_pos = r.new_pos from renumbered r where l.last_xid = r.old_xid and l.last_pos = r.old_pos`,
    );
    await client.query('alter table log_seals enable trigger seals_are_final');
    await client.query('alter table events disable trigger events_are_final');
    // Drops the index, because while rows change one by one, a new number could still be another row's old one.
    await client.query('drop index events_in_log_order');
    const { rowCount } = await client.query(
      `update events e set xid = '${floor}', pos = r.new_pos from renumbered r where e.xid = r.old_xid and e.pos = r.old_pos`,
    );
    await client.query('create unique index events_in_log_order on events (xid, pos)');
    await client.query('alter table events enable trigger events_are_final');
    await client.query(`select setval('event_pos', greatest((select coalesce(max(pos), 1) from events), 1))`);
    // A process that connected meanwhile waits for the locks, and would continue with its old positions.
    await refuseWhileUsed(client);
    await client.query('commit');
    return rowCount ?? 0;
  } finally {
    // This also ends an open transaction.
    await client.end();
  }
};
