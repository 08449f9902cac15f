import fc from 'fast-check';
import { anyOperation, nounExamples } from '#test/examples/noun-examples.ts';
import { deskCaseDecider } from './decider.ts';

const now = '2026-01-05T09:00:00.000Z';
const until = '2026-01-08T09:00:00.000Z';

export const examples = nounExamples(deskCaseDecider, {
  events: {
    DeskCaseHandedOver: { about: 'about text', to: 12, ownerOf: 12, note: 'note text' },
    DeskCaseTakenBack: { about: 'about text', from: 12, why: 'given-back' },
    DeskCauseMuted: { about: 'about text', until: 'until text', reason: 'reason text' },
    DeskCauseUnmuted: { about: 'about text' },
  },
  steps: ({ step }) => [
    step(anyOperation, 'HandOver', (id) =>
      fc.record({ about: fc.constant(String(id)), to: fc.integer({ min: 1, max: 3 }), note: fc.constant('yours') }),
    ),
    step(anyOperation, 'TakeBack', (id) =>
      fc.record({ about: fc.constant(String(id)), why: fc.constant('given-back') }),
    ),
    step(anyOperation, 'MuteCause', (id) =>
      fc.record({
        about: fc.constant(String(id)),
        until: fc.constant(until),
        reason: fc.constant('planned'),
        now: fc.constant(now),
      }),
    ),
    step(anyOperation, 'UnmuteCause', (id) => fc.record({ about: fc.constant(String(id)), now: fc.constant(now) })),
  ],
});
