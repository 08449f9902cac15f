import { streamOf } from '#domain/core/id.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { getApprover } from '#domain/organization/deletion-calls.ts';
import { isFromRequester, type Origin, originOf } from '#domain/organization/four-eyes.ts';
import type { UserEvent } from '#domain/user/user.ts';
import { loadState } from '#eventstore/load.ts';
import { findPersonById } from '#projections/person.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { findForChange } from './row.ts';

/** Returns where the person comes from who decides, and the time of the decision. Reads the events: no read table is behind. */
export const readApprover = async (
  { store, now }: Pick<Services, 'store' | 'now'>,
  userId: number,
): Promise<Readonly<{ approver: Origin; at: string }>> => ({
  approver: originOf(await store.read<UserEvent>(streamOf('user', userId))),
  at: now().toISOString(),
});

/** For the review of a deletion. Whether the caller may approve counts again when they do. */
export const approverQuery = route(getApprover, {
  action: 'organization.decide-deletion',
  summary: 'Since when and from whom the caller is a portal administrator, and whether they may approve this deletion',
  handle: async ({ actor, query: { id, orgId }, services }) => {
    authorizeOpenly(actor, 'organization.decide-deletion');
    const { db, pool, store } = services;
    await findForChange(db, orgId);
    const { approver, at } = await readApprover(services, actor.userId);
    const state = await loadState(store, organizationDecider, orgId);
    const deletion = state.status === 'none' ? null : state.deletion;
    const { role } = approver;
    const giver = role ? await findPersonById(pool, role.by) : undefined;
    return {
      since: role?.at ?? null,
      from: giver && role ? { id: role.by, name: giver.name } : null,
      isFromRequester: deletion?.requestId === id && isFromRequester(approver, deletion.requestedBy, at),
    };
  },
});
