import fc from 'fast-check';
import { nounExamples } from '#test/examples/noun-examples.ts';
import { idOf } from '#test/world/sample-events.ts';
import { traceDecider } from './decider.ts';

const refused = {
  organizationId: 3,
  call: 'DELETE /api/business-area/{id}',
  refused: 'forbidden',
  code: 'forbidden',
  count: 2,
} as const;

const events = {
  CommandRefused: refused,
  PersonViewed: { userId: 2, organizationId: 3, count: 1 },
  ListExported: { organizationId: 3, call: 'GET /api/users/download' },
  AuditRead: { organizationId: 3, count: 1 },
  LogVerified: { by: 'portal', events: 4711, findings: 0 },
} as const;

export const examples = nounExamples(traceDecider, {
  events,
  steps: ({ step }) => [
    step(fc.constantFrom('d', 'e', 'f', 'g', 'h', 'i').map(idOf), 'Record', () =>
      fc.constantFrom(...Object.entries(events).map(([type, data]) => ({ type, data }))),
    ),
  ],
});
