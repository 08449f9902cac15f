import type { Actor } from '#domain/core/actor.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import {
  approveDeletion,
  checkOrganizationKeys,
  denyDeletion,
  denyDeletions,
  requestDeletion,
  withdrawDeletion,
} from '#domain/organization/deletion-calls.ts';
import type { Organization } from '#domain/organization/organization.ts';
import { randomId } from '#platform/uuid.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { runCommand } from '../http/command.ts';
import { decideEach } from '../http/decide-each.ts';
import { getAndPost } from '../http/get-and-post.ts';
import { onceInForce } from '../http/in-force.ts';
import { newId } from '../http/new-id.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { approverQuery } from './approver.ts';
import { othersWhoLose, readDeletionFacts, wasUsedLately } from './deletion-facts.ts';
import { findForChange } from './row.ts';
import { readOrigin } from './shared/read-origin.ts';

const pendingOf = (state: Organization): number | undefined =>
  state.status === 'none' ? undefined : state.deletion?.requestId;

const request = getAndPost(requestDeletion, {
  action: 'organization.request-deletion',
  summary: 'Request to delete an organization; another portal administrator decides',
  handle: async (request) => {
    const { actor, query, services } = request;
    const { id, accepted } = query;
    return await runCommand(request, query, async () => {
      authorize(actor, 'organization.request-deletion', await findForChange(services.db, id));
      const { facts, guards } = await readDeletionFacts(services, id);
      const requestId = await newId(services.pool, 'organization-deletion');
      return {
        decider: organizationDecider,
        id,
        command: {
          type: 'RequestDeletion' as const,
          data: { requestId, requestedBy: actor.userId, ...facts, accepted },
        },
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

/** Waits until the lists know the decision. */
const shown = ({ pool }: Services, position: unknown): Promise<boolean> =>
  waitForPosition(pool, String(position), undefined, ['organizations']);

const approve = getAndPost(approveDeletion, {
  action: 'organization.decide-deletion',
  summary: 'Approve the deletion of an organization that another administrator requested',
  handle: async (request) => {
    const { actor, query, services } = request;
    const { id: requestId, orgId, accepted } = query;
    authorizeOpenly(actor, 'organization.decide-deletion');
    const done = await runCommand(request, query, async () => {
      const { facts, guards } = await readDeletionFacts(services, orgId);
      const approver = await readOrigin(services, actor.userId);
      const at = services.now().toISOString();
      const operationId = randomId();
      const data = { requestId, decidedBy: actor.userId, ...facts, accepted, approver, at, operationId };
      return {
        decider: organizationDecider,
        id: orgId,
        command: { type: 'ApproveDeletion' as const, data },
        guards,
        response: { id: requestId, orgId, operationId },
      };
    });
    return await onceInForce(services, done, ['organizations']);
  },
});

const denialOf = ({ userId: decidedBy }: Actor, requestId: number, orgId: number) => ({
  decider: organizationDecider,
  id: orgId,
  command: { type: 'DenyDeletion' as const, data: { requestId, decidedBy } },
  response: { id: requestId, orgId },
});

const deny = getAndPost(denyDeletion, {
  action: 'organization.decide-deletion',
  summary: 'Deny the deletion of an organization that another administrator requested',
  handle: async (request) => {
    const { actor, query, services } = request;
    const { id: requestId, orgId } = query;
    authorizeOpenly(actor, 'organization.decide-deletion');
    const done = await runCommand(request, query, async () => denialOf(actor, requestId, orgId));
    await shown(services, done.position);
    return done;
  },
});

const denyMany = route(denyDeletions, {
  action: 'organization.decide-deletion',
  summary: 'Deny many requests to delete organizations; one that is refused does not stop the others',
  handle: async (request) => {
    const { actor, services } = request;
    const { requestIds } = request.body;
    authorizeOpenly(actor, 'organization.decide-deletion');
    const rows = await services.db
      .selectFrom('organization_deletions')
      .select(['id', 'organization_id'])
      .where('id', 'in', requestIds)
      .execute();
    const organizationOf = new Map(rows.map(({ id, organization_id }) => [id, organization_id]));
    const asked = requestIds.map((requestId) => ({ id: String(requestId), requestId }));
    const done = await decideEach(request, 'organization-deletion', asked, ({ requestId }, given) => {
      const orgId = organizationOf.get(requestId);
      if (orgId === undefined) throw new RefusedError(notFound());
      return runCommand(request, { requestId }, async () => denialOf(actor, requestId, orgId), given);
    });
    if (done.decided.length > 0) await shown(services, done.position);
    return done;
  },
});

const withdraw = route(withdrawDeletion, {
  action: 'organization.withdraw-deletion',
  summary: 'Withdraw one’s own request to delete an organization',
  handle: async (request) => {
    const { actor, query, services } = request;
    const { id: requestId, orgId } = query;
    const done = await runCommand(request, query, async () => {
      authorize(actor, 'organization.withdraw-deletion', await findForChange(services.db, orgId));
      return {
        decider: organizationDecider,
        id: orgId,
        command: { type: 'WithdrawDeletion' as const, data: { requestId, withdrawnBy: actor.userId } },
        response: { id: requestId, orgId },
      };
    });
    await shown(services, done.position);
    return done;
  },
});

const check = route(checkOrganizationKeys, {
  action: 'organization.check',
  summary:
    'Whether an organization may be deleted: true when neither its keys nor its APIs were used in the last 30 days',
  handle: async ({ actor, query, services, c }) => {
    authorizeOpenly(actor, 'organization.check');
    await findForChange(services.db, query.id);
    if (await wasUsedLately(services, query.id)) return c.json(false);
    return c.json((await othersWhoLose(services, query.id)).every(({ calls }) => calls === 0));
  },
});

export const organizationDeletionCommands = [...request, ...approve, ...deny, denyMany, withdraw, check, approverQuery];
