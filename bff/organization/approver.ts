import { organizationDecider } from '#domain/organization/decider.ts';
import { getApprover } from '#domain/organization/deletion-calls.ts';
import { isFromRequester } from '#domain/organization/four-eyes.ts';
import { loadState } from '#eventstore/load.ts';
import { findPersonById } from '#projections/person.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { findForChange } from './row.ts';
import { readOrigin } from './shared/read-origin.ts';

/** For the review of a deletion. Whether the caller may approve counts again when they do. */
export const approverQuery = route(getApprover, {
  action: 'organization.decide-deletion',
  summary: 'Since when and from whom the caller is a portal administrator, and whether they may approve this deletion',
  handle: async ({ actor, query: { id, orgId }, services }) => {
    authorizeOpenly(actor, 'organization.decide-deletion');
    const { db, pool, store, now } = services;
    await findForChange(db, orgId);
    const approver = await readOrigin(services, actor.userId);
    const state = await loadState(store, organizationDecider, orgId);
    const deletion = state.status === 'none' ? null : state.deletion;
    const { role } = approver;
    const giver = role ? await findPersonById(pool, role.by) : undefined;
    return {
      since: role?.at ?? null,
      from: giver && role ? { id: role.by, name: giver.name } : null,
      isFromRequester:
        deletion?.requestId === id && isFromRequester(approver, deletion.requestedBy, now().toISOString()),
    };
  },
});
