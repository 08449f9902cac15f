import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { type Installation, installationDecider } from '#domain/installation/installation.ts';
import { randomId } from '#platform/uuid.ts';
import type { EventStore } from './event-store.ts';
import { execute } from './execute.ts';
import { loadState } from './load.ts';

/** The id of the only stream of this noun. */
const own = 1;

/**
 * Returns the id of this installation. The first process that asks makes the id, as an event; several that ask at once
 * get the same id. Call it once at the start of a process, before the process assigns any other id.
 *
 * @throws UnavailableError
 */
export const identifyInstallation = async (store: EventStore<PorticoEvent>): Promise<Installation> => {
  const known = await loadState(store, installationDecider, own);
  if (known.status === 'identified') return known;
  const [deployment, consumer] = await Promise.all([store.highestId('deployment'), store.highestId('consumer')]);
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
