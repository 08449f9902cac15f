import { hashOfRevision } from '#domain/approval/approval.ts';
import { revisionNow } from '#domain/approval/same-person.ts';
import { streamOf } from '#domain/core/id.ts';
import { RefusedError, refuse } from '#domain/core/problem.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import type { RegistrationEvent } from '#domain/registration/registration.ts';
import { loadState } from '#eventstore/load.ts';
import { requestApproval } from '../approval/shared/request-approval.ts';
import { hasBegunErasure } from '../approval-rule/shared/begin-erasure.ts';
import { needsSecondPerson } from '../approval-rule/shared/second-person.ts';
import type { ResponseBody } from '../http/command.ts';
import type { Received } from '../http/route.ts';

/** Returns whether a second person has to approve that a denied request is erased. @throws RefusedError when nobody is there who could. */
export const asksToEraseRequest = async ({ services, actor }: Received, id: number): Promise<boolean> => {
  const request = await loadState(services.store, registrationDecider, id);
  // What is refused, begun or done already, is answered as ever.
  return request.status === 'denied' && !hasBegunErasure(request) && (await needsSecondPerson(services, actor.userId));
};

/** Asks a second person for erasing the person of a denied request. */
export const askToEraseRequest = async (request: Received, registrationId: number): Promise<ResponseBody> =>
  await requestApproval(request, request.body, async () => {
    const events = await request.services.store.read<RegistrationEvent>(streamOf('registration', registrationId));
    const state = events.reduce(registrationDecider.evolve, registrationDecider.initialState);
    if (state.status !== 'denied') throw new RefusedError(refuse('conflict', { code: 'registration.not-denied' }));
    const revision = revisionNow({ kind: 'erasure', registrationId }, events);
    return {
      change: { kind: 'erasure', userId: state.userId, revision, registrationId },
      hash: hashOfRevision(revision),
    };
  });
