import type pg from 'pg';
import type { Pair } from './compare-logs.ts';

/** What was handed over. `subscriptions`: the names of those that go on where they were. */
export type HandedOver = Readonly<{ commands: number; guards: number; subscriptions: readonly string[] }>;

/** Makes the table that says where each event is in both logs. It ends with the transaction. */
export const createPlaces = async (database: pg.Client) => {
  await database.query(
    `create temporary table copied (
       stream text, version bigint, event_id uuid, xid xid8, pos bigint, position text
     ) on commit drop`,
  );
  return {
    add: async (pairs: readonly Pair[]): Promise<void> => {
      await database.query(
        `insert into copied select * from unnest($1::text[], $2::bigint[], $3::uuid[], $4::xid8[], $5::bigint[], $6::text[])`,
        [
          pairs.map(({ source }) => source.stream),
          pairs.map(({ source }) => source.version),
          pairs.map(({ source }) => source.id),
          pairs.map(({ source }) => source.xid),
          pairs.map(({ source }) => source.pos),
          pairs.map(({ position }) => position),
        ],
      );
    },
    index: async (): Promise<void> => {
      await database.query('create unique index on copied (stream, version)');
      await database.query('create unique index on copied (xid, pos)');
      await database.query('analyze copied');
    },
  };
};

/** Which events each command appended: those after the command before it in its stream. */
const commandsSql = `
insert into intentions (
  command_id, request_hash, stream, expected, version, outcome, attempt, raised, passed,
  previous_hash, last_hash, last_event_id, claimed_until, position, recorded_at
)
select c.command_id, c.request_hash, c.stream, c.expected, c.version, c.outcome, gen_random_uuid(), '{}', '{}',
  first.prev_hash, last.hash, last.event_id, '-infinity', copied.position, c.recorded_at
from (
  select *, coalesce(lag(version) over (partition by stream order by version), 0) as expected from commands
) c
join events first on first.stream = c.stream and first.version = c.expected + 1
join events last on last.stream = c.stream and last.version = c.version
join copied on copied.stream = c.stream and copied.version = c.version`;

const guardsSql = `
insert into intended_guards (name, version, passes, position)
select g.name, g.version, g.passes, i.position from guards g join intentions i on i.command_id = g.command_id`;

const subscriptionsSql = `
update subscriptions s set position = newest.position, event_id = newest.event_id
from subscriptions before cross join lateral (
  select copied.position, copied.event_id from copied
  where (copied.xid, copied.pos)
    <= (split_part(before.position, ':', 1)::numeric::text::xid8, split_part(before.position, ':', 2)::bigint)
  order by copied.xid desc, copied.pos desc limit 1
) newest
where before.position <> '' and s.name = before.name and s.version = before.version
returning s.name, exists (select from generations g where g.projection = s.name) as "isProjection"`;

/**
 * Hands commands, guards and read positions over to the log at the server. The read tables are built anew at the next start.
 *
 * @throws when a command or a guard has no event there.
 */
export const handOver = async (database: pg.Client): Promise<HandedOver> => {
  const { rowCount: commands } = await database.query(commandsSql);
  const { rowCount: guards } = await database.query(guardsSql);
  const { rows } = await database.query<{ commands: number; guards: number }>(
    'select (select count(*) from commands)::integer as commands, (select count(*) from guards)::integer as guards',
  );
  const [all] = rows;
  if (all?.commands !== commands || all?.guards !== guards)
    throw new Error('some commands or guards of the log have no event; npm run log -- verify names them');
  const mapped = await database.query<{ name: string; isProjection: boolean }>(subscriptionsSql);
  // Checkpoints begin anew: the log there is another tree. What a place has of the former ones says nothing of it.
  await database.query('delete from log_checkpoint_sinks');
  await database.query('update trail_sinks set seal = 0');
  await database.query(`update generations set state = 'retired', retired_at = now() where state <> 'retired'`);
  const names = mapped.rows.filter(({ isProjection }) => !isProjection).map(({ name }) => name);
  return { commands: all.commands, guards: all.guards, subscriptions: [...new Set(names)].sort() };
};
