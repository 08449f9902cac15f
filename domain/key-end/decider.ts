import { warningDays } from '../access/grant-end.ts';
import type { Decider } from '../core/decider.ts';
import { dueWarning } from '../core/due-warning.ts';
import type { KeyEnd, KeyEndCommand, KeyEndEvent } from './key-end.ts';

/** Tells of the end of a key 14 and 3 days before, once each; of another end anew. The stream has the key's id. */
export const keyEndDecider: Decider<KeyEnd, KeyEndCommand, KeyEndEvent> = {
  noun: 'key-end',
  initialState: { told: null },
  decide: ({ data: { now, ...key } }, { told }) => {
    const days = dueWarning(warningDays, key.endsAt, now);
    const isTold = days !== undefined && told?.endsAt === key.endsAt && told.days <= days;
    return days === undefined || isTold ? [] : [{ type: 'KeyEnding', data: { ...key, days } }];
  },
  evolve: (_state, { data: { endsAt, days } }) => ({ told: { endsAt, days } }),
};
