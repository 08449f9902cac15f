import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { type Installation, installationDecider } from '#domain/installation/installation.ts';
import type { Database } from '#platform/database.ts';
import { randomId } from '#platform/uuid.ts';
import type { EventStore } from './event-store.ts';
import { execute } from './execute.ts';
import { loadState } from './load.ts';

/** There is one. */
const own = 1;

/** The highest number of a noun that has a stream; 0 without any. Looks through all streams, so not for every day. */
const highestOf = async (database: Database, noun: string): Promise<number> => {
  const { rows } = await database.query<{ highest: number }>(
    `select coalesce(max(substring(stream from length($1) + 1)::int), 0) as highest
     from streams where starts_with(stream, $1) and substring(stream from length($1) + 1) ~ '^[0-9]+$'`,
    [`${noun}-`],
  );
  return rows[0]?.highest ?? 0;
};

/**
 * Who this installation is. The first process that asks makes the id, as an event; of several that ask at once one
 * makes it and all get the same. To call once at the start of a process, before it gives anything a number.
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
