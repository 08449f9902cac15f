import type { ObjectKind } from '#domain/gateway-object/kind.ts';
import type { KongObject } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { readAbilities } from '#gateway/mirror/abilities.ts';
import { collections } from '#gateway/mirror/collections.ts';
import { mirrored } from '#gateway/mirror/mirrored.ts';
import type { MirroredObject } from '#gateway/mirror/mirrored-object.ts';
import { readDatabaseTime } from '#platform/database-time.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { endLook, knownObjects, storeObjects } from '../gateway/mirror/store-mirror.ts';

/** The most upstreams whose targets one look reads, because each needs a call. The targets of others are read when they are opened. */
const mostUpstreams = 200;

const nameOf = ({ kind, id }: Pick<MirroredObject, 'kind' | 'id'>) => `${kind}/${id}`;

const listed = Object.entries(collections) as (readonly [ObjectKind, string])[];

/**
 * Reads a gateway whole, a page of 200 objects at a time and one list after the other, and stores what changed and what
 * the gateway can do.
 *
 * @throws GatewayError when it does not respond as it should. What was known then stays.
 */
export const mirrorGateway = async (
  services: WorkerServices,
  { client, ...session }: GatewaySession,
): Promise<void> => {
  const { pool, vault, names } = services;
  const { resourceId: gatewayId } = session.gateway;
  const seenAt = await readDatabaseTime(pool);
  const known = new Map((await knownObjects(pool, gatewayId)).map((each) => [nameOf(each as MirroredObject), each]));
  const abilities = await readAbilities(client);
  const upstreams: string[] = [];
  // A page is stored while the next one is prepared.
  let storing: Promise<void> = Promise.resolve();
  const take = (kind: ObjectKind) => async (bodies: readonly KongObject[]) => {
    const objects = await mirrored({ gatewayId, client, names, vault }, kind, bodies);
    const changed = objects.filter((each) => known.get(nameOf(each))?.hash !== each.hash);
    await storing;
    storing = storeObjects(pool, gatewayId, changed, seenAt);
    // The next page, or the end, hears that it failed.
    storing.catch(() => undefined);
    for (const each of objects) known.delete(nameOf(each));
    if (kind === 'upstream') upstreams.push(...objects.map(({ id }) => id));
  };
  try {
    for (const [kind, path] of listed) await client.pages(path, take(kind));
    for (const id of upstreams.slice(0, mostUpstreams)) await client.pages(`/upstreams/${id}/targets`, take('target'));
  } finally {
    await storing;
  }
  await endLook(
    pool,
    gatewayId,
    [...known.values()].map(({ kind, id }) => ({ kind, id })),
    seenAt,
    abilities,
  );
};
