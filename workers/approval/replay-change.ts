import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { loadState } from '#eventstore/load.ts';
import type { ChangeKind, ChangeOf, Services } from './change-kind.ts';
import { send } from './send.ts';

/** Returns the operations that are as they were when somebody asked: they failed or wait, and were not replayed since. */
const unmoved = async ({ store }: Pick<Services, 'store'>, { operations }: ChangeOf<'replay'>) => {
  const found: ChangeOf<'replay'>['operations'] = [];
  for (const asked of operations) {
    const { status, replay } = await loadState(store, operationDecider, asked.operationId);
    if ((status === 'failed' || status === 'waiting') && replay === asked.replay) found.push(asked);
  }
  return found;
};

/** Replays of operations. Those that have ended or were replayed meanwhile are left out. */
export const replayChange: ChangeKind<'replay'> = {
  request: 'operation.replay',
  applicationOf: async () => null,
  mayAsk: async () => true,
  // A follower that died goes on with those that it has not replayed.
  isRequested: async ({ store }, { change, approvalId }) => {
    const replays = await Promise.all(
      change.operations.map(({ operationId }) => store.read(`operation-${operationId}`)),
    );
    const isOurs = ({ type, data }: PorticoEvent) =>
      type === 'OperationReplayRequested' && data.approval?.approvalId === approvalId;
    return replays.flat().some(isOurs) && (await unmoved({ store }, change)).length === 0;
  },
  enter: async (services, { change }) => ({
    lapse: (await unmoved(services, change)).length === 0 ? 'operations-moved' : undefined,
    guards: [],
  }),
  send: async (services, cause, { change, approvalId, approvedBy, expiresAt }, by) => {
    for (const { operationId, replay, hash } of await unmoved(services, change)) {
      const approved = { approval: { approvalId, approvedBy: approvedBy ?? 0, hash, expiresAt }, replay };
      const command = { type: 'ReplayOperation', data: { reason: change.reason, approved } } as const;
      // One that has moved in this moment is refused. The others go on.
      await send(services, cause, operationDecider, operationId, command, by);
    }
    return undefined;
  },
};
