import fc from 'fast-check';
import { anyId, anyName, nounExamples } from '#test/examples/noun-examples.ts';
import { gateway } from '#test/world/sample-events.ts';
import type { Certificate } from './certificate.ts';
import { resourceDecider } from './decider.ts';
import type { Gateway, Kafka, Redis, ResourceSettings } from './resource.ts';

const settingsOf = (resourceId: number) => gateway(resourceId).data as Gateway;
/** Nothing hangs on it, so that some histories remove it. */
const alone = { organizations: [], certificates: [] };

const certificate: Certificate = {
  certificateId: 12,
  name: 'ca.pem',
  certificate: '-----BEGIN CERTIFICATE-----\ntext\n-----END CERTIFICATE-----',
  content: [{ subject: 'CN=Example', issuer: 'CN=Example', expiresAt: '2027-01-01T00:00:00.000Z' }],
};

const more = { custom: [{ name: 'team', value: 'platform' }], certificates: [certificate] };
const shared = { resourceId: 12, name: 'name text', isPublic: false, organizations: [12], ...more };
const sealed = { secretId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', fingerprint: 'fingerprint text' };

const kafka: Kafka = {
  ...shared,
  type: 'KAFKA',
  envType: 'DEV',
  address: 'broker.example:9092',
  internalAddr: 'broker.internal.example:9092',
  securityProtocol: 'SASL_SSL',
  mechanism: 'SCRAM-SHA-512',
  user: 'portico',
  password: sealed,
};
const redis: Redis = { ...shared, type: 'REDIS', host: 'redis.example', port: 6379, timeout: 2000, password: sealed };

const anySettings = (resourceId: number): fc.Arbitrary<ResourceSettings> =>
  fc
    .constantFrom<ResourceSettings>(settingsOf(resourceId), { ...kafka, resourceId }, { ...redis, resourceId })
    .map((settings) => ({ ...settings, ...alone }));

const settings: Gateway = {
  resourceId: 12,
  type: 'KONG',
  name: 'name text',
  isPublic: true,
  organizations: [12],
  adminUrl: 'https://service.example/path',
  apiUrl: 'https://service.example/path',
  apiSslUrl: 'https://service.example/path',
  nodes: 12,
  nodeNames: ['node-1'],
  ...more,
  httpLogEndpoint: 'https://service.example/path',
  adminApiKey: { secretId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8', fingerprint: 'fingerprint text', last4: 'last' },
  telemetryKey: {
    secretId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
    fingerprint: 'fingerprint text',
    last4: 'last',
  },
};

export const examples = nounExamples(resourceDecider, {
  events: {
    GatewayRegistered: settings,
    GatewayChanged: { ...settings, from: settings },
    GatewayRemoved: { resourceId: 12 },
    KafkaRegistered: kafka,
    KafkaChanged: { ...kafka, from: kafka },
    KafkaRemoved: { resourceId: 12 },
    RedisRegistered: redis,
    RedisChanged: { ...redis, from: redis },
    RedisRemoved: { resourceId: 12 },
  },
  steps: ({ step }) => [
    step(anyId, 'RegisterResource', (resourceId) => anySettings(resourceId)),
    step(anyId, 'ChangeResource', (resourceId) =>
      fc.tuple(anySettings(resourceId), anyName).map(([settings, name]) => ({ ...settings, name })),
    ),
    step(anyId, 'AddCertificate', () => fc.constant(certificate)),
    step(anyId, 'RemoveCertificate', () => fc.constant({ certificateId: 12 })),
    step(anyId, 'GrantUse', () => fc.record({ organizationId: anyId })),
    step(anyId, 'EndUse', () => fc.record({ organizationId: anyId })),
    step(anyId, 'RemoveResource', () =>
      fc.record({
        uses: fc.nat(3).map((count) => [{ kind: 'deployments', count: count > 2 ? 1 : 0, names: 'Payments 1.0 DEV' }]),
        organizationNames: fc.constant('Acme'),
      }),
    ),
  ],
  // Of three kinds, chance alone seldom removes each.
  lives: ({ step }) => [
    {
      weight: 1,
      arbitrary: anyId.chain((id) => {
        const one = fc.constant(id);
        return fc.tuple(
          step(one, 'RegisterResource', () => fc.constant({ ...kafka, ...alone, resourceId: id })),
          step(one, 'RemoveResource', () => fc.constant({ uses: [], organizationNames: '' })),
        );
      }),
    },
  ],
});
