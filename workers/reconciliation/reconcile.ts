import { consumerDecider } from '#domain/consumer/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { Deployment } from '#domain/deployment/deployment.ts';
import { loadState } from '#eventstore/load.ts';
import { actualOfDeploymentAndKeys } from '#gateway/actual.ts';
import type { GatewaySession } from '#gateway/session.ts';
import { bringDeployment } from '../deployment/bring-deployment.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { type Run, SupersededError } from '../engine/run.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import { removeCanary } from '../gateway/in-force.ts';
import { type Assert, reconcileKey, removeAll } from './reconcile-key.ts';

type Known = Exclude<Deployment, { status: 'none' }>;
const deploymentOf = (run: Run) => loadState(run.services.store, deploymentDecider, run.subject.deploymentId);
const keyOf = (run: Run) => loadState(run.services.store, consumerDecider, run.subject.consumerId ?? 0);

/** Does nothing while an operation of the deployment is running, because that compares by itself. */
const reconcileDeployment = async (
  run: Run,
  session: GatewaySession,
  { status, deploymentId, wanted, previous }: Known,
  assertStillWanted: Assert,
): Promise<void> => {
  if (status === 'removed') {
    await removeAll(run, session, () => actualOfDeploymentAndKeys(session, deploymentId), assertStillWanted);
    await removeCanary(run, session);
  }
  if (status === 'deployed') await bringDeployment(run, session, wanted, assertStillWanted);
  if (status === 'failed') await bringDeployment(run, session, previous, assertStillWanted);
};

/**
 * Brings the gateway back to the log's state of a deployment or a key. It needs the same lease as their own operations,
 * so none of them runs meanwhile. A later one makes all changes itself.
 */
export const reconcile: Handler = {
  run: async (run) => {
    const deployment = await deploymentOf(run);
    if (deployment.status === 'none') return;
    const key = run.subject.consumerId === undefined ? undefined : await keyOf(run);
    if (key?.status === 'none') return;
    // A new request meanwhile has its own operation.
    const assertStillWanted = async () => {
      const [deploymentNow, keyNow] = [await deploymentOf(run), key && (await keyOf(run))];
      if (JSON.stringify([deploymentNow, keyNow]) !== JSON.stringify([deployment, key])) throw new SupersededError();
    };
    await withGateway(run, deployment.wanted.gatewayId, (session) =>
      key
        ? reconcileKey(run, session, deployment, key, assertStillWanted)
        : reconcileDeployment(run, session, deployment, assertStillWanted),
    );
  },
  restore: nothing,
  fail: nothing,
};
