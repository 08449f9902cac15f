import { describe, expect, it } from 'vitest';
import { missing } from '../core/problem.ts';
import { given } from '../core/specification.ts';
import type { ConsumerEvent } from './consumer.ts';
import { consumerDecider } from './decider.ts';

const adding = '00000000-0000-4000-8000-000000000001';
const removing = '00000000-0000-4000-8000-000000000002';
const key = { secretId: '00000000-0000-4000-8000-00000000000a', fingerprint: 'f', last4: 'abcd' };
const request = {
  consumerId: 5,
  operationId: adding,
  deploymentId: 7,
  apiId: 3,
  organizationId: 2,
  nickname: 'till',
  rateLimit: null,
  requestTransformer: null,
  credentials: { apiKey: key, oauth2: null },
  grantId: null,
};
const requested: ConsumerEvent = { type: 'ConsumerRequested', data: request };
const applied: ConsumerEvent = { type: 'ConsumerApplied', data: { consumerId: 5, operationId: adding } };
const removal: ConsumerEvent = {
  type: 'ConsumerRemovalRequested',
  data: { consumerId: 5, operationId: removing, deploymentId: 7, apiId: 3, organizationId: 2 },
};
const removed: ConsumerEvent = { type: 'ConsumerRemoved', data: { consumerId: 5, operationId: removing } };

describe('a consumer', () => {
  it('is requested once', () => {
    expect(given(consumerDecider, []).when({ type: 'RequestConsumer', data: request })).toEqual([requested]);
    expect(given(consumerDecider, [requested]).when({ type: 'RequestConsumer', data: request })).toMatchObject({
      refused: 'conflict',
    });
  });

  it('becomes active when the gateway has it, also when a failed request is replayed', () => {
    const confirm = { type: 'ConfirmConsumer', data: { operationId: adding } } as const;
    const failed: ConsumerEvent = { type: 'ConsumerFailed', data: { consumerId: 5, operationId: adding } };
    expect(given(consumerDecider, [requested]).when(confirm)).toEqual([applied]);
    expect(given(consumerDecider, [requested, failed]).when(confirm)).toEqual([applied]);
    expect(given(consumerDecider, [requested, applied]).when(confirm)).toEqual([]);
  });

  it('is never confirmed once its removal was requested (C4)', () => {
    expect(
      given(consumerDecider, [requested, removal]).when({ type: 'ConfirmConsumer', data: { operationId: adding } }),
    ).toEqual([]);
    expect(
      given(consumerDecider, [requested, applied, removal]).when({
        type: 'ConfirmRemoval',
        data: { operationId: removing },
      }),
    ).toEqual([removed]);
  });

  it('reveals by reference, and only while it is there', () => {
    const reveal = { type: 'RevealCredentials', data: {} } as const;
    expect(given(consumerDecider, [requested, applied]).when(reveal)).toEqual([
      { type: 'CredentialRevealed', data: { consumerId: 5, secrets: [key.secretId] } },
    ]);
    expect(given(consumerDecider, [requested, applied, removal]).when(reveal)).toEqual(missing());
    expect(given(consumerDecider, []).when(reveal)).toEqual(missing());
  });
});
