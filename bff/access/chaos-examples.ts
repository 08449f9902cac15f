import type { ChaosCommands } from '#chaos/noun-commands.ts';

export const commands: ChaosCommands = ({ view, facts, apis, random, partner }) => {
  const accessesOf = (wanted: 'requested' | 'granted') => {
    const mine = new Set(apis().map(({ id }) => id));
    return [...view.accesses.values()].filter(({ status, apiId }) => status === wanted && mine.has(apiId));
  };
  return {
    'request access': {
      event: 'ApiAccessRequested',
      weight: 8,
      wish: () => {
        const without = apis().filter(
          ({ id }) => !['requested', 'granted'].includes(view.accesses.get(`${id}-${facts.partnerId}`)?.status ?? ''),
        );
        const api = random.pick(without);
        const body = { organizationId: facts.partnerId, productId: api?.id, reason: 'To see what holds.' };
        return api && { who: partner(), call: { method: 'POST', path: '/api/request-access', body } };
      },
    },
    'approve access': {
      event: 'ApiAccessApproved',
      weight: 8,
      wish: () => {
        const request = random.pick(accessesOf('requested'));
        const body = { apiAccessRequestId: request?.requestId, note: '' };
        const path = '/api/approve-api-access-request';
        return request && { who: 'ada-lindqvist', call: { method: 'POST', path, body } };
      },
    },
    'revoke access': {
      event: 'ApiAccessRevoked',
      weight: 3,
      wish: () => {
        const access = random.pick(accessesOf('granted'));
        return (
          access && { who: 'ada-lindqvist', call: { method: 'DELETE', path: `/api/api-access/${access.grantId}` } }
        );
      },
    },
  };
};
