import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import type { BusinessAreaEvent } from './business-area.ts';
import { businessAreaDecider } from './decider.ts';

const details = { name: 'Payments', description: 'Everything about money' };
const changedDetails = { name: 'Payments', description: 'Cards and invoices' };
const added: BusinessAreaEvent = { type: 'BusinessAreaAdded', data: { businessAreaId: 3, ...details } };
const changed: BusinessAreaEvent = {
  type: 'BusinessAreaChanged',
  data: { businessAreaId: 3, from: details, to: changedDetails },
};
const removed: BusinessAreaEvent = { type: 'BusinessAreaRemoved', data: { businessAreaId: 3 } };

const change = { type: 'ChangeBusinessArea', data: changedDetails } as const;
const remove = (isInUse: boolean) => ({ type: 'RemoveBusinessArea', data: { isInUse } }) as const;

describe('a business area', () => {
  it('is added once', () => {
    const add = { type: 'AddBusinessArea', data: { businessAreaId: 3, ...details } } as const;
    expect(given(businessAreaDecider, []).when(add)).toEqual([added]);
    for (const history of [[added], [added, removed]])
      expect(given(businessAreaDecider, history).when(add)).toMatchObject({
        refused: 'conflict',
        problems: [{ code: 'business-area.exists' }],
      });
  });

  it('is changed, and the same values again change nothing', () => {
    expect(given(businessAreaDecider, [added]).when(change)).toEqual([changed]);
    expect(given(businessAreaDecider, [added, changed]).when(change)).toEqual([]);
  });

  it('is removed only when nothing belongs to it', () => {
    expect(given(businessAreaDecider, [added]).when(remove(true))).toMatchObject({
      refused: 'conflict',
      problems: [{ code: 'business-area.in-use' }],
    });
    expect(given(businessAreaDecider, [added]).when(remove(false))).toEqual([removed]);
  });

  it('does not exist before it is added and after it is removed', () => {
    for (const history of [[], [added, removed]])
      for (const command of [change, remove(false)])
        expect(given(businessAreaDecider, history).when(command)).toMatchObject({ refused: 'not-found' });
  });
});
