import { describe, expect, it } from 'vitest';
import { type ConsumerTarget, planConsumer } from './plan-consumer.ts';

const plan = (changes: Partial<ConsumerTarget> = {}) =>
  planConsumer({
    consumerId: 12,
    deploymentId: 7,
    apiKey: 'demo-key-0123456789',
    oauth2: { clientId: 'demo-client', clientSecret: 'demo-secret-0123456789' },
    ...changes,
  });

describe('the plan of a key', () => {
  it('tags everything', () => {
    for (const { body } of plan())
      expect(body.tags).toEqual(['portico', 'portico-deployment-7', 'portico-consumer-12']);
  });

  it('gives a key only the credentials that the deployment asks for', () => {
    expect(plan({ oauth2: null }).map(({ kind }) => kind)).toEqual(['consumer', 'acl', 'key-auth']);
    expect(plan({ apiKey: null }).map(({ kind }) => kind)).toEqual(['consumer', 'acl', 'oauth2']);
  });
});
