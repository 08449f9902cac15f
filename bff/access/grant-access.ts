import { type Access, type AccessPair, accessIdOfPair } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import { execute } from '#eventstore/execute.ts';
import { loadState } from '#eventstore/load.ts';
import { randomId } from '#platform/uuid.ts';
import { eventMeta } from '../http/event-meta.ts';
import { newId } from '../http/new-id.ts';
import type { Received } from '../http/route.ts';

export type Granting = Pick<Received, 'c' | 'caller' | 'services' | 'action'>;

/**
 * Grants access without a request, by an event of its own, because an administrator gives an organization what needs it. This also
 * approves the request that waits, so whoever asked for it is refused.
 *
 * @param access the current access from its stream.
 * @returns the grant's id; that of the grant which is there already, if there is one.
 */
export const grantAccess = async (request: Granting, access: Access, pair: AccessPair): Promise<number> => {
  if (access.status === 'granted') return access.grantId;
  const { services, caller } = request;
  const { userId, organizationId } = caller.actor;
  const grantId = await newId(services.pool, 'access-grant');
  const granted = await execute({
    store: services.store,
    decider: accessDecider,
    id: accessIdOfPair(pair),
    command: { type: 'GrantAccess', data: { grantId, ...pair, decidedBy: { userId, organizationId } } },
    meta: eventMeta(request, randomId()),
    // Somebody else may have granted access meanwhile.
    outcome: (_events, state) => ({ grantId: state.status === 'granted' ? state.grantId : grantId }),
  });
  if (isRefusal(granted)) throw new RefusedError(granted);
  return Number(granted.outcome.grantId);
};

/** Grants an organization access to an event category, because an administrator gives it a topic or a subscription of it. */
export const grantEventAccess = async (
  request: Granting,
  eventCategoryId: number,
  organizationId: number,
): Promise<void> => {
  const pair = { eventCategoryId, organizationId };
  await grantAccess(request, await loadState(request.services.store, accessDecider, accessIdOfPair(pair)), pair);
};
