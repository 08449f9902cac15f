import { type Access, accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import { isRefusal, RefusedError } from '#domain/core/problem.ts';
import { execute } from '#eventstore/execute.ts';
import { randomId } from '#platform/uuid.ts';
import { eventMeta } from '../http/event-meta.ts';
import { newId } from '../http/new-id.ts';
import type { Received } from '../http/route.ts';

/**
 * Returns the grant that a new key belongs to. An external organization has keys only while it has access. When an
 * administrator gives it a key without a request, this also grants access, by an event of its own.
 *
 * @param access the current access from its stream.
 * @returns the grant's id; null when the key needs none.
 */
export const grantForKey = async (
  request: Pick<Received, 'c' | 'caller' | 'services' | 'action'>,
  access: Access,
  { apiId, organization }: Readonly<{ apiId: number; organization: Readonly<{ id: number; external: boolean }> }>,
): Promise<number | null> => {
  if (access.status === 'granted') return access.grantId;
  if (!organization.external) return null;
  const { services } = request;
  const grantId = await newId(services.pool, 'access-grant');
  const granted = await execute({
    store: services.store,
    decider: accessDecider,
    id: accessIdOf(apiId, organization.id),
    command: { type: 'GrantAccess', data: { grantId, apiId, organizationId: organization.id } },
    meta: eventMeta(request, randomId()),
    // Somebody else may have granted access meanwhile.
    outcome: (_events, state) => ({ grantId: state.status === 'granted' ? state.grantId : grantId }),
  });
  if (isRefusal(granted)) throw new RefusedError(granted);
  return Number(granted.outcome.grantId);
};
