import { approve, deny, withdraw } from '#domain/approval/calls.ts';
import { approvalDecider } from '#domain/approval/decider.ts';
import { isOfPerson, isSamePerson, streamOfPerson } from '#domain/approval/same-person.ts';
import { notFound, RefusedError, refuse } from '#domain/core/problem.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { runCommand } from '../http/command.ts';
import { authorizeOpenly, type Received, route } from '../http/route.ts';
import { findApproval, resourceOf } from './row.ts';
import { readTwoPeople } from './two-people.ts';

/** Checks that the actor may decide about a request. Whoever may only read it gets 403. @throws RefusedError */
const assertDecides = async ({ actor, services }: Received, id: number): Promise<void> =>
  authorizeOpenly(actor, 'approval.decide', resourceOf(await findApproval(services.db, actor, id)));

/** Checks that the form, or the person, is still the one that would be changed, in the log itself. @throws RefusedError */
const assertSameForm = async ({ services: { store } }: Received, id: number): Promise<void> => {
  const approval = await loadState(store, approvalDecider, id);
  if (approval.status === 'none') throw new RefusedError(notFound());
  if (approval.status !== 'waiting') return;
  if (isOfPerson(approval.change) && !isSamePerson(approval.change, await store.read(streamOfPerson(approval.change))))
    throw new RefusedError(refuse('conflict', { code: 'approval.person-changed' }));
  if (approval.change.kind !== 'deployment') return;
  const { deploymentId, basis } = approval.change;
  const deployment = await loadState(store, deploymentDecider, deploymentId);
  if (basis !== (deployment.status === 'none' ? null : deployment.operationId))
    throw new RefusedError(refuse('conflict', { code: 'approval.form-changed' }));
};

export const approvalCommands = [
  route(approve, {
    action: 'approval.decide',
    fresh: true,
    summary: 'Approve a change that another person asked for: the difference with this hash and no other',
    handle: async (request) => {
      const { actor, body, parameters, services } = request;
      const { id } = parameters;
      await assertDecides(request, id);
      return await runCommand(request, { ...parameters, ...body }, async () => {
        await assertSameForm(request, id);
        const people = await readTwoPeople(services, id, actor.userId);
        return {
          decider: approvalDecider,
          id,
          command: { type: 'GiveApproval', data: { ...body, ...people } } as const,
          response: { id },
        };
      });
    },
  }),
  route(deny, {
    action: 'approval.decide',
    summary: 'Deny a change that another person asked for',
    handle: async (request) => {
      const { actor, body, parameters } = request;
      const { id } = parameters;
      await assertDecides(request, id);
      return await runCommand(request, { ...parameters, ...body }, async () => ({
        decider: approvalDecider,
        id,
        command: { type: 'DenyApproval', data: { deniedBy: actor.userId, ...body } } as const,
        response: { id },
      }));
    },
  }),
  route(withdraw, {
    action: 'approval.withdraw',
    summary: 'Withdraw one’s own request for a change that needs a second person',
    handle: async (request) => {
      const { actor, parameters, services } = request;
      const { id } = parameters;
      await findApproval(services.db, actor, id);
      return await runCommand(request, parameters, async () => ({
        decider: approvalDecider,
        id,
        command: { type: 'WithdrawApproval', data: { userId: actor.userId } } as const,
        response: { id },
      }));
    },
  }),
];
