import type { ChaosCommands } from '#chaos/noun-commands.ts';
import { type AccessPair, accessIdOfPair } from '#domain/access/access.ts';
import type { AccessType } from '#domain/access/schema.ts';

export const commands: ChaosCommands = ({ view, facts, apis, random, partner }) => {
  const organizationId = facts.partnerId;
  const idsOf = (type: AccessType): readonly number[] =>
    type === 'api' ? apis().map(({ id }) => id) : view.living('EventCategoryAdded', 'EventCategoryRemoved');
  const pairOf = (type: AccessType, id: number): AccessPair =>
    type === 'api' ? { apiId: id, organizationId } : { eventCategoryId: id, organizationId };
  const accessesOf = (type: AccessType, wanted: 'requested' | 'granted') => {
    const streams = new Set(idsOf(type).map((id) => accessIdOfPair(pairOf(type, id))));
    return [...view.accesses.values()].filter(
      ({ status, pair }) => status === wanted && streams.has(accessIdOfPair({ ...pair, organizationId })),
    );
  };
  const request = (type: AccessType) => {
    const without = idsOf(type).filter(
      (id) => !['requested', 'granted'].includes(view.accesses.get(accessIdOfPair(pairOf(type, id)))?.status ?? ''),
    );
    const productId = random.pick(without);
    if (productId === undefined) return undefined;
    const body = { organizationId, type, productId, reason: 'To see what holds.' };
    return { who: partner(), call: { method: 'POST', path: '/api/request-access', body } } as const;
  };
  const approve = (type: AccessType) => {
    const asked = random.pick(accessesOf(type, 'requested'));
    if (!asked) return undefined;
    const body = { apiAccessRequestId: asked.requestId, note: '' };
    return {
      who: 'ada-lindqvist',
      call: { method: 'POST', path: '/api/approve-api-access-request', body },
    } as const;
  };
  const revoke = (type: AccessType) => {
    const granted = random.pick(accessesOf(type, 'granted'));
    if (!granted) return undefined;
    return { who: 'ada-lindqvist', call: { method: 'DELETE', path: `/api/api-access/${granted.grantId}` } } as const;
  };
  return {
    'request access': { event: 'ApiAccessRequested', weight: 8, wish: () => request('api') },
    'approve access': { event: 'ApiAccessApproved', weight: 8, wish: () => approve('api') },
    'revoke access': { event: 'ApiAccessRevoked', weight: 3, wish: () => revoke('api') },
    'request access to events': { event: 'EventAccessRequested', weight: 3, wish: () => request('event') },
    'approve access to events': { event: 'EventAccessApproved', weight: 3, wish: () => approve('event') },
    'revoke access to events': { event: 'EventAccessRevoked', weight: 1, wish: () => revoke('event') },
  };
};
