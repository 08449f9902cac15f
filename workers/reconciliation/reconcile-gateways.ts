import { consumerDecider } from '#domain/consumer/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { ownAmong } from '#gateway/actual.ts';
import { type EntityKind, type FoundEntity, numbersIn } from '#gateway/entity.ts';
import { porticoTag } from '#gateway/gateway-names.ts';
import { releaseLease, takeLease } from '#platform/lease.ts';
import { requestReconciliation } from '../engine/request-reconciliation.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import { isAway } from '../gateway/outage.ts';

/** Kinds of entity that let callers in. One that is left over shows that a removal was lost. */
const kinds: readonly EntityKind[] = ['service', 'route', 'plugin', 'consumer', 'acl', 'key-auth', 'oauth2'];

/** Entities of a deployment, or of one of its keys, that should not be on a gateway any more. */
type LeftOver = Readonly<{ deploymentId: number; consumerId?: number }>;

/** Returns the ids that the read tables do not know. The log decides about them. */
const unknown = async ({ pool }: WorkerServices, table: 'deployments' | 'consumers', ids: readonly number[]) => {
  const { rows } = await pool.query<{ id: number }>(
    `select id from unnest($1::int[]) as held(id) where not exists (select from ${table} where ${table}.id = held.id)`,
    [ids],
  );
  return rows.map(({ id }) => id);
};

const removedDeployments = async (services: WorkerServices, actual: readonly FoundEntity[]): Promise<LeftOver[]> => {
  const found: LeftOver[] = [];
  for (const deploymentId of await unknown(services, 'deployments', numbersIn(services.names, actual, 'deployment'))) {
    // A deployment that is not in the log belongs to another portal, and is not touched.
    const { status } = await loadState(services.store, deploymentDecider, deploymentId);
    if (status === 'removed') found.push({ deploymentId });
  }
  return found;
};

/** Returns failed first deployments. Nothing of them should be on the gateway, but their clean-up may have failed, too. */
const failedDeployments = async (services: WorkerServices, actual: readonly FoundEntity[]): Promise<LeftOver[]> => {
  const { rows } = await services.pool.query<{ id: number }>(
    `select id from deployments where id = any($1) and state = 'failed' and applied is null`,
    [numbersIn(services.names, actual, 'deployment')],
  );
  const found: LeftOver[] = [];
  for (const { id: deploymentId } of rows) {
    const deployment = await loadState(services.store, deploymentDecider, deploymentId);
    if (deployment.status === 'failed' && deployment.previous === null) found.push({ deploymentId });
  }
  return found;
};

const removedKeys = async (services: WorkerServices, actual: readonly FoundEntity[]): Promise<LeftOver[]> => {
  const found: LeftOver[] = [];
  for (const consumerId of await unknown(services, 'consumers', numbersIn(services.names, actual, 'consumer'))) {
    const key = await loadState(services.store, consumerDecider, consumerId);
    if (key.status === 'removed') found.push({ deploymentId: key.deploymentId, consumerId });
  }
  return found;
};

/**
 * Returns deployments whose lockdown still lets through what a former release described by `[^/]+`: also an encoded
 * slash, which led to other paths of the target (docs/decisions/0016-path-lockdown.md).
 */
const looseLockdowns = async ({ pool, names }: WorkerServices, actual: readonly FoundEntity[]): Promise<LeftOver[]> => {
  const loose = actual.filter(
    ({ kind, body: { paths } }) =>
      kind === 'route' && Array.isArray(paths) && paths.some((path) => String(path).includes('[^/]+')),
  );
  const { rows } = await pool.query<{ id: number }>(
    `select id from deployments where id = any($1) and state = 'deployed'`,
    [numbersIn(names, loose, 'deployment')],
  );
  return rows.map(({ id }) => ({ deploymentId: id }));
};

type KeyRow = Readonly<{
  id: number;
  deploymentId: number;
  generations: readonly number[];
}>;

/**
 * Returns keys that have credentials other than their own and, during a rotation, the old ones. A suspended organization's
 * keys have none. Skips keys with a running operation.
 */
const endedCredentials = async (
  { pool, names }: WorkerServices,
  actual: readonly FoundEntity[],
): Promise<LeftOver[]> => {
  const credentials = actual.filter(({ kind }) => kind === 'key-auth' || kind === 'oauth2');
  const { rows } = await pool.query<KeyRow>(
    `select id, deployment_id as "deploymentId",
            case when exists (
              select from organizations where organizations.id = organization_id and status <> 'active'
            ) then array[]::int[]
            else array[(applied->>'generation')::int, (applied->'previous'->>'generation')::int] end as generations
     from consumers where id = any($1) and state in ('active', 'failed', 'change-failed') and applied is not null`,
    [numbersIn(names, credentials, 'consumer')],
  );
  return rows.flatMap(({ id, deploymentId, generations }) => {
    const known = generations
      .filter((generation) => generation !== null)
      .flatMap((generation) => [
        names.credentialId('key-auth', id, generation),
        names.credentialId('oauth2', id, generation),
      ]);
    const own = credentials.filter((entity) => numbersIn(names, [entity], 'consumer').includes(id));
    return own.every((entity) => known.includes(entity.id)) ? [] : [{ deploymentId, consumerId: id }];
  });
};

