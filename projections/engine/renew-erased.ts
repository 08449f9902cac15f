import { type Database, inTransaction, type Pool } from '#platform/database.ts';
import { createGeneration, dropGeneration, type GenerationRow, generationsOf, lockGenerations } from './generations.ts';
import { type Projection, schemaOf } from './projection.ts';

/** Selects the time of the newest erasure. A table that was begun before may still show the person. */
const newestErasure = '(select max(destroyed_at) from subject_keys)';

const findOutdated = async (database: Database, projections: readonly Projection[]): Promise<boolean> => {
  const { rowCount } = await database.query(
    `select from generations old where shown_in = any($1) and created_at <= ${newestErasure} and (
       state <> 'live' or not exists (
         select from generations new where new.projection = old.projection and new.shown_in = old.shown_in
         and new.state = 'building' and new.created_at > ${newestErasure}
       )
     ) limit 1`,
    [projections.map(schemaOf)],
  );
  return rowCount === 1;
};

const isOutdated = async (database: Database, { projection, generation }: GenerationRow): Promise<boolean> => {
  const { rowCount } = await database.query(
    `select from generations where projection = $1 and generation = $2 and created_at <= ${newestErasure}`,
    [projection, generation],
  );
  return rowCount === 1;
};

/**
 * Starts a rebuild of read tables that were begun before the newest erasure, and drops retired ones. So no read table keeps
 * a value of an erased person, also if a process dies meanwhile. Processes that run projections call it regularly.
 */
export const renewErased = async (pool: Pool, projections: readonly Projection[]): Promise<void> => {
  if (!(await findOutdated(pool, projections))) return;
  await inTransaction(pool, async (client) => {
    await lockGenerations(client);
    for (const projection of projections) {
      const rows = await generationsOf(client, projection);
      const outdated: GenerationRow[] = [];
      for (const row of rows) if (await isOutdated(client, row)) outdated.push(row);
      const isCurrent = rows.some((row) => row.state !== 'retired' && !outdated.includes(row));
      // Before others are dropped, so that it gets a number that none of them had: their runners are still at work.
      if (!isCurrent) await createGeneration(client, projection, rows);
      for (const row of outdated) if (row.state !== 'live') await dropGeneration(client, row);
    }
  });
};
