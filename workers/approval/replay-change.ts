import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { hasMoved } from '#domain/operation/has-moved.ts';
import { loadState } from '#eventstore/load.ts';
import type { ApprovalOf, ChangeKind, ChangeOf, Services } from './change-kind.ts';
import { send } from './send.ts';

/** Milliseconds after an approval in which attempts that happen to run may end. */
const patience = 2 * 60_000;

/** Returns the operations that are as they were when somebody asked, or that an attempt of then is running for. */
const unmoved = async ({ store }: Pick<Services, 'store'>, { operations }: ChangeOf<'replay'>) => {
  const found: ChangeOf<'replay'>['operations'] = [];
  for (const asked of operations) {
    if (!hasMoved(await loadState(store, operationDecider, asked.operationId), asked)) found.push(asked);
  }
  return found;
};

/** Returns whether the approval has replayed one. */
const hasReplayed = async ({ store }: Pick<Services, 'store'>, { change, approvalId }: ApprovalOf<'replay'>) => {
  const replays = await Promise.all(change.operations.map(({ operationId }) => store.read(`operation-${operationId}`)));
  const isOurs = ({ type, data }: PorticoEvent) =>
    type === 'OperationReplayRequested' && data.approval?.approvalId === approvalId;
  return replays.flat().some(isOurs);
};

/** Replays of operations. Those that have ended or were replayed meanwhile are left out. */
export const replayChange: ChangeKind<'replay'> = {
  request: 'operation.replay',
  applicationOf: async () => null,
  mayAsk: async () => true,
  // A follower that died goes on with those that it has not replayed.
  isRequested: async (services, approval) =>
    (await hasReplayed(services, approval)) && (await unmoved(services, approval.change)).length === 0,
  enter: async (services, { change }) => ({
    lapse: (await unmoved(services, change)).length === 0 ? 'operations-moved' : undefined,
    guards: [],
  }),
  send: async (services, cause, approval, by) => {
    const { change, approvalId, approvedBy, expiresAt } = approval;
    for (const { operationId, replay, hash } of await unmoved(services, change)) {
      const approved = { approval: { approvalId, approvedBy: approvedBy ?? 0, hash, expiresAt }, replay };
      const command = { type: 'ReplayOperation', data: { reason: change.reason, approved } } as const;
      // One that has moved in this moment, or that an attempt is running for, is refused. The others go on.
      await send(services, cause, operationDecider, operationId, command, by);
    }
    const running = await unmoved(services, change);
    // The follower repeats this until the attempts have ended.
    if (running.length > 0 && Date.now() - Date.parse(cause.meta.time) < patience)
      throw new Error('an attempt of an operation to replay is running');
    if (await hasReplayed(services, approval)) return undefined;
    return running.length > 0 ? 'refused' : 'operations-moved';
  },
};
