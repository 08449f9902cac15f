import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { type Installation, installationDecider } from '#domain/installation/installation.ts';
import type { Database } from '#platform/database.ts';
import { randomId } from '#platform/uuid.ts';
import type { EventStore } from './event-store.ts';
import { execute } from './execute.ts';
import { loadState } from './load.ts';

/** The id of the only stream of this noun. */
const own = 1;

/** Returns the highest id of a noun that has a stream; 0 without any. It reads all streams, so call it rarely. */
const highestOf = async (database: Database, noun: string): Promise<number> => {
  const { rows } = await database.query<{ highest: number }>(
    `select coalesce(max(substring(stream from length($1) + 1)::int), 0) as highest
     from streams where starts_with(stream, $1) and substring(stream from length($1) + 1) ~ '^[0-9]+$'`,
    [`${noun}-`],
  );
  return rows[0]?.highest ?? 0;
};

/**
 * Returns the id of this installation. The first process that asks makes the id, as an event; several that ask at once
 * get the same id. Call it once at the start of a process, before the process assigns any other id.
 *
 * @throws UnavailableError
 */
export const identifyInstallation = async (
  store: EventStore<PorticoEvent>,
  database: Database,
): Promise<Installation> => {
  const known = await loadState(store, installationDecider, own);
  if (known.status === 'identified') return known;
  const [deployment, consumer] = await Promise.all([
    highestOf(database, 'deployment'),
    highestOf(database, 'consumer'),
  ]);
  const done = await execute({
    store,
    decider: installationDecider,
    id: own,
    command: {
      type: 'IdentifyInstallation',
      data: { installationId: randomId(), takenOver: { deployment, consumer } },
    },
    meta: {
      actor: byPortal,
      commandId: randomId(),
      correlationId: randomId(),
      time: new Date().toISOString(),
    },
  });
  const identified = await loadState(store, installationDecider, own);
  if (isRefusal(done) || identified.status === 'none') throw new Error('the installation has no id');
  return identified;
};
