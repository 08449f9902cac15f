import type { KnownConsumer } from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { Deployment } from '#domain/deployment/deployment.ts';
import { loadState } from '#eventstore/load.ts';
import { actualOfConsumer, actualOfDeploymentAndKeys } from '#gateway/actual.ts';
import type { FoundEntity } from '#gateway/entity.ts';
import type { GatewaySession } from '#gateway/session.ts';
import { desiredKey, servedBy } from '../consumer/apply-consumer.ts';
import { hasAccess } from '../consumer/consumer-subject.ts';
import { bringDeployment } from '../deployment/bring-deployment.ts';
import { type Handler, nothing } from '../engine/handler.ts';
import { type Run, SupersededError } from '../engine/run.ts';
import { withGateway } from '../gateway/gateway-session.ts';
import { removeCanary } from '../gateway/in-force.ts';
import { reconcileEntities } from '../gateway/reconcile-entities.ts';

type Known = Exclude<Deployment, { status: 'none' }>;
const deploymentOf = (run: Run) => loadState(run.services.store, deploymentDecider, run.subject.deploymentId);
const keyOf = (run: Run) => loadState(run.services.store, consumerDecider, run.subject.consumerId ?? 0);

type Assert = () => Promise<void>;

/** Removes all that is left of a deployment or a key. */
const removeAll = (
  run: Run,
  session: GatewaySession,
  actual: () => Promise<FoundEntity[]>,
  assertStillWanted: Assert,
) =>
  reconcileEntities({ run, session, deploymentId: run.subject.deploymentId, desired: [], actual, assertStillWanted });

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

/** Does nothing while an operation of the key or of its deployment is running. */
const reconcileKey = async (
  run: Run,
  session: GatewaySession,
  deployment: Known,
  key: KnownConsumer,
  assertStillWanted: Assert,
): Promise<void> => {
  const { consumerId, deploymentId, status, applied } = key;
  const keyIds = { consumerId, deploymentId };
  const none = () => removeAll(run, session, () => actualOfConsumer(session, keyIds, []), assertStillWanted);
  if (status === 'removed' || deployment.status === 'removed') return none();
  const served = servedBy(deployment);
  if (!served || (status !== 'active' && status !== 'failed')) return;
  // The subscription to revocations requests its removal.
  if (!applied || !(await hasAccess(run, key))) return none();
  const desired = await desiredKey(run, session, key, served, applied);
  const actual = () => actualOfConsumer(session, keyIds, desired);
  await reconcileEntities({ run, session, deploymentId, desired, actual, assertStillWanted });
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
    await withGateway(run.services, deployment.wanted.gatewayId, (session) =>
      key
        ? reconcileKey(run, session, deployment, key, assertStillWanted)
        : reconcileDeployment(run, session, deployment, assertStillWanted),
    );
  },
  restore: nothing,
  fail: nothing,
};
