import { isRefusal } from '#domain/core/problem.ts';
import { operationDecider } from '#domain/operation/decider.ts';
import { execute } from '#eventstore/execute.ts';
import { guardOf } from '#eventstore/guards.ts';
import { randomId } from '#platform/uuid.ts';
import type { WorkerWorld } from './worker-world.ts';

const actor = { userId: 2, organizationId: 1, roles: ['ROLE_SUPPORT'] };
const reason = 'nobody wants it any more';

/**
 * Returns what cancels an operation in a world, as support does. @throws when it is refused.
 *
 * @param isBlind whether the changes that its steps recorded do not refuse it: of what an attempt did and did not record, nobody knows.
 */
export const cancelIn =
  ({ store }: Pick<WorkerWorld, 'store'>) =>
  async (operationId: string, { isBlind = false } = {}): Promise<void> => {
    const done = await execute({
      store,
      decider: isBlind
        ? {
            ...operationDecider,
            evolve: (state, event) => ({ ...operationDecider.evolve(state, event), changes: none }),
          }
        : operationDecider,
      id: operationId,
      command: { type: 'CancelOperation', data: { reason, lasting: false, cancellable: true, takesBack: true } },
      guards: await store.readGuards([guardOf(operationDecider, operationId)]),
      meta: { actor, commandId: randomId(), correlationId: randomId(), time: new Date().toISOString() },
    });
    if (isRefusal(done)) throw new Error(done.problems[0].code);
  };

const none = { all: 0, sinceFailure: 0 };
