import { describe, expect, it } from 'vitest';
import { notFound } from '../core/problem.ts';
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

  it('becomes active when it is on the gateway, also after a replay', () => {
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

  const next = { secretId: '00000000-0000-4000-8000-00000000000b', fingerprint: 'g', last4: 'efgh' };
  const rotating = '00000000-0000-4000-8000-000000000003';
  const ending = '00000000-0000-4000-8000-000000000004';
  const about = { consumerId: 5, deploymentId: 7, apiId: 3, organizationId: 2 };
  const until = '2026-05-02T12:00:00.000Z';
  const credentials = { apiKey: next, oauth2: null };
  const rotation: ConsumerEvent = {
    type: 'CredentialRotationRequested',
    data: { ...about, operationId: rotating, credentials, generation: 2, until },
  };
  const rotated: ConsumerEvent = { type: 'ConsumerApplied', data: { consumerId: 5, operationId: rotating } };
  const rotationFailed: ConsumerEvent = { type: 'ConsumerFailed', data: { consumerId: 5, operationId: rotating } };
  const end = (dueBy: string | null) => ({ type: 'EndPrevious', data: { operationId: ending, dueBy } }) as const;
  const ended = (reason: 'due' | 'early'): ConsumerEvent => ({
    type: 'PreviousCredentialsEnded',
    data: { ...about, operationId: ending, generation: 1, reason },
  });

  it('gets one successor at a time, with the next generation, once it is active', () => {
    const rotate = { type: 'RequestRotation', data: { operationId: rotating, credentials, until } } as const;
    expect(given(consumerDecider, [requested, applied]).when(rotate)).toEqual([rotation]);
    expect(given(consumerDecider, [requested]).when(rotate)).toMatchObject({
      problems: [{ code: 'consumer.not-active' }],
    });
    for (const before of [[rotation], [rotation, rotated]])
      expect(given(consumerDecider, [requested, applied, ...before]).when(rotate)).toMatchObject({
        problems: [{ code: 'consumer.rotation-under-way' }],
      });
    expect(given(consumerDecider, [requested, applied, rotation, rotationFailed]).when(rotate)).toEqual([rotation]);
  });

  it('keeps the settings that a change leaves out', () => {
    const change = (data: object) => ({ type: 'RequestChange', data: { operationId: rotating, ...data } }) as const;
    const rateLimit = { window: 'minute', calls: 6, policy: 'local' } as const;
    const [limited] = given(consumerDecider, [requested, applied]).when(change({ rateLimit })) as ConsumerEvent[];
    expect(
      given(consumerDecider, [requested, applied, limited as ConsumerEvent]).when(change({ nickname: 'Desk' })),
    ).toMatchObject([{ data: { to: { nickname: 'Desk', rateLimit } } }]);
  });

  it('loses its predecessor when the time is over or on request, not earlier', () => {
    const here = [requested, applied, rotation, rotated];
    expect(given(consumerDecider, here).when(end('2026-05-02T11:59:59.999Z'))).toEqual([]);
    expect(given(consumerDecider, here).when(end(until))).toEqual([ended('due')]);
    expect(given(consumerDecider, here).when(end(null))).toEqual([ended('early')]);
    expect(given(consumerDecider, [...here, ended('due')]).when(end(until))).toEqual([]);
    expect(given(consumerDecider, [...here, ended('due')]).when(end(null))).toMatchObject({
      problems: [{ code: 'consumer.no-rotation' }],
    });
  });

  it('keeps its predecessor until the successor is on the gateway', () => {
    for (const before of [[rotation], [rotation, rotationFailed]])
      expect(given(consumerDecider, [requested, applied, ...before]).when(end('2026-06-01T00:00:00.000Z'))).toEqual([]);
  });

  it('records the configuration before and after a change', () => {
    const settings = { nickname: 'desk', rateLimit: null, requestTransformer: null };
    const change = { type: 'RequestChange', data: { operationId: ending, ...settings } } as const;
    expect(given(consumerDecider, [requested, applied]).when(change)).toEqual([
      {
        type: 'ConsumerChangeRequested',
        data: { ...about, operationId: ending, from: { ...settings, nickname: 'till' }, to: settings },
      },
    ]);
    expect(given(consumerDecider, [requested, applied, removal]).when(change)).toEqual(notFound());
  });

  const endsAt = '2026-12-31T23:59:59.999Z';
  const [withEnd] = given(consumerDecider, []).when({
    type: 'RequestConsumer',
    data: { ...request, endsAt },
  }) as ConsumerEvent[];
  const change = (data: object) => ({ type: 'RequestChange', data: { operationId: rotating, ...data } }) as const;
  const endDue = (dueBy: string) => ({ type: 'EndDue', data: { operationId: ending, dueBy } }) as const;
  const past = '2027-01-01T00:00:00.000Z';

  it('ends by itself when its last day is over, not earlier, and once', () => {
    const here = [withEnd as ConsumerEvent, applied];
    const ended: ConsumerEvent = { type: 'ConsumerRemovalRequested', data: { ...about, operationId: ending, endsAt } };
    expect(given(consumerDecider, here).when(endDue('2026-12-31T23:59:59.998Z'))).toEqual([]);
    expect(given(consumerDecider, here).when(endDue(endsAt))).toEqual([ended]);
    // Its first operation has not come to the gateway, or failed there.
    expect(given(consumerDecider, [withEnd as ConsumerEvent]).when(endDue(past))).toEqual([ended]);
    for (const gone of [[ended], [removal], [removal, removed]])
      expect(given(consumerDecider, [...here, ...gone]).when(endDue(past))).toEqual([]);
    expect(given(consumerDecider, [requested, applied]).when(endDue(past))).toEqual([]);
    expect(given(consumerDecider, []).when(endDue(past))).toEqual([]);
  });

  it('is written without an end as the last release writes it', () => {
    expect(given(consumerDecider, []).when({ type: 'RequestConsumer', data: { ...request, endsAt: null } })).toEqual([
      requested,
    ]);
    const [changed] = given(consumerDecider, [requested, applied]).when(change({ endsAt: null })) as ConsumerEvent[];
    expect(JSON.stringify(changed)).not.toContain('endsAt');
  });

  it('keeps its end through rotations, and through changes that do not name it', () => {
    const nameless = {
      type: 'ConsumerChangeRequested',
      data: {
        ...about,
        operationId: rotating,
        from: { nickname: 'till', rateLimit: null, requestTransformer: null },
        to: { nickname: 'desk', rateLimit: null, requestTransformer: null },
      },
    } as const satisfies ConsumerEvent;
    for (const later of [[rotation, rotated], [nameless], [nameless, rotationFailed]])
      expect(given(consumerDecider, [withEnd as ConsumerEvent, applied, ...later]).when(endDue(past))).toHaveLength(1);
  });

  it('has its new end at once, whatever becomes of the change at the gateway', () => {
    const here = [withEnd as ConsumerEvent, applied];
    const [taken] = given(consumerDecider, here).when(change({ endsAt: null })) as ConsumerEvent[];
    expect(taken).toMatchObject({ data: { from: { endsAt }, to: { endsAt: null } } });
    for (const outcome of [[], [rotated], [rotationFailed]])
      expect(given(consumerDecider, [...here, taken as ConsumerEvent, ...outcome]).when(endDue(past))).toEqual([]);
  });

  it('reveals secrets by reference, and only until it is removed', () => {
    const reveal = { type: 'RevealCredentials', data: {} } as const;
    expect(given(consumerDecider, [requested, applied]).when(reveal)).toEqual([
      { type: 'CredentialRevealed', data: { consumerId: 5, secrets: [key.secretId] } },
    ]);
    expect(given(consumerDecider, [requested, applied, removal]).when(reveal)).toEqual(notFound());
    expect(given(consumerDecider, []).when(reveal)).toEqual(notFound());
  });
});
