import type { ObjectKind } from '#domain/gateway-object/kind.ts';
import type { KongClient } from '#gateway/admin-api/client.ts';
import type { FoundEntity } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { mirrored } from '#gateway/mirror/mirrored.ts';
import type { WorkerServices } from '../../engine/worker-services.ts';
import { storeObjects, storeRemoval } from './store-mirror.ts';

/**
 * Returns a session whose writes are in the table of the gateway's objects within moments, and a function that waits until they
 * are. A write that could not be stored there is seen by the next look.
 */
export const mirrorWrites = (
  { pool, vault, names, log }: Pick<WorkerServices, 'pool' | 'vault' | 'names' | 'log'>,
  session: GatewaySession,
): Readonly<{ session: GatewaySession; stored: () => Promise<void> }> => {
  const { client, gateway } = session;
  const gatewayId = gateway.resourceId;
  const storing = new Set<Promise<void>>();
  const store = (what: () => Promise<void>) => {
    const done = what()
      .catch((reason: unknown) => log.warn({ gateway: gatewayId, reason: String(reason) }, 'cannot mirror a write'))
      .finally(() => storing.delete(done));
    storing.add(done);
  };
  const storeFound = (found: FoundEntity): FoundEntity => {
    store(async () => {
      const kind: ObjectKind = found.kind;
      await storeObjects(pool, gatewayId, await mirrored({ gatewayId, client, names, vault }, kind, [found.body]));
    });
    return found;
  };
  const put: KongClient['put'] = async (entity, body) => storeFound(await client.put(entity, body));
  const create: KongClient['create'] = async (entity, body) => storeFound(await client.create(entity, body));
  const remove: KongClient['remove'] = async (entity) => {
    const removed = await client.remove(entity);
    store(() => storeRemoval(pool, gatewayId, entity));
    return removed;
  };
  return {
    session: { ...session, client: { ...client, put, create, remove } },
    stored: async () => {
      await Promise.all(storing);
    },
  };
};
