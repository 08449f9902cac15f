import { expect, it } from 'vitest';
import { defaultMailChoices, mailTimeOf } from './choices.ts';
import { mailKinds } from './subject.ts';

it('what protects or ends access, and what is about the account, comes at once, whatever somebody chose', () => {
  const never = { toDecide: 'never', decided: 'never', maintained: 'never', handedOver: 'never' } as const;
  expect(mailKinds.filter((kind) => mailTimeOf(kind, never) === 'never')).toEqual([
    'request-received',
    'deletion-asked',
    'deletion-approved',
    'deletion-denied',
    'access-asked',
    'access-approved',
    'access-denied',
    'access-given',
    'access-taken',
    'approval-asked',
    'approval-given',
    'approval-denied',
    'approval-lapsed',
    'review-started',
    'review-due',
    'decision-due',
    'decision-overdue',
    'handed-over',
  ]);
});

it('the default is at once, but once a day for what one maintains', () => {
  expect(mailTimeOf('access-asked', defaultMailChoices)).toBe('at-once');
  expect(mailTimeOf('access-given', defaultMailChoices)).toBe('daily');
});
