import { aboutAt } from '#domain/core/operation-kind.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { Deployment } from '#domain/deployment/deployment.ts';
import { loadState } from '#eventstore/load.ts';
import { type FoundEntity, numbersIn } from '#gateway/admin-api/entity.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { actualOfDeploymentAndKeys } from '#gateway/plan/own-entities.ts';
import { type Run, SupersededError } from '../engine/run.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { removeCanary } from '../gateway/in-force.ts';
import { untilKnownEverywhere } from '../gateway/known-everywhere.ts';
import type { LeftOver, NounAtGateway } from '../gateway/noun-at-gateway.ts';
import { type Assert, removeAll } from '../gateway/remove-all.ts';
import { requestReconciliation } from '../gateway/request-reconciliation.ts';
import { unknownIds } from '../gateway/unknown-ids.ts';
import { bringLimits } from '../key-limit/bring-limits.ts';
import { bringDeployment } from './bring-deployment.ts';
import { lostOfDeployment, suspectedDeployments } from './lost-protection.ts';

type Known = Exclude<Deployment, { status: 'none' }>;

const gone = (id: number): LeftOver => ({ ...aboutAt('deployment', id), isGone: true });

const removed = async (services: WorkerServices, actual: readonly FoundEntity[]): Promise<LeftOver[]> => {
  const found: LeftOver[] = [];
  for (const id of await unknownIds(services, 'deployments', numbersIn(services.names, actual, 'deployment'))) {
    // A deployment that is not in the log belongs to another portal, and is not touched.
    const { status } = await loadState(services.store, deploymentDecider, id);
    if (status === 'removed') found.push(gone(id));
  }
  return found;
};

/** Returns first deployments that failed and should have left nothing, because their restore may have failed, too. */
const failed = async (services: WorkerServices, actual: readonly FoundEntity[]): Promise<LeftOver[]> => {
  const { rows } = await services.pool.query<{ id: number }>(
    `select id from deployments where id = any($1) and state = 'failed' and applied is null`,
    [numbersIn(services.names, actual, 'deployment')],
  );
  const found: LeftOver[] = [];
  for (const { id } of rows) {
    const deployment = await loadState(services.store, deploymentDecider, id);
    if (deployment.status === 'failed' && deployment.previous === null) found.push(gone(id));
  }
  return found;
};

/**
 * Returns deployments whose lockdown still lets through what a former release described by `[^/]+`: also an encoded
 * slash, which led to other paths of the target (docs/decisions/0016-path-lockdown.md).
 */
const loose = async ({ pool, names }: WorkerServices, actual: readonly FoundEntity[]): Promise<LeftOver[]> => {
  const routes = actual.filter(
    ({ kind, body: { paths } }) =>
      kind === 'route' && Array.isArray(paths) && paths.some((path) => String(path).includes('[^/]+')),
  );
  const { rows } = await pool.query<{ id: number }>(
    `select id from deployments where id = any($1) and state = 'deployed'`,
    [numbersIn(names, routes, 'deployment')],
  );
  return rows.map(({ id }) => aboutAt('deployment', id));
};

/** Does nothing while an operation of the deployment is running, because that compares by itself. */
const bringBack = async (
  run: Run,
  session: GatewaySession,
  { status, deploymentId, wanted, previous }: Known,
  assertStillWanted: Assert,
): Promise<void> => {
  if (status === 'removed') {
    const actual = () => actualOfDeploymentAndKeys(session, deploymentId);
    await removeAll(run, session, deploymentId, actual, assertStillWanted);
    await removeCanary(run, session, deploymentId);
  }
  const served = status === 'deployed' ? wanted : previous;
  if (status !== 'deployed' && status !== 'failed') return;
  await bringDeployment(run, session, deploymentId, served, assertStillWanted);
  if (!served?.redis) return;
  // The Redis may have changed, and limits of keys are counted in it, too.
  const together = served.countsTogether === true;
  await bringLimits(
    { ...run, plan: async () => undefined },
    session,
    { deploymentId, together, grouped: together, redis: served.redis },
    assertStillWanted,
  );
};

const deploymentOf = ({ services, subject }: Run) => loadState(services.store, deploymentDecider, subject.id);

/** Brings a deployment back. One that was removed goes together with its keys. */
export const deploymentAtGateway: NounAtGateway = {
  reconcile: async (run) => {
    const deployment = await deploymentOf(run);
    if (deployment.status === 'none') return;
    // A new request meanwhile has its own operation.
    const assertStillWanted = async () => {
      if (JSON.stringify(await deploymentOf(run)) !== JSON.stringify(deployment)) throw new SupersededError();
    };
    await untilKnownEverywhere(run, deployment.wanted.gatewayId, (session) =>
      bringBack(run, session, deployment, assertStillWanted),
    );
  },
  request: async (services, id, reason, cause) => {
    const deployment = await loadState(services.store, deploymentDecider, id);
    if (deployment.status === 'none') return;
    const { deploymentId, apiId } = deployment;
    await requestReconciliation(services, { about: aboutAt('deployment', deploymentId), apiId, reason }, cause);
  },
  leftOvers: async (services, actual) => [
    ...(await removed(services, actual)),
    ...(await failed(services, actual)),
    ...(await loose(services, actual)),
  ],
  suspects: suspectedDeployments,
  lost: lostOfDeployment,
};
