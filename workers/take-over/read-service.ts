import { isKongObject, type KongObject } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { collections } from '#gateway/mirror/collections.ts';
import { mirrored } from '#gateway/mirror/mirrored.ts';
import type { ForeignService } from '#gateway/take-over/foreign-service.ts';
import { gatherService, type SeenObject, stateOfService } from '#gateway/take-over/gather-service.ts';
import { type WholeObjects, whatConcerns, wholeKinds } from '#gateway/take-over/what-concerns.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/** @property keys by the ids of their credentials. Never written down. */
type Around = Readonly<{ objects: readonly SeenObject[]; keys: ReadonlyMap<string, string> }>;

/** Reads all that may work on the calls of services, as it is at the gateway now. @throws GatewayError */
export const readWhole = async ({ client }: GatewaySession): Promise<WholeObjects> => {
  const found = { route: [], plugin: [], consumer: [], acl: [], 'key-auth': [], upstream: [] } as Record<
    keyof WholeObjects,
    KongObject[]
  >;
  for (const kind of wholeKinds)
    await client.pages(collections[kind], async (bodies) => void found[kind].push(...bodies));
  return found;
};

/** Returns a service and others' objects without their secrets, and the keys. @throws GatewayError */
export const withoutKeys = async (
  { vault, names }: Pick<WorkerServices, 'vault' | 'names'>,
  { client, gateway }: GatewaySession,
  services: readonly KongObject[],
  whole: WholeObjects,
): Promise<Around> => {
  const source = { gatewayId: gateway.resourceId, client, names, vault };
  const objects: SeenObject[] = [...(await mirrored(source, 'service', services))];
  for (const kind of wholeKinds) objects.push(...(await mirrored(source, kind, whole[kind])));
  const keys = whole['key-auth'].flatMap(({ id, key }) =>
    typeof id === 'string' && typeof key === 'string' ? [[id, key] as const] : [],
  );
  return { objects, keys: new Map(keys) };
};

export type ReadService = Readonly<{ foreign: ForeignService; state: string }> & Pick<Around, 'keys'>;

/** Returns one service among what was read; undefined when it is not there. */
export const serviceIn = ({ objects, keys }: Around, serviceId: string): ReadService | undefined => {
  const foreign = gatherService(objects, serviceId);
  return foreign && { foreign, state: stateOfService(objects, foreign), keys };
};

/**
 * Reads somebody else's service with all that works on its calls, as it is at the gateway now.
 *
 * @returns undefined when the gateway does not have it.
 * @throws GatewayError
 */
export const readService = async (
  services: Pick<WorkerServices, 'vault' | 'names'>,
  session: GatewaySession,
  serviceId: string,
): Promise<ReadService | undefined> => {
  const service = await session.client.read(`/services/${serviceId}`);
  if (!isKongObject(service)) return undefined;
  const whole = whatConcerns(service, await readWhole(session));
  return serviceIn(await withoutKeys(services, session, [service], whole), serviceId);
};
