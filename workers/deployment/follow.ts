import { isDeepStrictEqual } from 'node:util';
import { byPortal } from '#domain/core/actor.ts';
import type { Command, Decider } from '#domain/core/decider.ts';
import type { Event } from '#domain/core/event.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { Deployment } from '#domain/deployment/deployment.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { keyLimitDecider } from '#domain/key-limit/decider.ts';
import { keyLimitIdOf } from '#domain/key-limit/key-limit-id.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { porticoNamespace, randomId, uuidV5 } from '#platform/uuid.ts';
import { behindKeys } from '#projections/behind-keys.ts';
import { copyKey } from '../consumer/copy-key.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/*
 * A deployment that takes another one's place at another gateway follows it while both stand: its form, its keys and the limits of
 * organizations (docs/decisions/0123-moving-a-deployment.md). All that is asked for is an operation of its own.
 */

type Known = Exclude<Deployment, { status: 'none' }>;
type Pair = Readonly<{ leader: Known; follower: Known }>;

const stands = (deployment: Deployment): deployment is Known =>
  deployment.status !== 'none' && deployment.status !== 'undeploying' && deployment.status !== 'removed';

const ask = async <State, C extends Command, E extends PorticoEvent & Event>(
  { store }: WorkerServices,
  decider: Decider<State, C, E>,
  id: number | string,
  name: string,
  command: (operationId: string) => C,
): Promise<void> => {
  await execute({
    store,
    decider,
    id,
    command: command(uuidV5(porticoNamespace, name)),
    meta: {
      actor: byPortal,
      commandId: uuidV5(porticoNamespace, `${name}/command`),
      correlationId: randomId(),
      time: new Date().toISOString(),
    },
  });
};

/** Asks for the form that is in force at the leader, as far as it is not the follower's. */
const followForm = async (services: WorkerServices, { leader, follower }: Pair): Promise<void> => {
  // What was in force before somebody asked for its end is followed to the end.
  const inForce = leader.status === 'undeploying' ? leader.previous : leader.status === 'deployed' && leader.wanted;
  if (!inForce || (follower.status !== 'deployed' && follower.status !== 'failed')) return;
  const { gatewayId, former } = follower.wanted;
  const { former: _former, ...form } = inForce;
  const config = { ...form, gatewayId, ...(former ? { former } : {}) };
  if (isDeepStrictEqual(config, follower.wanted)) return;
  const { deploymentId, apiId } = follower;
  await ask(
    services,
    deploymentDecider,
    deploymentId,
    // The follower's own too: a form that became another one is brought back, however often.
    `follow/form/${deploymentId}/${leader.operationId}/${follower.operationId}`,
    (operationId) => ({ type: 'RequestDeployment' as const, data: { deploymentId, operationId, apiId, config } }),
  );
};

/** Asks for the limit that an organization's keys have at the leader. */
const followLimit = async (
  services: WorkerServices,
  { leader, follower: { deploymentId, apiId } }: Pair,
  organizationId: number,
): Promise<void> => {
  const limitAt = (id: number) => loadState(services.store, keyLimitDecider, keyLimitIdOf(id, organizationId));
  const [wanted, its] = [await limitAt(leader.deploymentId), await limitAt(deploymentId)];
  if (isDeepStrictEqual(wanted.rateLimit, its.rateLimit)) return;
  const name = `follow/limit/${deploymentId}/${organizationId}/${wanted.operationId}`;
  await ask(services, keyLimitDecider, keyLimitIdOf(deploymentId, organizationId), name, (operationId) => ({
    type: 'RequestLimit' as const,
    data: { operationId, deploymentId, apiId, organizationId, rateLimit: wanted.rateLimit },
  }));
};

/** Returns the organizations that have a limit at one of the two, as the read tables know them. */
const limitedOrganizations = async ({ pool }: WorkerServices, { leader, follower }: Pair): Promise<number[]> => {
  const { rows } = await pool.query<{ id: number }>(
    'select distinct organization_id as id from key_limits where deployment_id in ($1, $2)',
    [leader.deploymentId, follower.deploymentId],
  );
  return rows.map(({ id }) => id);
};

const followKeys = async (services: WorkerServices, { leader, follower }: Pair): Promise<void> => {
  const { rows } = await services.pool.query<{ id: number }>(behindKeys('$1', '$2'), [
    leader.deploymentId,
    follower.deploymentId,
  ]);
  for (const { id } of rows) await copyKey(services, follower.deploymentId, id);
};

/** Returns the deployment that another one follows; undefined when that one is gone, or its end is asked for. */
export const leaderOf = async (
  { store }: Pick<WorkerServices, 'store'>,
  followerId: number,
): Promise<Known | undefined> => {
  const follower = await loadState(store, deploymentDecider, followerId);
  if (!stands(follower) || follower.follows === undefined) return undefined;
  const leader = await loadState(store, deploymentDecider, follower.follows);
  return stands(leader) ? leader : undefined;
};

/** Returns a follower that serves with its leader; undefined when it takes nobody's place any more, or has none yet. */
const pairOf = async ({ store }: WorkerServices, id: number): Promise<Pair | undefined> => {
  const follower = await loadState(store, deploymentDecider, id);
  if (!stands(follower) || follower.follows === undefined) return undefined;
  // The first deploy is under way, or failed: there is nothing that keys could be at.
  if (follower.status !== 'deployed' && follower.previous === null) return undefined;
  const leader = await loadState(store, deploymentDecider, follower.follows);
  return leader.status === 'none' || leader.status === 'removed' ? undefined : { leader, follower };
};

/**
 * Asks for all that brings a deployment level with the one that it follows. Does nothing for one that follows none.
 *
 * @param organizationId whose limit just changed: the read tables may not know it yet.
 */
export const followLeader = async (
  services: WorkerServices,
  followerId: number,
  organizationId?: number,
): Promise<void> => {
  const pair = await pairOf(services, followerId);
  if (!pair) return;
  await followForm(services, pair);
  const limited = await limitedOrganizations(services, pair);
  for (const id of new Set([...limited, ...(organizationId === undefined ? [] : [organizationId])]))
    await followLimit(services, pair, id);
  await followKeys(services, pair);
};

/** Asks for the next step of one key's copy. Does nothing while there is no deployment that it could be at. */
export const followKey = async (services: WorkerServices, followerId: number, originalId: number): Promise<void> => {
  if (await pairOf(services, followerId)) await copyKey(services, followerId, originalId);
};

/** Returns the deployments that follow one, as the read tables know them. */
export const followersOf = async ({ pool }: Pick<WorkerServices, 'pool'>, leaderId: number): Promise<number[]> => {
  const { rows } = await pool.query<{ id: number }>('select id from deployments where follows = $1 order by id', [
    leaderId,
  ]);
  return rows.map(({ id }) => id);
};

/** Brings all followers level, for what the subscription missed: the read tables were behind, or a worker died. */
export const followAll = async (services: WorkerServices): Promise<void> => {
  const { rows } = await services.pool.query<{ id: number }>(
    `select follower.id from deployments follower join deployments leader on leader.id = follower.follows
     where leader.state <> 'undeploying' order by follower.id`,
  );
  for (const { id } of rows) await followLeader(services, id);
};
