import fc from 'fast-check';
import { nounExamples } from '#test/examples/noun-examples.ts';
import { clockSteps } from './clock.ts';
import { clockDecider } from './decider.ts';

const clocked = {
  kind: 'access' as const,
  key: '12',
  since: '2026-12-01T08:00:00.000Z',
  dueAt: '2026-12-04T08:00:00.000Z',
};

export const examples = nounExamples(clockDecider, {
  events: {
    DecisionReminded: { ...clocked, step: 'half' },
    DecisionOverdue: { ...clocked, about: 'Orders', told: [{ userId: 7, as: 'portal-administrators' }] },
  },
  steps: ({ step }) => [
    step(fc.constantFrom('access-1', 'access-2'), 'ReportClock', (id) =>
      fc.record({
        kind: fc.constant('access' as const),
        key: fc.constant(String(id).replace('access-', '')),
        since: fc.constantFrom('2026-12-01T08:00:00.000Z', '2026-12-09T08:00:00.000Z'),
        dueAt: fc.constant('2026-12-12T08:00:00.000Z'),
        about: fc.constant('Orders'),
        told: fc.constant([{ userId: 7, as: 'portal-administrators' as const }]),
        step: fc.constantFrom(...clockSteps),
      }),
    ),
  ],
});
