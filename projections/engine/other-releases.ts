import { type Database, inTransaction, type Pool } from '#platform/database.ts';
import { dropGeneration, type GenerationRow, lockGenerations } from './generations.ts';
import { type Projection, schemaOf } from './projection.ts';

type Other = Pick<GenerationRow, 'projection' | 'generation' | 'tables'>;

/** Tables of other versions that may show a person who is erased. */
const isOutdated = '(g.created_at <= (select max(destroyed_at) from subject_keys))';

/** When somebody last filled the tables. */
const filledAt = 'greatest(g.created_at, s.lease_until, s.updated_at)';

const findOthers = async (database: Database, own: readonly Projection[], condition: string): Promise<Other[]> => {
  const { rows } = await database.query<Other>(
    `select g.projection, g.generation, g.tables
     from generations g left join subscriptions s on s.name = g.projection and s.version = g.generation
     where g.shown_in <> all($1) and g.tables <> '{}' and ${condition}`,
    [own.map(schemaOf)],
  );
  return rows;
};

/**
 * Drops read tables of other releases that no process fills: a week after they were filled last, or within a minute if
 * somebody was erased since their rebuild began. A release that comes back makes them anew. A release that runs renews its
 * own tables.
 *
 * @param own the projections of this release.
 */
export const dropOthers = async (pool: Pool, own: readonly Projection[]): Promise<void> => {
  const left = `${filledAt} < clock_timestamp() - case when ${isOutdated} then interval '1 minute' else interval '7 days' end`;
  if ((await findOthers(pool, own, left)).length === 0) return;
  await inTransaction(pool, async (client) => {
    // Gives way to readers of the other release.
    await client.query(`set local lock_timeout = '500ms'`);
    await lockGenerations(client);
    for (const other of await findOthers(client, own, left)) await dropGeneration(client, other);
  });
};

/** Returns the projections of other releases whose tables may still show a person who is erased. */
export const outdatedOthers = async (database: Database, own: readonly Projection[]): Promise<readonly string[]> => [
  ...new Set((await findOthers(database, own, isOutdated)).map(({ projection }) => projection)),
];

/** Returns the subscriptions that fill tables of other releases, by name and number of the tables: `people 7`. */
export const subscriptionsOfOthers = async (
  database: Database,
  own: readonly Projection[],
): Promise<ReadonlySet<string>> =>
  new Set((await findOthers(database, own, 'true')).map(({ projection, generation }) => `${projection} ${generation}`));
