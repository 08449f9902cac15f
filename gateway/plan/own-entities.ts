import { someAtOnce } from '#platform/some-at-once.ts';
import {
  type DesiredEntity,
  type EntityKind,
  entityKinds,
  type FoundEntity,
  isKongObject,
  numbersIn,
  tagsOf,
} from '../admin-api/entity.ts';
import { GatewayError } from '../admin-api/gateway-failure.ts';
import type { ReadingSession } from '../admin-api/session.ts';
import { isCanary } from '../change/canary.ts';
import { type Claim, type GatewayNames, isConsumerTag, porticoTag } from '../names/gateway-names.ts';
import { telemetryKeyHeader } from '../telemetry/telemetry-key-header.ts';

const consumerKinds: readonly EntityKind[] = ['consumer', 'plugin', 'acl', 'key-auth', 'oauth2'];
const deploymentKinds: readonly EntityKind[] = ['service', 'consumer', 'plugin', 'route'];

/**
 * Returns whether this installation made a deployment that is older than installation ids. Then its log plugin contains
 * our telemetry key. Without a log plugin the deployment is incomplete and nobody can call it, so it counts as ours.
 */
const madeByUs = async ({ client, names, telemetryKey }: ReadingSession, deploymentId: number): Promise<boolean> => {
  const id = names.entityId('deployment', deploymentId, 'plugin', 'http-log');
  const plugin = await client.get({ kind: 'plugin', id, label: 'plugin http-log' });
  const config = plugin?.body.config;
  const headers = isKongObject(config) ? config.headers : undefined;
  if (!isKongObject(headers)) return true;
  return headers[telemetryKeyHeader] === (await telemetryKey());
};

/**
 * Returns the entities that are ours. Looks closer at entities without an installation's tag only when one is older
 * than such tags.
 */
const own = async (
  session: ReadingSession,
  deploymentId: number,
  found: readonly FoundEntity[],
): Promise<FoundEntity[]> => {
  const claimOf = (entity: FoundEntity): Claim => session.names.claimOf(tagsOf(entity));
  const takes = found.some((entity) => claimOf(entity) === 'unclaimed') && (await madeByUs(session, deploymentId));
  return found.filter((entity) => claimOf(entity) === 'ours' || (takes && claimOf(entity) === 'unclaimed'));
};

/** Returns this installation's entities among those that have Portico's tag. */
export const ownAmong = async (session: ReadingSession, found: readonly FoundEntity[]): Promise<FoundEntity[]> => {
  const { names } = session;
  const numberOf = (entity: FoundEntity) => numbersIn(names, [entity], 'deployment')[0];
  const groups = [...Map.groupBy(found, numberOf)].map(async ([deploymentId, group]) =>
    // When a tag lacks its number, somebody has changed the tags. Then only the id tells whose the entity is.
    deploymentId === undefined
      ? group.filter((entity) => names.claimOf(tagsOf(entity)) !== 'foreign')
      : await own(session, deploymentId, group),
  );
  return (await Promise.all(groups)).flat();
};

/** A deployment, or one of its keys. */
type EntityOwner = Readonly<{ deploymentId: number; consumerId?: number }>;

const listed = async (
  session: ReadingSession,
  kinds: readonly EntityKind[],
  { deploymentId, consumerId }: EntityOwner,
): Promise<FoundEntity[]> => {
  const { client, names } = session;
  const tags =
    consumerId === undefined ? names.listedBy('deployment', deploymentId) : names.listedBy('consumer', consumerId);
  const lists = tags.flatMap((tag) => kinds.map((kind) => client.list(kind, [porticoTag, tag])));
  const found = (await Promise.all(lists)).flat();
  return await own(session, deploymentId, [...new Map(found.map((entity) => [entity.id, entity])).values()]);
};

/** Limits the parallel calls to a gateway: the timeout of each call starts when it is made. */
const looksAtOnce = 8;

