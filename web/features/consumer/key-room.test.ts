import { describe, expect, it } from 'vitest';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import { keysNearLimit } from './key-room.ts';

const keys = (count: number, changes: Partial<ConsumerRow> = {}) =>
  Array.from({ length: count }, () => ({ deploymentId: 1, state: 'active', ...changes }) as ConsumerRow);
const group = (...deployments: ConsumerRow[]) => ({ keyLimit: 10, deployments });

describe("the number of an organization's keys", () => {
  it.each([
    [7, undefined],
    [8, { keys: 8, limit: 10 }],
    [10, { keys: 10, limit: 10 }],
    [12, { keys: 12, limit: 10 }],
  ])('is told for %i keys of 10: %o', (count, told) => {
    expect(keysNearLimit(group(...keys(count)), 1)).toEqual(told);
  });

  it('counts one deployment, without keys that are being deleted', () => {
    const all = group(...keys(7), ...keys(4, { state: 'removing' }), ...keys(8, { deploymentId: 2 }));
    expect(keysNearLimit(all, 1)).toBeUndefined();
    expect(keysNearLimit(all, 2)).toEqual({ keys: 8, limit: 10 });
    expect(keysNearLimit(all, undefined)).toBeUndefined();
  });
});
