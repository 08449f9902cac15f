import fc from 'fast-check';
import { anyId, anyName, nounExamples, type Steps } from '#test/examples/noun-examples.ts';
import { accessIdOf, eventAccessIdOf } from './access.ts';
import { accessDecider } from './decider.ts';

/** An API or an event category and an organization, as one stream has them. */
const accessPair = fc
  .tuple(anyId, anyId, fc.boolean())
  .map(([id, organizationId, isApi]) => (isApi ? accessIdOf : eventAccessIdOf)(id, organizationId));
const partsOf = (pair: number | string) => String(pair).split('-') as [string, string, string?];
const pairOf = (pair: number | string) => {
  const [id, organizationId, kind] = partsOf(pair);
  return {
    [kind ? 'eventCategoryId' : 'apiId']: fc.constant(Number(id)),
    organizationId: fc.constant(Number(organizationId)),
  };
};
/** An id that no other pair has. */
const idWithin = (pair: number | string) => {
  const [id, organizationId, kind] = partsOf(pair);
  return fc
    .integer({ min: 1, max: 9_999 })
    .map((number) => number * 1_000 + (kind ? 100 : 0) + Number(id) * 10 + Number(organizationId));
};

const anyEnd = fc.constantFrom('2026-12-01T23:59:59.999Z', '2026-12-03T23:59:59.999Z', '2026-12-12T23:59:59.999Z');

const accessSteps = ({ step }: Steps, pairs: typeof accessPair) => ({
  ask: step(pairs, 'RequestAccess', (pair) =>
    fc.record({ requestId: idWithin(pair), ...pairOf(pair), requestedBy: anyId, reason: anyName }),
  ),
  approve: step(pairs, 'ApproveRequest', (pair) =>
    fc.record({ requestId: idWithin(pair), grantId: idWithin(pair), note: anyName }),
  ),
  deny: step(pairs, 'DenyRequest', (pair) => fc.record({ requestId: idWithin(pair), note: anyName })),
  grant: step(pairs, 'GrantAccess', (pair) =>
    fc.record({
      grantId: idWithin(pair),
      ...pairOf(pair),
      decidedBy: fc.record({ userId: anyId, organizationId: anyId }),
    }),
  ),
  approveUntil: step(pairs, 'ApproveRequest', (pair) =>
    fc.record({ requestId: idWithin(pair), grantId: idWithin(pair), note: anyName, endsAt: anyEnd }),
  ),
  changeEnd: step(pairs, 'ChangeEnd', (pair) =>
    fc.record({ grantId: idWithin(pair), seen: fc.option(anyEnd), endsAt: fc.option(anyEnd), decidedBy: anyId }),
  ),
  warn: step(pairs, 'ReportEnding', (pair) => fc.record({ grantId: idWithin(pair), now: anyEnd })),
  end: step(pairs, 'EndAccess', (pair) => fc.record({ grantId: idWithin(pair), dueBy: anyEnd })),
  revoke: step(pairs, 'RevokeAccess', (pair) => fc.record({ grantId: idWithin(pair) })),
});

export const examples = nounExamples(accessDecider, {
  events: {
    ApiAccessRequested: { requestId: 12, apiId: 12, organizationId: 12, requestedBy: 12, reason: 'reason text' },
    ApiAccessRequestJoined: { requestId: 12, apiId: 12, organizationId: 12, requestedBy: 12, reason: 'reason text' },
    ApiAccessApproved: {
      requestId: 12,
      apiId: 12,
      organizationId: 12,
      requestedBy: 12,
      note: 'note text',
      endsAt: '2026-12-31T23:59:59.999Z',
    },
    ApiAccessDenied: { requestId: 12, apiId: 12, organizationId: 12, requestedBy: 12, note: 'note text' },
    ApiAccessGranted: {
      grantId: 12,
      apiId: 12,
      organizationId: 12,
      requestId: 12,
      endsAt: '2026-12-31T23:59:59.999Z',
      ownOf: 12,
    },
    ApiAccessEndChanged: {
      grantId: 12,
      apiId: 12,
      organizationId: 12,
      from: null,
      to: '2026-12-31T23:59:59.999Z',
    },
    ApiAccessEnding: { grantId: 12, apiId: 12, organizationId: 12, endsAt: '2026-12-31T23:59:59.999Z', days: 14 },
    ApiAccessRevoked: { grantId: 12, apiId: 12, organizationId: 12, endsAt: '2026-12-31T23:59:59.999Z' },
    EventAccessRequested: {
      requestId: 12,
      eventCategoryId: 12,
      organizationId: 12,
      requestedBy: 12,
      reason: 'reason text',
    },
    EventAccessRequestJoined: {
      requestId: 12,
      eventCategoryId: 12,
      organizationId: 12,
      requestedBy: 12,
      reason: 'reason text',
    },
    EventAccessApproved: {
      requestId: 12,
      eventCategoryId: 12,
      organizationId: 12,
      requestedBy: 12,
      note: 'note text',
      endsAt: '2026-12-31T23:59:59.999Z',
    },
    EventAccessDenied: { requestId: 12, eventCategoryId: 12, organizationId: 12, requestedBy: 12, note: 'note text' },
    EventAccessGranted: {
      grantId: 12,
      eventCategoryId: 12,
      organizationId: 12,
      requestId: 12,
      endsAt: '2026-12-31T23:59:59.999Z',
      ownOf: 12,
    },
    EventAccessEndChanged: {
      grantId: 12,
      eventCategoryId: 12,
      organizationId: 12,
      from: null,
      to: '2026-12-31T23:59:59.999Z',
    },
    EventAccessEnding: {
      grantId: 12,
      eventCategoryId: 12,
      organizationId: 12,
      endsAt: '2026-12-31T23:59:59.999Z',
      days: 3,
    },
    EventAccessRevoked: { grantId: 12, eventCategoryId: 12, organizationId: 12, endsAt: '2026-12-31T23:59:59.999Z' },
  },
  current: ['requestId', 'grantId'],
  steps: (steps) => {
    const { ask, approve, deny, grant, revoke, changeEnd, warn, end } = accessSteps(steps, accessPair);
    return [ask, ask, approve, deny, grant, revoke, changeEnd, warn, end];
  },
  lives: (steps) => [
    // Granted with an end, of which people are told, and which comes.
    {
      weight: 1,
      arbitrary: accessPair.chain((pair) => {
        const { ask, approveUntil, warn, changeEnd, end } = accessSteps(steps, fc.constant(pair));
        return fc.tuple(ask, approveUntil, warn, changeEnd, warn, end);
      }),
    },
    // Granted, taken away, and denied the next time.
    {
      weight: 1,
      arbitrary: accessPair.chain((pair) => {
        const { ask, approve, deny, revoke } = accessSteps(steps, fc.constant(pair));
        return fc.tuple(ask, approve, revoke, ask, deny);
      }),
    },
  ],
});
