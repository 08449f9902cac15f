import { expect, test } from 'vitest';
import { published } from '#test/world/sample-events.ts';
import { registered, start, told } from './engine/fixture/notice-portal.ts';
import { somebody } from './engine/fixture/open-portal.ts';

test('its maintainers are told instead of administrators where they decide, and nobody of a request of their own', async () => {
  const portal = await start();
  const person = (userId: number, ...roles: 'ROLE_PORTAL_ADMIN'[]) => {
    const { type, data } = registered(userId, 1, 'ROLE_COMPANY_USER');
    return portal.happen(`user-${userId}`, [{ type, data: { ...data, ...(roles.length > 0 && { roles }) } }]);
  };
  await person(12, 'ROLE_PORTAL_ADMIN');
  await person(21);
  await person(22);
  const details = { name: 'Loans', description: '', external: false };
  await portal.happen('application-5', [
    { type: 'ApplicationRegistered', data: { applicationId: 5, organizationId: 1, ...details, owners: [21, 22] } },
    { type: 'MaintainersDecide', data: { applicationId: 5 } },
  ]);
  const spec = {
    hash: 'a'.repeat(64),
    format: 'json' as const,
    size: 2,
    specVersion: '3.0',
    version: '1',
    operations: 1,
  };
  const about = { name: 'Loans', description: '', sourceRepo: '', businessAreaId: null };
  const published = {
    apiId: 30,
    organizationId: 1,
    applicationId: 5,
    details: about,
    spec: { ...spec, servers: [] },
  };
  await portal.happen('api-30', [{ type: 'ApiPublished', data: published as never }]);
  const ask = (requestId: number, organizationId: number, requestedBy: number) =>
    portal.happen(`access-30-${organizationId}`, [
      { type: 'ApiAccessRequested', data: { requestId, apiId: 30, organizationId, requestedBy, reason: '' } },
    ]);
  await ask(41, 2, somebody.userId);
  expect(await told(portal)).toEqual(['21 access-asked', '22 access-asked']);
  await ask(42, 3, 21);
  expect((await told(portal)).slice(2)).toEqual(['22 access-asked']);
  // Nobody but the asker is left of the maintainers, so the administrators are told.
  await portal.happen('application-5', [{ type: 'OwnerRemoved', data: { applicationId: 5, userId: 22 } }]);
  await ask(43, 4, 21);
  expect((await told(portal)).slice(3)).toEqual(['12 access-asked']);
  await portal.happen('application-5', [{ type: 'MaintainersDecideNoMore', data: { applicationId: 5 } }]);
  await ask(44, 5, somebody.userId);
  expect((await told(portal)).slice(4)).toEqual(['12 access-asked']);
});

test('who may not sign in decides nothing, so that others are told, as the inbox has it', async () => {
  const portal = await start();
  const person = (userId: number, ...roles: 'ROLE_PORTAL_ADMIN'[]) => {
    const { type, data } = registered(userId, 1, 'ROLE_COMPANY_USER');
    return portal.happen(`user-${userId}`, [{ type, data: { ...data, ...(roles.length > 0 && { roles }) } }]);
  };
  await person(12, 'ROLE_PORTAL_ADMIN');
  await person(21);
  const details = { name: 'Loans', description: '', external: false };
  await portal.happen('application-5', [
    { type: 'ApplicationRegistered', data: { applicationId: 5, organizationId: 1, ...details, owners: [21] } },
    { type: 'MaintainersDecide', data: { applicationId: 5 } },
  ]);
  await portal.happen('api-30', [published(30, { applicationId: 5 })]);
  const toldOf = async (requestId: number) => {
    await portal.happen(`access-30-${requestId}`, [
      {
        type: 'ApiAccessRequested',
        data: { requestId, apiId: 30, organizationId: requestId, requestedBy: somebody.userId, reason: '' },
      },
    ]);
    expect(await portal.caughtUp()).toBe(true);
    const rows = await portal.rows(`select user_id from notices where request_id = ${requestId}`);
    return rows.map(({ user_id }) => user_id);
  };
  const invited = (expiresAt: string) =>
    portal.happen('user-21', [{ type: 'UserInvited', data: { userId: 21, expiresAt } }]);
  const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
  expect(await toldOf(41)).toEqual([21]);
  await portal.happen('user-21', [{ type: 'UserDisabled', data: { userId: 21 } }]);
  expect(await toldOf(42)).toEqual([12]);
  await portal.happen('user-21', [{ type: 'UserEnabled', data: { userId: 21 } }]);
  expect(await toldOf(43)).toEqual([21]);
  await portal.happen('organization-1', [
    { type: 'OrganizationDeactivated', data: { organizationId: 1, operationId } },
  ]);
  expect(await toldOf(44)).toEqual([12]);
  await portal.happen('organization-1', [{ type: 'OrganizationActivated', data: { organizationId: 1, operationId } }]);
  expect(await toldOf(45)).toEqual([21]);
  await invited('2099-01-01T00:00:00.000Z');
  expect(await toldOf(46)).toEqual([21]);
  await invited('2020-01-01T00:00:00.000Z');
  expect(await toldOf(47)).toEqual([12]);
});
