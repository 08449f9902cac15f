import type { Lapse } from '#domain/approval/approval.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import { streamOf } from '#domain/core/id.ts';
import type { ApprovalOfChange, Deployment } from '#domain/deployment/deployment.ts';
import { loadState } from '#eventstore/load.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { desiredDeployment } from '#gateway/plan/desired-deployment.ts';
import { differenceHash } from '#gateway/plan/difference-hash.ts';
import { loadOperations } from '#gateway/plan/operations-store.ts';
import { actualOfDeployment } from '#gateway/plan/own-entities.ts';
import { readDatabaseTime } from '#platform/database-time.ts';
import { rightsNow } from '../approval/carry-out.ts';
import { PermanentError, type Run } from '../engine/run.ts';

/** The step that says that the difference was the approved one. Nothing was written before it. */
const compared = 'as-approved';

type Known = Exclude<Deployment, { status: 'none' }>;

/** Returns whether this operation has passed the comparison, so that it may have changed the gateway. */
export const mayHaveBegun = async ({ services, operationId }: Run): Promise<boolean> =>
  (await services.store.read(streamOf('operation', operationId))).some(
    (event) => event.type === 'OperationStepApplied' && event.data.step === compared,
  );

/** Returns whether this operation has written that it changed something. */
const hasChanged = async ({ services, operationId }: Run): Promise<boolean> =>
  (await services.store.read(streamOf('operation', operationId))).some(
    (event) => event.type === 'OperationStepApplied' && ['created', 'changed', 'removed'].includes(event.data.result),
  );

const hashNow = async (
  { services }: Run,
  session: GatewaySession,
  { deploymentId, wanted }: Known,
): Promise<string> => {
  const { lockdown } = wanted;
  const operations = lockdown ? await loadOperations(services.pool, lockdown.operations) : undefined;
  const plan = await desiredDeployment(session, { deploymentId, config: wanted, operations });
  const known = [...plan.entities, ...plan.replaces];
  const actual = await actualOfDeployment(session, deploymentId, known);
  return differenceHash(await session.telemetryKey(), plan.entities, actual);
};

/** Returns why an approval does not allow the first call to the gateway any more. */
const lapseOf = async (
  run: Run,
  session: GatewaySession,
  deployment: Known,
  { approvalId, expiresAt, hash }: ApprovalOfChange,
): Promise<Lapse | undefined> => {
  const approval = await loadState(run.services.store, approvalDecider, approvalId);
  if (approval.status === 'none') return 'refused';
  if (approval.status === 'lapsed') return 'gateway-changed';
  const now = await readDatabaseTime(run.services.pool);
  if (now.toISOString() >= expiresAt) return 'expired';
  const rights = await rightsNow(run.services, approval);
  if (typeof rights === 'string') return rights;
  return (await hashNow(run, session, deployment)) === hash ? undefined : 'gateway-changed';
};

/**
 * Checks, before the first call that changes a gateway, that it makes the difference that a second person approved, and no other.
 * Later attempts find what the first one left.
 *
 * @throws PermanentError when the approval has lapsed.
 */
export const assertAsApproved = async (run: Run, session: GatewaySession, deployment: Known): Promise<void> => {
  const { approval } = deployment;
  if (!approval || (await hasChanged(run))) return;
  const lapse = await lapseOf(run, session, deployment, approval);
  if (!lapse) {
    if (!(await mayHaveBegun(run))) await run.record(compared, String(approval.approvalId), 'verified');
    return;
  }
  await run.decide(approvalDecider, approval.approvalId, { type: 'LapseApproval', data: { lapse } });
  throw new PermanentError({ code: `approval.lapsed-${lapse}` });
};
