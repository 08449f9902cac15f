import { expect, test } from 'vitest';
import { registered, start, told } from './engine/fixture/notice-portal.ts';

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
