import type { KnownConsumer } from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { streamOf } from '#domain/core/id.ts';
import { aboutAt } from '#domain/core/operation-kind.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { type FoundEntity, numbersIn } from '#gateway/admin-api/entity.ts';
import { credentialIds } from '#gateway/names/credential-ids.ts';
import { type Run, SupersededError } from '../engine/run.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { untilKnownEverywhere } from '../gateway/known-everywhere.ts';
import type { LeftOver, NounAtGateway } from '../gateway/noun-at-gateway.ts';
import { requestReconciliation } from '../gateway/request-reconciliation.ts';
import { unknownIds } from '../gateway/unknown-ids.ts';
import { lostOfKey, suspectedKeys } from './lost-keys.ts';
import { reconcileKey } from './reconcile-key.ts';

const atDeployment = ({ consumerId, deploymentId }: Pick<KnownConsumer, 'consumerId' | 'deploymentId'>) =>
  aboutAt('consumer', consumerId, streamOf('deployment', deploymentId));

const removed = async (services: WorkerServices, actual: readonly FoundEntity[]): Promise<LeftOver[]> => {
  const found: LeftOver[] = [];
  for (const id of await unknownIds(services, 'consumers', numbersIn(services.names, actual, 'consumer'))) {
    const key = await loadState(services.store, consumerDecider, id);
    if (key.status === 'removed') found.push(atDeployment(key));
  }
  return found;
};

type Generation = Parameters<typeof credentialIds>[2];
type KeyRow = Readonly<{ consumerId: number; deploymentId: number; generations: readonly (Generation | null)[] }>;

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
    `select id as "consumerId", deployment_id as "deploymentId",
            case when exists (
              select from organizations where organizations.id = organization_id and status <> 'active'
            ) then '[]' else jsonb_build_array(applied, nullif(applied->'previous', 'null')) end as generations
     from consumers where id = any($1) and state in ('active', 'failed', 'change-failed') and applied is not null`,
    [numbersIn(names, credentials, 'consumer')],
  );
  return rows.flatMap(({ generations, ...key }) => {
    const known = generations
      .filter((generation) => generation !== null)
      .flatMap((generation) => credentialIds(names, key.consumerId, generation));
    const own = credentials.filter((entity) => numbersIn(names, [entity], 'consumer').includes(key.consumerId));
    return own.every((entity) => known.includes(entity.id)) ? [] : [atDeployment(key)];
  });
};

const keyOf = ({ services, subject }: Run) => loadState(services.store, consumerDecider, subject.id);

export const consumerAtGateway: NounAtGateway = {
  reconcile: async (run) => {
    const key = await keyOf(run);
    if (key.status === 'none') return;
    const deploymentOf = () => loadState(run.services.store, deploymentDecider, key.deploymentId);
    const deployment = await deploymentOf();
    if (deployment.status === 'none') return;
    // A new request meanwhile has its own operation.
    const assertStillWanted = async () => {
      const now = [await deploymentOf(), await keyOf(run)];
      if (JSON.stringify(now) !== JSON.stringify([deployment, key])) throw new SupersededError();
    };
    await untilKnownEverywhere(run, deployment.wanted.gatewayId, (session) =>
      reconcileKey(run, session, deployment, key, assertStillWanted),
    );
  },
  request: async (services, id, reason, cause) => {
    const key = await loadState(services.store, consumerDecider, id);
    if (key.status === 'none') return;
    await requestReconciliation(services, { about: atDeployment(key), apiId: key.apiId, reason }, cause);
  },
  leftOvers: async (services, actual) => [
    ...(await removed(services, actual)),
    ...(await endedCredentials(services, actual)),
  ],
  suspects: suspectedKeys,
  lost: lostOfKey,
};
