import { portal } from '#domain/core/actor.ts';
import type { EventMeta } from '#domain/core/event.ts';
import { signInDecider } from '#domain/sign-in/sign-in.ts';
import { execute } from '#eventstore/execute.ts';
import { randomId } from '#platform/uuid.ts';
import type { Services } from '../services.ts';

/** Leaves one event for a sign-in that was refused (reliability A1, F2). Nobody is signed in: the portal says it. */
export const recordRefusedSignIn = async (
  { store, now }: Services,
  reason: string,
  origin: Pick<EventMeta, 'correlationId'> & Partial<Pick<EventMeta, 'client'>>,
): Promise<void> => {
  await execute({
    store,
    decider: signInDecider,
    id: randomId(),
    command: { type: 'RefuseSignIn', data: { reason } },
    meta: {
      ...origin,
      actor: { userId: portal.userId, organizationId: portal.organizationId, roles: [] },
      commandId: randomId(),
      time: now().toISOString(),
    },
  });
};
