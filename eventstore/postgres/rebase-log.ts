import pg from 'pg';

/** Older than every transaction id that a cluster hands out, so that rebased events come first. */
const floor = 3;

/**
 * Makes a log usable that was restored into another cluster (from pg_dump, logical replication): numbers the events
 * anew in their old order, under a transaction id older than all others, and rewrites checkpoints and command
 * answers to match, in one transaction. Bytes, versions and hashes of events stay as they are. Positions
 * that were handed out before mean nothing afterwards. No process may run meanwhile; the tables are locked.
 *
 * @param ownerUrl the database as its owner: the application may not change events.
 * @returns how many events were renumbered.
 */
export const rebaseLog = async (ownerUrl: string): Promise<number> => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'portico-rebase-log' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('lock table events, commands, subscriptions, streams in access exclusive mode');
    await client.query(
      `create temporary table renumbered on commit drop as
       select e.xid as old_xid, e.pos as old_pos, row_number() over (order by e.xid, e.pos) as new_pos from events e`,
    );
    await client.query('create unique index on renumbered (old_xid, old_pos)');
    // Through numeric: xid8 reads a leading zero as octal.
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
    await client.query('alter table events disable trigger events_are_final');
    // Not in place: while rows change one by one, a new number could still be another row's old one.
    await client.query('drop index events_in_log_order');
    const { rowCount } = await client.query(
      `update events e set xid = '${floor}', pos = r.new_pos from renumbered r where e.xid = r.old_xid and e.pos = r.old_pos`,
    );
    await client.query('create unique index events_in_log_order on events (xid, pos)');
    await client.query('alter table events enable trigger events_are_final');
    await client.query(`select setval('event_pos', greatest((select coalesce(max(pos), 1) from events), 1))`);
    await client.query('commit');
    return rowCount ?? 0;
  } finally {
    // An open transaction ends with its connection.
    await client.end();
  }
};