/** Returns deployments and keys that should work but are not on the gateway. */
const missing = async (
  { pool, names }: WorkerServices,
  gatewayId: number,
  actual: readonly FoundEntity[],
): Promise<{ deployments: number[]; keys: number[] }> => {
  const there = new Set(actual.map(({ id }) => id));
  const ids = async (sql: string) => (await pool.query<{ id: number }>(sql, [gatewayId])).rows.map(({ id }) => id);
  const deployments = await ids(`select id from deployments where gateway_id = $1 and state = 'deployed'`);
  const keys = await ids(
    `select consumers.id from consumers join deployments on deployments.id = deployment_id
     where gateway_id = $1 and deployments.state = 'deployed' and consumers.state = 'active'`,
  );
  return {
    deployments: deployments.filter((id) => !there.has(names.serviceId(id))),
    keys: keys.filter((id) => !there.has(names.consumerId(id))),
  };
};

const isAskedFor = async ({ pool }: WorkerServices, { deploymentId, consumerId }: LeftOver): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from operations where kind = 'reconcile' and state in ('requested', 'started', 'waiting', 'failed')
     and deployment_id = $1 and consumer_id is not distinct from $2 limit 1`,
    [deploymentId, consumerId ?? null],
  );
  return (rowCount ?? 0) > 0;
};

/**
 * Checks one whole gateway. Requests operations that remove the entities of Portico that are gone according to the log,
 * even if their removal was lost, and that close lockdowns of a former release. Missing entities are only reported (log,
 * `portico_gateway_missing_objects`): somebody may have removed them on purpose, and a deploy restores them.
 *
 * @param lookedAt names this check.
 */
export const reconcileGateway = async (
  services: WorkerServices,
  gatewayId: number,
  lookedAt: string,
): Promise<readonly LeftOver[]> => {
  const look = () =>
    withGateway({ services }, gatewayId, async (session) =>
      ownAmong(session, (await Promise.all(kinds.map((kind) => session.client.list(kind, [porticoTag])))).flat()),
    );
  const leftOversIn = async (actual: readonly FoundEntity[]) => {
    const gone = [...(await removedDeployments(services, actual)), ...(await failedDeployments(services, actual))];
    const keys = [...(await removedKeys(services, actual)), ...(await endedCredentials(services, actual))];
    const keysOfOthers = keys.filter(({ deploymentId }) => !gone.some((each) => each.deploymentId === deploymentId));
    return [...gone, ...(await looseLockdowns(services, actual)), ...keysOfOthers];
  };
  const first = await look();
  const suspects = await leftOversIn(first);
  // An operation may have removed entities between the two reads, so only what both reads show counts.
  const still = suspects.length > 0 ? await leftOversIn(await look()) : [];
  const nameOf = ({ deploymentId, consumerId = 0 }: LeftOver) => `${deploymentId}/${consumerId}`;
  const seenBefore = new Set(suspects.map(nameOf));
  const leftOvers = still.filter((each) => seenBefore.has(nameOf(each)));
  for (const each of leftOvers) {
    if (await isAskedFor(services, each)) continue;
    await requestReconciliation(services, { ...each, reason: 'left-over' }, `left-over/${lookedAt}/${nameOf(each)}`);
  }
  const gone = await missing(services, gatewayId, first);
  services.metrics.missingObjects.set({ gateway: String(gatewayId) }, gone.deployments.length + gone.keys.length);
  if (gone.deployments.length + gone.keys.length > 0)
    services.log.warn({ gateway: gatewayId, ...gone }, 'the gateway has lost entities of Portico');
  return leftOvers;
};

/**
 * Checks each gateway of the portal once in `every` milliseconds, in one process: the one that gets the lease of the
 * check, which it does not release.
 */
export const reconcileGateways = async (services: WorkerServices, every: number): Promise<void> => {
  const { pool, worker, log } = services;
  const { rows } = await pool.query<{ id: number }>(
    'select distinct gateway_id as id from deployments union select id from resources',
  );
  for (const { id } of rows) {
    if (await isAway(pool, id)) continue;
    const name = `reconciliation-${id}`;
    const lease = await takeLease(pool, { name, holder: worker, milliseconds: every });
    if (!lease) continue;
    try {
      await reconcileGateway(services, id, `${id}/${lease.number}`);
    } catch (error) {
      log.warn(
        { gateway: id, reason: error instanceof Error ? error.message : String(error) },
        'cannot check a gateway',
      );
      await releaseLease(pool, lease);
    }
  }
};
