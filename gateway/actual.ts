import { someAtOnce } from '#platform/some-at-once.ts';
import { isCanary } from './canary.ts';
import {
  type DesiredEntity,
  type EntityKind,
  entityKinds,
  type FoundEntity,
  isKongObject,
  numbersIn,
  tagsOf,
} from './entity.ts';
import { GatewayError } from './gateway-failure.ts';
import { type Claim, isConsumerTag, porticoTag } from './gateway-names.ts';
import type { ReadingSession } from './session.ts';
import { telemetryKeyHeader } from './telemetry-key-header.ts';

const consumerKinds: readonly EntityKind[] = ['consumer', 'plugin', 'acl', 'key-auth', 'oauth2'];
const deploymentKinds: readonly EntityKind[] = ['service', 'consumer', 'plugin', 'route'];

/**
 * Whether what the gateway holds of a deployment from before installations had an id was made by this one: then its
 * log plugin shows our telemetry key. One without a log plugin is half made, or half gone, and nobody can call it.
 */
const madeByUs = async ({ client, names, telemetryKey }: ReadingSession, deploymentId: number): Promise<boolean> => {
  const id = names.entityId('deployment', deploymentId, 'plugin', 'http-log');
  const plugin = await client.get({ kind: 'plugin', id, label: 'plugin http-log' });
  const config = plugin?.body.config;
  const headers = isKongObject(config) ? config.headers : undefined;
  if (!isKongObject(headers)) return true;
  return headers[telemetryKeyHeader] === (await telemetryKey());
};

/** Those that are ours. What has no installation's tag is looked at only where it may be from before there were any. */
const own = async (
  session: ReadingSession,
  deploymentId: number,
  found: readonly FoundEntity[],
): Promise<FoundEntity[]> => {
  const claimOf = (entity: FoundEntity): Claim => session.names.claimOf(tagsOf(entity));
  const takes = found.some((entity) => claimOf(entity) === 'unclaimed') && (await madeByUs(session, deploymentId));
  return found.filter((entity) => claimOf(entity) === 'ours' || (takes && claimOf(entity) === 'unclaimed'));
};

/** Of everything on a gateway that is tagged as a Portico's what is this installation's. */
export const ownAmong = async (session: ReadingSession, found: readonly FoundEntity[]): Promise<FoundEntity[]> => {
  const { names } = session;
  const numberOf = (entity: FoundEntity) => numbersIn(names, [entity], 'deployment')[0];
  const groups = [...Map.groupBy(found, numberOf)].map(async ([deploymentId, group]) =>
    // Without a number its tags have drifted, and its id alone tells whose it is.
    deploymentId === undefined
      ? group.filter((entity) => names.claimOf(tagsOf(entity)) !== 'foreign')
      : await own(session, deploymentId, group),
  );
  return (await Promise.all(groups)).flat();
};

/** A deployment, or a key of it. */
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

/** A gateway is not asked for thousands of things at once, each of which has its time from then on. */
const looksAtOnce = 8;

/**
 * What has one of Portico's ids but not the deployment's tag. With Portico's own tag it has drifted and is
 * Portico's to mend; without it, or with another installation's, somebody has claimed it, and it is not touched
 * (requirement J5).
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

/** Whether an entity is a key's, not its deployment's. */
export const belongsToKey = (entity: FoundEntity) => tagsOf(entity).some(isConsumerTag);

/** The gateway's part of a deployment itself; of the keys that call it just what is desired. */
export const actualOfDeployment = async (
  session: ReadingSession,
  deploymentId: number,
  desired: readonly DesiredEntity[],
): Promise<FoundEntity[]> => {
  const wanted = new Set(desired.map(({ id }) => id));
  const actual = (await listed(session, deploymentKinds, { deploymentId })).filter(
    (entity) => wanted.has(entity.id) || !(belongsToKey(entity) || isCanary(session.names, deploymentId, entity)),
  );
  return [...actual, ...(await untagged(session, deploymentId, desired, actual))];
};

/** The plugins of a deployment and of its keys. */
export const actualPlugins = (session: ReadingSession, deploymentId: number): Promise<FoundEntity[]> =>
  listed(session, ['plugin'], { deploymentId });

/** Everything that the deployment has brought to the gateway, keys too, but its canary. */
export const actualOfDeploymentAndKeys = async (
  session: ReadingSession,
  deploymentId: number,
): Promise<FoundEntity[]> =>
  (await listed(session, entityKinds, { deploymentId })).filter(
    (entity) => !isCanary(session.names, deploymentId, entity),
  );

/** One key's part. */
export const actualOfConsumer = async (
  session: ReadingSession,
  key: Required<EntityOwner>,
  desired: readonly DesiredEntity[],
): Promise<FoundEntity[]> => {
  const actual = await listed(session, consumerKinds, key);
  // Below a consumer that is not there nothing can be either.
  const reachable = actual.some(({ kind }) => kind === 'consumer')
    ? desired
    : desired.filter(({ kind }) => kind === 'consumer');
  return [...actual, ...(await untagged(session, key.deploymentId, reachable, actual))];
};
