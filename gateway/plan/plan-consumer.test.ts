import { describe, expect, it } from 'vitest';
import { emptyRequestTransformer } from '#domain/deployment/request-transformer.ts';
import { newNames } from '#test/world/gateway-names.ts';
import { difference } from '../change/difference.ts';
import { type ConsumerTarget, planConsumer } from './plan-consumer.ts';

const first = {
  generation: 1,
  apiKey: 'demo-key-0123456789',
  oauth2: { clientId: 'demo-client', clientSecret: 'demo-secret-0123456789' },
};
const second = {
  generation: 2,
  apiKey: 'next-key-0123456789',
  oauth2: { clientId: 'next-client', clientSecret: 'next-secret-0123456789' },
};
const plan = (changes: Partial<ConsumerTarget> = {}) =>
  planConsumer({
    names: newNames,
    consumerId: 12,
    deploymentId: 7,
    limit: null,
    organization: null,
    requestTransformer: null,
    credentials: [first],
    rewriting: null,
    ...changes,
  });
const labels = (changes: Partial<ConsumerTarget>) => plan(changes).map(({ label }) => label);
const bodyOf = (changes: Partial<ConsumerTarget>, label: string) =>
  plan(changes).find((entity) => entity.label === label)?.body;

describe('the plan of a key', () => {
  it('tags everything', () => {
    for (const { body } of plan())
      expect(body.tags).toEqual([
        'portico',
        'portico-0a1b2c3d',
        'portico-0a1b2c3d-deployment-7',
        'portico-0a1b2c3d-consumer-12',
      ]);
  });

  it('gives a key only the credentials that the deployment needs', () => {
    expect(labels({ credentials: [{ ...first, oauth2: null }] })).toEqual(['consumer', 'acl', 'key-auth']);
    expect(labels({ credentials: [{ ...first, apiKey: null }] })).toEqual(['consumer', 'acl', 'oauth2']);
  });

  it('limits one window for the consumer, and removes the others', () => {
    const limit = { window: 'hour', calls: 20, policy: 'cluster', together: false } as const;
    expect(bodyOf({ limit }, 'plugin rate-limiting')).toMatchObject({
      name: 'rate-limiting',
      consumer: { id: plan()[0]?.id },
      config: { minute: null, hour: 20, day: null, policy: 'cluster', limit_by: 'consumer' },
    });
  });

  it('gives all keys of an organization the same two groups in the same order, where they are counted together', () => {
    const groupsOf = (consumerId: number) =>
      plan({ consumerId, organization: newNames.organizationGroup(3) })
        .filter(({ kind }) => kind === 'acl')
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map(({ body }) => body.group);
    const ids = Array.from({ length: 200 }, (_, index) => index + 1);
    expect(new Set(ids.map((id) => groupsOf(id).join(', ')))).toEqual(
      new Set(['portico-0a1b2c3d-deployment-7, portico-0a1b2c3d-organization-3']),
    );
    expect(labels({}).filter((label) => label === 'acl')).toHaveLength(1);
  });

  it('sets the limit before the key works', () => {
    const steps = difference(
      plan({
        limit: { window: 'minute', calls: 2, policy: 'local', together: false },
        requestTransformer: { ...emptyRequestTransformer, addHeaders: ['x-till:7'] },
      }),
      [],
    );
    expect(steps.map(({ entity }) => entity.label)).toEqual([
      'consumer',
      'plugin rate-limiting',
      'plugin request-transformer',
      'acl',
      'key-auth',
      'oauth2',
    ]);
  });

  it('gives old and new credentials of a rotation different ids; the first keeps its id', () => {
    const rotating = plan({ credentials: [second, first] });
    const keys = rotating.filter(({ kind }) => kind === 'key-auth');
    expect(keys.map(({ id, body }) => [id, body.key])).toEqual([
      [newNames.credentialId('key-auth', 12, 2), second.apiKey],
      [newNames.credentialId('key-auth', 12, 1), first.apiKey],
    ]);
    expect(plan().find(({ kind }) => kind === 'key-auth')?.id).toBe(keys[1]?.id);
    // The old generation ends and nothing else changes.
    const steps = difference(plan({ credentials: [second] }), rotating);
    expect(steps.map(({ kind, entity }) => `${kind} ${entity.label}`)).toEqual(['delete oauth2', 'delete key-auth']);
    expect(steps.map(({ entity }) => entity.id)).toEqual([
      newNames.credentialId('oauth2', 12, 1),
      newNames.credentialId('key-auth', 12, 1),
    ]);
  });
});
