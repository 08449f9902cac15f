import { expect, test } from 'vitest';
import { openPortal, somebody } from './engine/fixture/open-portal.ts';

const pair = { apiId: 3, organizationId: 2 };
const admin = { userId: 8, organizationId: 1, roles: ['ROLE_PORTAL_ADMIN'] };

test('a request is denied with a note, repeated and approved; the grant lasts until it is revoked', async () => {
  const portal = await openPortal({ hasTables: true });
  portal.run();
  const ask = (requestId: number, reason: string) =>
    portal.happen('access-3-2', [
      { type: 'ApiAccessRequested', data: { requestId, ...pair, requestedBy: somebody.userId, reason } },
    ]);
  const table = async (name: 'access_requests' | 'access_grants') => {
    expect(await portal.caughtUp()).toBe(true);
    return await portal.rows(`select * from ${name} order by id`);
  };
  const decision = (requestId: number, note: string) => ({ requestId, ...pair, requestedBy: somebody.userId, note });

  await ask(11, 'We show balances');
  const waiting = {
    id: 11,
    api_id: 3,
    organization_id: 2,
    status: 'NEW',
    reason: 'We show balances',
    note: '',
    requested_by: somebody.userId,
    requested_at: expect.any(Date),
    decided_by: null,
    decided_at: null,
  };
  expect(await table('access_requests')).toMatchObject([waiting]);

  await portal.happen('access-3-2', [{ type: 'ApiAccessDenied', data: decision(11, 'Sign first') }], admin);
  const denied = { ...waiting, status: 'DENIED', note: 'Sign first', decided_by: 8, decided_at: expect.any(Date) };
  expect(await table('access_requests')).toMatchObject([denied]);
  expect(await table('access_grants')).toEqual([]);

  await ask(12, 'Signed');
  await portal.happen(
    'access-3-2',
    [
      { type: 'ApiAccessApproved', data: decision(12, '') },
      { type: 'ApiAccessGranted', data: { grantId: 21, ...pair, requestId: 12 } },
    ],
    admin,
  );
  const approved = { ...denied, id: 12, status: 'APPROVED', reason: 'Signed', note: '' };
  const grant = {
    id: 21,
    api_id: 3,
    organization_id: 2,
    request_id: 12,
    granted_by: 8,
    granted_at: expect.any(Date),
    revoked_by: null,
    revoked_at: null,
  };
  expect(await table('access_requests')).toMatchObject([denied, approved]);
  expect(await table('access_grants')).toMatchObject([grant]);

  await portal.happen('access-3-2', [{ type: 'ApiAccessRevoked', data: { grantId: 21, ...pair } }], {
    ...admin,
    userId: 9,
  });
  expect(await table('access_grants')).toMatchObject([{ ...grant, revoked_by: 9, revoked_at: expect.any(Date) }]);
  expect(await table('access_requests')).toMatchObject([denied, approved]);
});
