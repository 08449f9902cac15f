import type { KnownConsumer } from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import type { Deployment, DeploymentConfig } from '#domain/deployment/deployment.ts';
import { loadState } from '#eventstore/load.ts';
import { desiredDeployment } from '#gateway/desired-deployment.ts';
import type { DesiredEntity, FoundEntity } from '#gateway/entity.ts';
import { heldByConsumer, heldByDeployment, heldByDeploymentAndKeys } from '#gateway/held.ts';
import { loadOperations } from '#gateway/operations-store.ts';
import type { GatewaySession } from '#gateway/session.ts';
import { converge } from '../converge.ts';
import { withGateway } from '../gateway-session.ts';
import { removeCanary } from '../in-force.ts';
import { type Run, SupersededError } from '../run.ts';
import { desiredKey, servedBy } from './apply-consumer.ts';
import { hasAccess } from './consumer-subject.ts';
import { type Handler, nothing } from './handler.ts';

type Known = Exclude<Deployment, { status: 'none' }>;
type Aim = Readonly<{ desired: readonly DesiredEntity[]; held: () => Promise<FoundEntity[]> }>;

const deploymentOf = (run: Run) => loadState(run.services.store, deploymentDecider, run.subject.deploymentId);
const keyOf = (run: Run) => loadState(run.services.store, consumerDecider, run.subject.consumerId ?? 0);

/** What is to be there of a deployment; undefined while an operation of its own is under way, which looks by itself. */
const aimOfDeployment = async (
  { services, subject: { deploymentId } }: Run,
  session: GatewaySession,
  deployment: Known,
): Promise<Aim | undefined> => {
  const of = async (config: DeploymentConfig | null): Promise<Aim> => {
    const operations = config?.lockdown ? await loadOperations(services.pool, config.lockdown.operations) : undefined;
    const desired = config ? await desiredDeployment(session, { deploymentId, config, operations }) : [];
    return { desired, held: () => heldByDeployment(session, deploymentId, desired) };
  };
  switch (deployment.status) {
    case 'removed':
      return { desired: [], held: () => heldByDeploymentAndKeys(session, deploymentId) };
    case 'deployed':
      return of(deployment.wanted);
    case 'failed':
      return of(deployment.previous);
    default:
      return undefined;
  }
};

/** What is to be there of a key; undefined while an operation of its own, or of its deployment, is under way. */
const aimOfKey = async (
  run: Run,
  session: GatewaySession,
  deployment: Known,
  key: KnownConsumer,
): Promise<Aim | undefined> => {
  const { consumerId, deploymentId, status, applied } = key;
  const about = { consumerId, deploymentId };
  const none: Aim = { desired: [], held: () => heldByConsumer(session, about, []) };
  if (status === 'removed' || deployment.status === 'removed') return none;
  const served = servedBy(deployment);
  if (!served || (status !== 'active' && status !== 'failed')) return undefined;
  // Its removal is asked for by whoever follows the revocation.
  if (!applied || !(await hasAccess(run, key))) return none;
  const desired = await desiredKey(run, session, key, served, applied);
  return { desired, held: () => heldByConsumer(session, about, desired) };
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
    await withGateway(run.services, deployment.wanted.gatewayId, async (session) => {
      const aim = await (key ? aimOfKey(run, session, deployment, key) : aimOfDeployment(run, session, deployment));
      if (!aim) return;
      await converge({
        run,
        session,
        deploymentId: run.subject.deploymentId,
        ...aim,
        // Whatever is asked for meanwhile has an operation that does it.
        assertStillWanted: async () => {
          const [deploymentNow, keyNow] = [await deploymentOf(run), key && (await keyOf(run))];
          if (JSON.stringify([deploymentNow, keyNow]) !== JSON.stringify([deployment, key]))
            throw new SupersededError();
        },
      });
      if (!key && aim.desired.length === 0) await removeCanary(run, session);
    });
  },
  restore: nothing,
  fail: nothing,
};
