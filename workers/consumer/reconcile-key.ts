import type { KnownConsumer } from '#domain/consumer/consumer.ts';
import type { Deployment } from '#domain/deployment/deployment.ts';
import { servedBy } from '#domain/deployment/served-by.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { actualOfConsumer } from '#gateway/plan/own-entities.ts';
import type { Run } from '../engine/run.ts';
import { reconcileEntities } from '../gateway/reconcile-entities.ts';
import { type Assert, removeAll } from '../gateway/remove-all.ts';
import { desiredOfKey } from './apply-consumer.ts';
import { hasAccess } from './consumer-subject.ts';

/** Does nothing while an operation of the key or of its deployment is running. */
export const reconcileKey = async (
  run: Run,
  session: GatewaySession,
  deployment: Exclude<Deployment, { status: 'none' }>,
  key: KnownConsumer,
  assertStillWanted: Assert,
): Promise<void> => {
  const { consumerId, deploymentId, status, applied } = key;
  const keyIds = { consumerId, deploymentId };
  const none = () =>
    removeAll(run, session, deploymentId, () => actualOfConsumer(session, keyIds, []), assertStillWanted);
  if (status === 'removed' || deployment.status === 'removed') return none();
  const served = servedBy(deployment);
  if (!served || (status !== 'active' && status !== 'failed')) return;
  // The subscription to revocations requests its removal.
  if (!(await hasAccess(run, key))) return none();
  // What was to be taken over works as it was, until support replays the operation.
  if (!applied) return key.wanted.credentials.apiKey?.former ? undefined : none();
  const desired = await desiredOfKey(run, session, key, served, applied);
  const actual = () => actualOfConsumer(session, keyIds, desired);
  await reconcileEntities({ run, session, deploymentId, desired, actual, assertStillWanted });
};
