import { consumerTag, deploymentTag, porticoTag } from '#platform/gateway-entity-id.ts';
import { isCanary } from './canary.ts';
import type { KongReader } from './client.ts';
import { type DesiredEntity, type EntityKind, entityKinds, type FoundEntity, tagsOf } from './entity.ts';
import { GatewayError } from './gateway-failure.ts';

const consumerKinds: readonly EntityKind[] = ['consumer', 'plugin', 'acl', 'key-auth', 'oauth2'];
const deploymentKinds: readonly EntityKind[] = ['service', 'consumer', 'plugin', 'route'];

const listed = async (client: KongReader, kinds: readonly EntityKind[], tag: string): Promise<FoundEntity[]> =>
  (await Promise.all(kinds.map((kind) => client.list(kind, [porticoTag, tag])))).flat();

/**
 * What has one of Portico's ids but not the deployment's tag. With Portico's own tag it has drifted and is
 * Portico's to mend; without it somebody has claimed it, and it is not touched (reliability J5).
 */
const untagged = async (
  client: KongReader,
  desired: readonly DesiredEntity[],
  held: readonly FoundEntity[],
): Promise<FoundEntity[]> => {
  const known = new Set(held.map(({ id }) => id));
  const found = await Promise.all(desired.filter(({ id }) => !known.has(id)).map((entity) => client.get(entity)));
  const present = found.filter((entity) => entity !== undefined);
  const foreign = present.find((entity) => !tagsOf(entity).includes(porticoTag));
  if (foreign) {
    throw new GatewayError({
      class: 'permanent',
      problem: { code: 'gateway.foreign-object', parameters: { object: foreign.kind } },
    });
  }
  return present;
};

/** Whether an entity is a key's, not its deployment's. */
export const belongsToKey = (entity: FoundEntity) =>
  tagsOf(entity).some((tag) => tag.startsWith(consumerTag(0).slice(0, -1)));

/** The gateway's part of a deployment itself; of the keys that call it just what is desired. */
export const heldByDeployment = async (
  client: KongReader,
  deploymentId: number,
  desired: readonly DesiredEntity[],
): Promise<FoundEntity[]> => {
  const wanted = new Set(desired.map(({ id }) => id));
  const held = (await listed(client, deploymentKinds, deploymentTag(deploymentId))).filter(
    (entity) => wanted.has(entity.id) || !(belongsToKey(entity) || isCanary(deploymentId, entity)),
  );
  return [...held, ...(await untagged(client, desired, held))];
};

/** The plugins of a deployment and of its keys. */
export const heldPlugins = (client: KongReader, deploymentId: number): Promise<FoundEntity[]> =>
  listed(client, ['plugin'], deploymentTag(deploymentId));

/** Everything that the deployment has brought to the gateway, keys too, but its canary. */
export const heldByDeploymentAndKeys = async (client: KongReader, deploymentId: number): Promise<FoundEntity[]> =>
  (await listed(client, entityKinds, deploymentTag(deploymentId))).filter((entity) => !isCanary(deploymentId, entity));

/** One key's part. */
export const heldByConsumer = async (
  client: KongReader,
  consumerId: number,
  desired: readonly DesiredEntity[],
): Promise<FoundEntity[]> => {
  const held = await listed(client, consumerKinds, consumerTag(consumerId));
  // Below a consumer that is not there nothing can be either.
  const reachable = held.some(({ kind }) => kind === 'consumer')
    ? desired
    : desired.filter(({ kind }) => kind === 'consumer');
  return [...held, ...(await untagged(client, reachable, held))];
};
