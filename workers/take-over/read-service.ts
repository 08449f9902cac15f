import type { ObjectKind } from '#domain/gateway-object/kind.ts';
import { isKongObject, type KongObject } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { collections } from '#gateway/mirror/collections.ts';
import { mirrored } from '#gateway/mirror/mirrored.ts';
import type { ForeignService } from '#gateway/take-over/foreign-service.ts';
import { gatherService, type SeenObject, stateOfService } from '#gateway/take-over/gather-service.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

const wholeKinds = [
  'route',
  'plugin',
  'consumer',
  'acl',
  'key-auth',
  'upstream',
] as const satisfies readonly ObjectKind[];

export type ReadService = Readonly<{
  foreign: ForeignService;
  state: string;
  /** The keys by the ids of their credentials. Never written down. */
  keys: ReadonlyMap<string, string>;
}>;

/**
 * Reads somebody else's service with all that works on its calls, as it is at the gateway now.
 *
 * @returns undefined when the gateway does not have it.
 * @throws GatewayError
 */
export const readService = async (
  { vault, names }: Pick<WorkerServices, 'vault' | 'names'>,
  { client, gateway }: GatewaySession,
  serviceId: string,
): Promise<ReadService | undefined> => {
  const source = { gatewayId: gateway.resourceId, client, names, vault };
  const objects: SeenObject[] = [];
  const keys = new Map<string, string>();
  const take = (kind: ObjectKind) => async (bodies: readonly KongObject[]) => {
    objects.push(...(await mirrored(source, kind, bodies)));
    if (kind !== 'key-auth') return;
    for (const { id, key } of bodies) if (typeof id === 'string' && typeof key === 'string') keys.set(id, key);
  };
  const service = await client.read(`/services/${serviceId}`);
  if (!isKongObject(service)) return undefined;
  await take('service')([service]);
  for (const kind of wholeKinds) await client.pages(collections[kind], take(kind));
  const foreign = gatherService(objects, serviceId);
  return foreign && { foreign, state: stateOfService(objects, foreign), keys };
};
