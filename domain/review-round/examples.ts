import fc from 'fast-check';
import { anyId, nounExamples } from '#test/examples/noun-examples.ts';
import { reviewRoundDecider } from './decider.ts';
import type { ReviewLine } from './review-round.ts';

const at = { givenAt: '2026-01-05T08:00:00.000Z', lastUsed: null } as const;
const none = { nickname: '', role: null, apiId: null, eventCategoryId: null, environment: null } as const;
const lines: readonly ReviewLine[] = [
  { line: 1, kind: 'api-access', organizationId: 2, thingId: 5, name: 'Orders', ...none, apiId: 7, ...at },
  {
    line: 2,
    kind: 'event-access',
    organizationId: 2,
    thingId: 6,
    name: 'Shipments',
    ...none,
    eventCategoryId: 4,
    ...at,
  },
  {
    ...{
      line: 3,
      kind: 'key',
      organizationId: 3,
      thingId: 8,
      name: 'Orders',
      ...none,
      nickname: 'Berth display',
      apiId: 7,
    },
    ...{ environment: 'PROD', givenAt: '2026-01-05T08:00:00.000Z', lastUsed: '2026-01-06T08:00:00.000Z' },
  },
  { line: 4, kind: 'role', organizationId: 2, thingId: 12, name: '', ...none, role: 'ROLE_COMPANY_ADMIN', ...at },
];
const started = {
  organizationId: null,
  startedBy: 9,
  startedAt: '2026-02-01T08:00:00.000Z',
  dueAt: '2026-03-01T23:59:59.999Z',
};
const decided = { reviewRoundId: 12, ofOrganization: 2, lines: [1, 4], decidedBy: 12, reason: 'reason text' };
const report = {
  madeBy: 9,
  ofOrganization: null,
  lines: 4,
  manifest: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
};

const anyLines = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 4 });

export const examples = nounExamples(reviewRoundDecider, {
  events: {
    ReviewRoundStarted: { reviewRoundId: 12, ...started, lines: 4, organizationIds: [2, 3] },
    ReviewLinesListed: { reviewRoundId: 12, lines: [...lines] },
    ReviewLinesKept: decided,
    ReviewLinesRevoked: { ...decided, lines: [2] },
    ReviewLinesEnded: { reviewRoundId: 12, lines: [3] },
    ReviewRoundDue: { reviewRoundId: 12, days: 0, dueAt: started.dueAt, organizationIds: [3], startedBy: 9 },
    ReviewRoundClosed: { reviewRoundId: 12, closedBy: 9, open: 1 },
    ReviewReportMade: { reviewRoundId: 12, ...report },
  },
  steps: ({ step }) => [
    step(anyId, 'StartReview', (reviewRoundId) =>
      fc.record({
        ...{ reviewRoundId: fc.constant(reviewRoundId), organizationId: fc.constantFrom(null, 2), startedBy: anyId },
        ...{ startedAt: fc.constant(started.startedAt), dueAt: fc.constant(started.dueAt) },
        lines: fc.subarray([...lines]),
      }),
    ),
    step(anyId, 'DecideLines', () =>
      fc.record({
        ...{ verdict: fc.constantFrom('kept', 'revoked'), lines: anyLines, decidedBy: anyId },
        reason: fc.constantFrom('', 'reason text'),
      }),
    ),
    step(anyId, 'EndLines', () => fc.record({ lines: anyLines })),
    step(anyId, 'RemindOfReview', () =>
      fc.record({
        now: fc.constantFrom('2026-02-25T08:00:00.000Z', '2026-03-01T08:00:00.000Z', '2026-03-02T08:00:00.000Z'),
      }),
    ),
    step(anyId, 'CloseReview', () => fc.record({ closedBy: anyId })),
    step(anyId, 'RecordReport', () => fc.constant(report)),
  ],
});
