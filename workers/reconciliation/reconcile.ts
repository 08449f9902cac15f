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

/** Takes away what is left of a deployment or a key, whatever that is. */
const takeAway = (run: Run, session: GatewaySession, actual: () => Promise<FoundEntity[]>, assertStillWanted: Assert) =>
  reconcileEntities({ run, session, deploymentId: run.subject.deploymentId, desired: [], actual, assertStillWanted });

/** Does nothing while an operation of the deployment's own is under way, which looks by itself. */
const reconcileDeployment = async (
  run: Run,
  session: GatewaySession,
  { status, deploymentId, wanted, previous }: Known,
  assertStillWanted: Assert,
): Promise<void> => {
  if (status === 'removed') {
    await takeAway(run, session, () => actualOfDeploymentAndKeys(session, deploymentId), assertStillWanted);
    await removeCanary(run, session);
  }
  if (status === 'deployed') await bringDeployment(run, session, wanted, assertStillWanted);
  if (status === 'failed') await bringDeployment(run, session, previous, assertStillWanted);
};

/** Does nothing while an operation of the key's own, or of its deployment, is under way. */
const reconcileKey = async (
  run: Run,
  session: GatewaySession,
  deployment: Known,
  key: KnownConsumer,
  assertStillWanted: Assert,
): Promise<void> => {
  const { consumerId, deploymentId, status, applied } = key;
  const about = { consumerId, deploymentId };
  const none = () => takeAway(run, session, () => actualOfConsumer(session, about, []), assertStillWanted);
  if (status === 'removed' || deployment.status === 'removed') return none();
  const served = servedBy(deployment);
  if (!served || (status !== 'active' && status !== 'failed')) return;
  // Its removal is asked for by whoever follows the revocation.
  if (!applied || !(await hasAccess(run, key))) return none();
  const desired = await desiredKey(run, session, key, served, applied);
  const actual = () => actualOfConsumer(session, about, desired);
  await reconcileEntities({ run, session, deploymentId, desired, actual, assertStillWanted });
};

/**
 * Brings the gateway back to what the log says of a deployment or a key. It holds the same lease as their own operations,
 * so none of them is at work meanwhile; one that is still to come does it all anyway.
 */
export const reconcile: Handler = {
  run: async (run) => {
    const deployment = await deploymentOf(run);
    if (deployment.status === 'none') return;
    const key = run.subject.consumerId === undefined ? undefined : await keyOf(run);
    if (key?.status === 'none') return;
    // Whatever is asked for meanwhile has an operation that does it.
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