/**
 * Returns entities that have one of Portico's ids but not the deployment's tag. With Portico's own tag somebody has
 * changed the entity, and Portico restores it. Without it, or with another installation's tag, somebody has claimed the
 * entity, and Portico throws instead of changing it (requirement J5).
 */
const untagged = async (
  session: ReadingSession,
  deploymentId: number,
  desired: readonly DesiredEntity[],
  actual: readonly FoundEntity[],
): Promise<FoundEntity[]> => {
  const known = new Set(actual.map(({ id }) => id));
  const absent = desired.filter(({ id }) => !known.has(id));
  const found = await someAtOnce(looksAtOnce, absent, (entity) => session.client.get(entity));
  const present = found.filter((entity) => entity !== undefined);
  const ours = new Set(await own(session, deploymentId, present));
  const foreign = present.find((entity) => !ours.has(entity));
  if (foreign) {
    throw new GatewayError({
      class: 'permanent',
      problem: { code: 'gateway.foreign-object', parameters: { object: foreign.kind } },
    });
  }
  return present;
};

/** Returns whether an entity is of a kind that a deployment itself has. */
const isOfDeployment = ({ kind }: Pick<FoundEntity, 'kind'>): boolean => deploymentKinds.includes(kind);

/** Returns whether an entity belongs to a key, not to the deployment itself. */
export const belongsToKey = (entity: FoundEntity) => tagsOf(entity).some(isConsumerTag);

/** Returns, of what is under a deployment's tags, its own: nothing of its keys, nor of kinds that only keys have, nor its canary. */
export const onlyOfDeployment = (
  names: GatewayNames,
  deploymentId: number,
  found: readonly FoundEntity[],
): FoundEntity[] =>
  found.filter((entity) => isOfDeployment(entity) && !belongsToKey(entity) && !isCanary(names, deploymentId, entity));

/** Returns what the gateway lists for a deployment: also plugins and consumers of its keys, and its canary. */
export const listedOfDeployment = (session: ReadingSession, deploymentId: number): Promise<FoundEntity[]> =>
  listed(session, deploymentKinds, { deploymentId });

/**
 * Returns the deployment's own entities on the gateway. Includes entities of its keys only when they are desired.
 *
 * @param found what the gateway lists. Default: is read.
 */
export const actualOfDeployment = async (
  session: ReadingSession,
  deploymentId: number,
  desired: readonly DesiredEntity[],
  found?: readonly FoundEntity[],
): Promise<FoundEntity[]> => {
  const wanted = new Set(desired.map(({ id }) => id));
  const actual = (found ?? (await listedOfDeployment(session, deploymentId))).filter(
    (entity) => wanted.has(entity.id) || !(belongsToKey(entity) || isCanary(session.names, deploymentId, entity)),
  );
  return [...actual, ...(await untagged(session, deploymentId, desired, actual))];
};

/** Returns the credentials of a deployment's keys. */
export const actualCredentials = (session: ReadingSession, deploymentId: number): Promise<FoundEntity[]> =>
  listed(session, ['key-auth', 'oauth2'], { deploymentId });

/** Returns all entities of a deployment and its keys, without its canary. */
export const actualOfDeploymentAndKeys = async (
  session: ReadingSession,
  deploymentId: number,
): Promise<FoundEntity[]> =>
  (await listed(session, entityKinds, { deploymentId })).filter(
    (entity) => !isCanary(session.names, deploymentId, entity),
  );

/** Returns the entities of one key. */
export const actualOfConsumer = async (
  session: ReadingSession,
  key: Required<EntityOwner>,
  desired: readonly DesiredEntity[],
): Promise<FoundEntity[]> => {
  const actual = await listed(session, consumerKinds, key);
  // Without its consumer no other entity of the key can exist.
  const reachable = actual.some(({ kind }) => kind === 'consumer')
    ? desired
    : desired.filter(({ kind }) => kind === 'consumer');
  return [...actual, ...(await untagged(session, key.deploymentId, reachable, actual))];
};
