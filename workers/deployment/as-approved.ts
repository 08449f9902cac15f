import type { Lapse } from '#domain/approval/approval.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import type { ApprovalOfChange } from '#domain/core/approval-of-change.ts';
import { streamOf } from '#domain/core/id.ts';
import type { Deployment } from '#domain/deployment/deployment.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { loadState } from '#eventstore/load.ts';
import type { GatewaySession } from '#gateway/admin-api/session.ts';
import { desiredDeployment } from '#gateway/plan/desired-deployment.ts';
import { differenceHash } from '#gateway/plan/difference-hash.ts';
import { loadOperations } from '#gateway/plan/operations-store.ts';
import { actualOfDeployment } from '#gateway/plan/own-entities.ts';
import { readDatabaseTime } from '#platform/database-time.ts';
import { rightsNow } from '../approval/carry-out.ts';
import { nothing } from '../engine/handler.ts';
import { PermanentError, type Run } from '../engine/run.ts';

/** The step that says that the approved difference is about to be made. It is recorded right before the first call. */
const begun = 'as-approved';

/** The results of steps that change the gateway. */
const changes = ['created', 'changed', 'removed'];

type Known = Exclude<Deployment, { status: 'none' }>;

/** What an operation's events say of its approval. */
type Approved = Readonly<{ approval: ApprovalOfChange | undefined; mayHaveBegun: boolean; mayHaveChanged: boolean }>;

/**
 * Returns the approval that an operation needs: that of its last replay, else that of the form. A replay by one person, after the rule has
 * ended, needs none.
 *
 * @property mayHaveBegun   whether it has begun since it was approved, or since it failed: what fails is put back, and a replay begins anew.
 * @property mayHaveChanged whether it may have changed the gateway since it was asked for, or since it failed.
 */
export const readApproved = async ({ services, operationId }: Run, { approval }: Known): Promise<Approved> => {
  const events: readonly PorticoEvent[] = await services.store.read(streamOf('operation', operationId));
  const steps = (after: number) =>
    events.slice(after + 1).flatMap((event) => (event.type === 'OperationStepApplied' ? [event.data] : []));
  const isBegun = ({ step }: Readonly<{ step: string }>) => step === begun;
  const failed = events.findLastIndex(({ type }) => type === 'OperationFailed');
  const replayed = events.findLastIndex(({ type }) => type === 'OperationReplayRequested');
  const replay = events[replayed];
  return {
    approval: replay?.type === 'OperationReplayRequested' ? replay.data.approval : approval,
    mayHaveBegun: steps(Math.max(failed, replayed)).some(isBegun),
    mayHaveChanged: steps(failed).some((each) => isBegun(each) || changes.includes(each.result)),
  };
};

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

/** Returns whether the approval is of this operation only. Of many replays the others go on. */
const isOfThisOnly = async ({ services }: Run, { approvalId }: ApprovalOfChange): Promise<boolean> => {
  const approval = await loadState(services.store, approvalDecider, approvalId);
  return approval.status === 'none' || approval.change.kind !== 'replay' || approval.change.operations.length === 1;
};

/**
 * Checks, before the first call that changes a gateway, that it makes the difference that a second person approved, and no other.
 * Later attempts find what the first one left.
 *
 * @returns what is called before each call to the gateway.
 * @throws PermanentError when the approval has lapsed.
 */
export const assertAsApproved = async (
  run: Run,
  session: GatewaySession,
  deployment: Known,
): Promise<() => Promise<void>> => {
  const { approval, mayHaveBegun } = await readApproved(run, deployment);
  if (!approval || mayHaveBegun) return nothing;
  const lapse = await lapseOf(run, session, deployment, approval);
  if (lapse) {
    if (await isOfThisOnly(run, approval))
      await run.decide(approvalDecider, approval.approvalId, { type: 'LapseApproval', data: { lapse } });
    throw new PermanentError({ code: `approval.lapsed-${lapse}` });
  }
  let isRecorded = false;
  return async () => {
    if (!isRecorded) await run.record(begun, String(approval.approvalId), 'verified');
    isRecorded = true;
  };
};
