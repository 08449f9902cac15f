import { organizationDecider } from '#domain/organization/decider.ts';
import {
  approveDeletion,
  checkOrganizationKeys,
  denyDeletion,
  requestDeletion,
} from '#domain/organization/deletion-calls.ts';
import type { Organization } from '#domain/organization/organization.ts';
import { randomId } from '#platform/uuid.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { runCommand } from '../http/command.ts';
import { getAndPost } from '../http/get-and-post.ts';
import { newId } from '../http/new-id.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import { approverQuery, readApprover } from './approver.ts';
import { readDeletionFacts, wasUsedLately } from './deletion-facts.ts';
import { findForChange } from './row.ts';

const pendingOf = (state: Organization): number | undefined =>
  state.status === 'none' ? undefined : state.deletion?.requestId;

const request = getAndPost(requestDeletion, {
  action: 'organization.request-deletion',
  summary: 'Request to delete an organization; another portal administrator decides',
  handle: async (request) => {
    const { actor, query, services } = request;
    const { id } = query;
    return await runCommand(request, query, async () => {
      authorize(actor, 'organization.request-deletion', await findForChange(services.db, id));
      const { facts, guards } = await readDeletionFacts(services, id);
      const requestId = await newId(services.pool, 'organization-deletion');
      return {
        decider: organizationDecider,
        id,
        command: { type: 'RequestDeletion' as const, data: { requestId, requestedBy: actor.userId, ...facts } },
        guards,
        response: (_events: readonly unknown[], state: Organization) => ({
          id,
          requestDeleted: true,
          requestId: pendingOf(state) ?? requestId,
        }),
      };
    });
  },
});

const decide = (verb: 'approve' | 'deny') =>
  getAndPost(verb === 'approve' ? approveDeletion : denyDeletion, {
    action: 'organization.decide-deletion',
    summary:
      verb === 'approve'
        ? 'Approve the deletion of an organization that another administrator requested'
        : 'Deny the deletion of an organization that another administrator requested',
    handle: async (request) => {
      const { actor, query, services } = request;
      const { id: requestId, orgId: id } = query;
      authorizeOpenly(actor, 'organization.decide-deletion');
      const decided = { requestId, decidedBy: actor.userId };
      const response = { id: requestId, orgId: id };
      const done = await runCommand(request, query, async () => {
        if (verb === 'deny')
          return {
            decider: organizationDecider,
            id,
            command: { type: 'DenyDeletion' as const, data: decided },
            response,
          };
        const { facts, guards } = await readDeletionFacts(services, id);
        const approver = await readApprover(services, actor.userId);
        const operationId = randomId();
        return {
          decider: organizationDecider,
          id,
          command: { type: 'ApproveDeletion' as const, data: { ...decided, ...facts, ...approver, operationId } },
          guards,
          response: { ...response, operationId },
        };
      });
      await waitForPosition(services.pool, String(done.position), undefined, ['organizations']);
      return done;
    },
  });

const check = route(checkOrganizationKeys, {
  action: 'organization.check',
  summary: 'Whether an organization may be deleted: true when its keys were not used in the last 30 days',
  handle: async ({ actor, query, services, c }) => {
    authorizeOpenly(actor, 'organization.check');
    await findForChange(services.db, query.id);
    return c.json(!(await wasUsedLately(services, query.id)));
  },
});

export const organizationDeletionCommands = [...request, ...decide('approve'), ...decide('deny'), check, approverQuery];
