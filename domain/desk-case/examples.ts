import fc from 'fast-check';
import { nounExamples } from '#test/examples/noun-examples.ts';
import { deskCaseDecider } from './decider.ts';

const now = '2026-01-05T09:00:00.000Z';
const until = '2026-01-08T09:00:00.000Z';

/** Ids are made of what a case is about (`bff/desk-case/case-id.ts`). */
const anyCase = fc.constantFrom('2b1c2d3e-4f50-5a61-8b72-93a4b5c6d7e8', '3b1c2d3e-4f50-5a61-8b72-93a4b5c6d7e8');

export const examples = nounExamples(deskCaseDecider, {
  events: {
    DeskCaseHandedOver: { about: 'about text', to: 12, ownerOf: 12, note: 'note text' },
    DeskCaseTakenBack: { about: 'about text', from: 12, why: 'given-back' },
    DeskCauseMuted: { about: 'about text', until: 'until text', reason: 'reason text' },
    DeskCauseUnmuted: { about: 'about text' },
  },
  steps: ({ step }) => [
    step(anyCase, 'HandOver', (id) =>
      fc.record({ about: fc.constant(String(id)), to: fc.integer({ min: 1, max: 3 }), note: fc.constant('yours') }),
    ),
    step(anyCase, 'TakeBack', (id) => fc.record({ about: fc.constant(String(id)), why: fc.constant('given-back') })),
    step(anyCase, 'MuteCause', (id) =>
      fc.record({
        about: fc.constant(String(id)),
        until: fc.constant(until),
        reason: fc.constant('planned'),
        now: fc.constant(now),
      }),
    ),
    step(anyCase, 'UnmuteCause', (id) => fc.record({ about: fc.constant(String(id)), now: fc.constant(now) })),
  ],
});
