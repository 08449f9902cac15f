import { expect, test } from 'vitest';
import { credentialsOf, idOf } from '#test/world/sample-events.ts';
import { admin, deployment, key, pair, registered, start, told, worker } from './engine/fixture/notice-portal.ts';
import { somebody } from './engine/fixture/open-portal.ts';

test('who administers gateways is told of certificates that end, and who administers the portal of rights at Kafka', async () => {
  const portal = await start();
  const officer = (userId: number, roles: readonly ('ROLE_PORTAL_ADMIN' | 'ROLE_KONG_ADMIN')[]) => {
    const { type, data } = registered(userId, 1, 'ROLE_COMPANY_USER');
    return portal.happen(`user-${userId}`, [{ type, data: { ...data, roles: [...roles] } }]);
  };
  await officer(12, ['ROLE_PORTAL_ADMIN']);
  await officer(13, ['ROLE_KONG_ADMIN']);
  await officer(14, ['ROLE_PORTAL_ADMIN', 'ROLE_KONG_ADMIN']);
  const ending = (name: string, expiresAt: string, days: 7 | 30) => ({ objectId: name, name, expiresAt, days });
  await portal.happen('certificate-end-1', [
    {
      type: 'CertificatesEnding',
      data: {
        gatewayId: 1,
        certificates: [
          ending('shop.example', '2026-12-02T00:00:00.000Z', 7),
          ending('other.example', '2026-12-20T00:00:00.000Z', 30),
        ],
      },
    },
  ]);
  expect(await told(portal)).toEqual(['13 certificate-ending', '14 certificate-ending']);
  expect(await portal.rows('select distinct object, others, organization_id from notices')).toEqual([
    { object: 'shop.example', others: 1, organization_id: 1 },
  ]);
  const right = (key: string) => ({ key, name: `User:${key} allow read topic orders` });
  await portal.happen('kafka-rights-2', [
    { type: 'KafkaRightsFound', data: { kafkaEnvId: 2, rights: [right('one'), right('two')] } },
  ]);
  expect(await told(portal)).toEqual([
    '13 certificate-ending',
    '14 certificate-ending',
    '12 kafka-rights',
    '14 kafka-rights',
  ]);
});

test('both sides are told that access ends soon, and whoever has it that it ended', async () => {
  const portal = await start();
  await deployment(admin)(portal);
  const endsAt = '2026-12-31T23:59:59.999Z';
  await portal.happen('access-7-2', [
    { type: 'ApiAccessGranted', data: { grantId: 21, ...pair, requestId: null, endsAt } },
  ]);
  await key({ ...somebody, userId: 10 }, 21)(portal);
  const before = await told(portal);
  await portal.happen('access-7-2', [{ type: 'ApiAccessEnding', data: { grantId: 21, ...pair, endsAt, days: 14 } }]);
  const ends = (await told(portal)).slice(before.length);
  expect(ends.toSorted()).toEqual(['10 access-ends', '5 access-ends', '6 access-ends', '8 access-ends']);
  const ofEnds = "select distinct ends_at, named_organization_id from notices where kind = 'access-ends'";
  expect(await portal.rows(ofEnds)).toEqual([{ ends_at: new Date(endsAt), named_organization_id: 2 }]);
  await portal.happen('access-7-2', [{ type: 'ApiAccessRevoked', data: { grantId: 21, ...pair, endsAt } }], worker);
  expect(await told(portal)).toContain('6 access-revoked');
  expect(await portal.rows("select distinct ends_at from notices where kind = 'access-revoked'")).toEqual([
    { ends_at: new Date(endsAt) },
  ]);
});

const ends = '2026-12-31T23:59:59.999Z';
const ofKey = { consumerId: 4, deploymentId: 3, apiId: 7, organizationId: 2 };
const warnOfKey = (portal: Awaited<ReturnType<typeof start>>) =>
  portal.happen('key-end-4', [{ type: 'KeyEnding', data: { ...ofKey, endsAt: ends, days: 14 } }], worker);
const changeOfKey = (from: string | null, to: string | null) => {
  const settings = { nickname: 'till', rateLimit: null, requestTransformer: null };
  const data = {
    ...ofKey,
    operationId: idOf(`${to}`),
    from: { ...settings, endsAt: from },
    to: { ...settings, endsAt: to },
  };
  return { type: 'ConsumerChangeRequested', data } as const;
};
const notSoon = "select user_id, kind, key_id, ends_at from notices where kind = 'key-ending' order by user_id";

test('both sides are told that a key ends soon, and whoever has it that it ended, once', async () => {
  const portal = await start();
  await deployment(admin)(portal);
  await key({ ...somebody, userId: 10 })(portal);
  await warnOfKey(portal);
  expect(await portal.caughtUp()).toBe(true);
  const about = { kind: 'key-ending', key_id: 4, ends_at: new Date(ends) };
  expect(await portal.rows(notSoon)).toEqual([6, 8, 10].map((user_id) => ({ user_id, ...about })));
  const operationId = idOf('end');
  await portal.happen(
    'consumer-4',
    [
      { type: 'ConsumerRemovalRequested', data: { ...ofKey, operationId, endsAt: ends } },
      { type: 'ConsumerRemoved', data: { consumerId: 4, operationId } },
    ],
    worker,
  );
  expect(await portal.caughtUp()).toBe(true);
  expect(await portal.rows("select user_id, ends_at from notices where kind = 'key-removed' order by user_id")).toEqual(
    [6, 10].map((user_id) => ({ user_id, ends_at: new Date(ends) })),
  );
});

test('nobody is warned any more of the end of a key that was moved or taken away, and of a rotation they still are', async () => {
  const portal = await start();
  await deployment(admin)(portal);
  await key(somebody)(portal);
  await warnOfKey(portal);
  const rotation = { ...ofKey, operationId: idOf('rotate'), credentials: credentialsOf('two'), generation: 2 };
  await portal.happen('consumer-4', [
    { type: 'CredentialRotationRequested', data: { ...rotation, until: '2026-12-20T00:00:00.000Z' } },
    changeOfKey(ends, ends),
  ]);
  expect(await portal.caughtUp()).toBe(true);
  expect(await portal.rows(notSoon)).toHaveLength(5);
  await portal.happen('consumer-4', [changeOfKey(ends, null)]);
  expect(await portal.caughtUp()).toBe(true);
  expect(await portal.rows(notSoon)).toMatchObject([{ key_id: null }, { key_id: null }]);
});

test.each([
  ['moved', '2027-03-31T23:59:59.999Z'],
  ['removed', null],
])('nobody is warned any more of an end that was %s', async (_how, to) => {
  const portal = await start();
  const endsAt = '2026-12-31T23:59:59.999Z';
  const warn = (pair: { apiId: number; organizationId: number }) =>
    portal.happen(`access-${pair.apiId}-${pair.organizationId}`, [
      { type: 'ApiAccessEnding', data: { grantId: 21, ...pair, endsAt, days: 14 } },
    ]);
  await warn(pair);
  // Another organization's, and another API's.
  await warn({ ...pair, organizationId: 3 });
  await warn({ ...pair, apiId: 17 });
  await portal.happen('access-7-2', [
    { type: 'ApiAccessEndChanged', data: { grantId: 21, ...pair, from: endsAt, to } },
  ]);
  expect(await portal.caughtUp()).toBe(true);
  const left = "select distinct api_id, named_organization_id from notices where kind = 'access-ends' order by api_id";
  expect(await portal.rows(left)).toEqual([
    { api_id: 7, named_organization_id: 3 },
    { api_id: 17, named_organization_id: 2 },
  ]);
});
