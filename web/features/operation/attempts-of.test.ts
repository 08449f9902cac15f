import { expect, it } from 'vitest';
import type { Moment } from '#domain/operation/desk.ts';
import { sectionsOf } from './attempts-of.ts';

const moment = (type: Moment['type'], attempt = 0): Moment => ({
  ...{ at: '2026-11-28T14:00:00.000Z', type, attempt, step: null, target: null, result: null, problems: [] },
  ...{ failureClass: null, nextAttemptAt: null, changes: null, by: null, reason: null },
});

it('puts what belongs to one attempt together, and what people did between attempts', () => {
  const moments = [
    moment('requested'),
    ...[moment('started', 1), moment('step', 1), moment('failed', 1)],
    moment('replayed'),
    ...[moment('started', 2), moment('completed', 2)],
  ];
  expect(
    sectionsOf(moments).map((section) =>
      section.type === 'act' ? section.moment.type : [section.number, section.moments.length],
    ),
  ).toEqual(['requested', [1, 3], 'replayed', [2, 2]]);
  // The beginning of a long wait is left out.
  expect(sectionsOf([moment('requested'), moment('delayed', 7)])).toHaveLength(2);
});
