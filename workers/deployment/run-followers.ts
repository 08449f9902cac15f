import { consumerDecider } from '#domain/consumer/decider.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { loadState } from '#eventstore/load.ts';
import { followLog } from '../engine/follow-log.ts';
import { inTraceOf } from '../engine/in-trace-of.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { followersOf, followKey, followLeader } from './follow.ts';

const followed = new Set<PorticoEvent['type']>([
  'DeploymentApplied',
  'KeyLimitChangeRequested',
  'ConsumerApplied',
  'ConsumerRemovalRequested',
  'PreviousCredentialsEnded',
]);

const followEvent = async (services: WorkerServices, consumerId: number): Promise<void> => {
  const key = await loadState(services.store, consumerDecider, consumerId);
  if (key.status === 'none') return;
  // A step of a copy is done: perhaps there is another.
  const { rows } = await services.pool.query<{ originalId: number }>(
    'select original_id as "originalId" from key_copies where copy_id = $1',
    [consumerId],
  );
  const [original] = rows;
  if (original) await followKey(services, key.deploymentId, original.originalId);
  for (const id of await followersOf(services, key.deploymentId)) await followKey(services, id, consumerId);
};

const follow = async (services: WorkerServices, event: RecordedEvent<PorticoEvent>): Promise<void> => {
  switch (event.type) {
    case 'DeploymentApplied': {
      const { deploymentId } = event.data;
      for (const id of [deploymentId, ...(await followersOf(services, deploymentId))]) await followLeader(services, id);
      return;
    }
    case 'KeyLimitChangeRequested': {
      const { deploymentId, organizationId } = event.data;
      for (const id of await followersOf(services, deploymentId)) await followLeader(services, id, organizationId);
      return;
    }
    case 'ConsumerApplied':
    case 'ConsumerRemovalRequested':
    case 'PreviousCredentialsEnded':
      return await followEvent(services, event.data.consumerId);
    default:
  }
};

/**
 * Follows the log: keeps deployments that take another one's place level with it. A chore does what this misses. Ends when the signal
 * aborts.
 */
export const runFollowers = (services: WorkerServices, signal: AbortSignal): Promise<void> =>
  followLog(
    services,
    {
      name: 'followers',
      // A new installation has no read tables when its first events come, and nothing to follow.
      concerns: ({ type }) => followed.has(type),
      deliver: async (events) => {
        const { rowCount } = await services.pool.query('select from deployments where follows is not null limit 1');
        // An installation that moves nothing, and the log of years before, cost nothing.
        if (rowCount === 0) return;
        for (const event of events) await inTraceOf(event, () => follow(services, event));
      },
    },
    signal,
  );
