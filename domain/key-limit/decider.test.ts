import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { keyLimitDecider } from './decider.ts';
import type { KeyLimitEvent } from './key-limit.ts';

const subject = {
  operationId: '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
  deploymentId: 4,
  apiId: 3,
  organizationId: 2,
};
const tight = { window: 'minute', calls: 1, policy: 'local' } as const;
const wide = { window: 'day', calls: 9_000, policy: 'local' } as const;
const changed = (from: KeyLimitEvent['data']['from'], to: KeyLimitEvent['data']['to']): KeyLimitEvent => ({
  type: 'KeyLimitChangeRequested',
  data: { ...subject, from, to },
});

describe("the limit of an organization's keys on a deployment", () => {
  it('is set, changed and removed, each with what it was', () => {
    const ask = (rateLimit: KeyLimitEvent['data']['to']) =>
      ({ type: 'RequestLimit', data: { ...subject, rateLimit } }) as const;
    const set = changed(null, tight);
    const widened = changed(tight, wide);
    expect(given(keyLimitDecider, []).when(ask(tight))).toEqual([set]);
    expect(given(keyLimitDecider, [set]).when(ask(wide))).toEqual([widened]);
    expect(given(keyLimitDecider, [set, widened]).when(ask(null))).toEqual([changed(wide, null)]);
  });
});
