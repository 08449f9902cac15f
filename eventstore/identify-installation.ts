import { byPortal } from '#domain/core/actor.ts';
import { isRefusal } from '#domain/core/problem.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { type Installation, installationDecider, installationId as own } from '#domain/installation/installation.ts';
import { randomId } from '#platform/uuid.ts';
import { beginning, type EventStore } from './event-store.ts';
import { execute } from './execute.ts';
import { loadState } from './load.ts';

/**
 * Returns the id of this installation. The first process that asks makes the id, as an event; several that ask at once
 * get the same id. Call it once at the start of a process, before the process assigns any other id. An empty log demands seals from
 * this event on, and then a release that writes none can't start any more.
 *
 * @throws UnavailableError
 */
export const identifyInstallation = async (store: EventStore<PorticoEvent>): Promise<Installation> => {
  const known = await loadState(store, installationDecider, own);
  if (known.status === 'identified') return known;
  const [deployment, consumer, newest] = await Promise.all([
    store.highestId('deployment'),
    store.highestId('consumer'),
    store.newest(),
  ]);
  const demandsSeals = newest === beginning;
  if (demandsSeals) await store.refuseReleasesWithoutSeals();
  const done = await execute({
    store,
    decider: installationDecider,
    id: own,
    command: {
      type: 'IdentifyInstallation',
      data: { installationId: randomId(), takenOver: { deployment, consumer }, demandsSeals },
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
