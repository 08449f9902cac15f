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

const accessSteps = ({ step }: Steps, pairs: typeof accessPair) => ({
  ask: step(pairs, 'RequestAccess', (pair) =>
    fc.record({ requestId: idWithin(pair), ...pairOf(pair), requestedBy: anyId, reason: anyName }),
  ),
  approve: step(pairs, 'ApproveRequest', (pair) =>
    fc.record({ requestId: idWithin(pair), grantId: idWithin(pair), note: anyName }),
  ),
  deny: step(pairs, 'DenyRequest', (pair) => fc.record({ requestId: idWithin(pair), note: anyName })),
  grant: step(pairs, 'GrantAccess', (pair) => fc.record({ grantId: idWithin(pair), ...pairOf(pair) })),
  revoke: step(pairs, 'RevokeAccess', (pair) => fc.record({ grantId: idWithin(pair) })),
});

export const examples = nounExamples(accessDecider, {
  events: {
    ApiAccessRequested: { requestId: 12, apiId: 12, organizationId: 12, requestedBy: 12, reason: 'reason text' },
    ApiAccessRequestJoined: { requestId: 12, apiId: 12, organizationId: 12, requestedBy: 12, reason: 'reason text' },
    ApiAccessApproved: { requestId: 12, apiId: 12, organizationId: 12, requestedBy: 12, note: 'note text' },
    ApiAccessDenied: { requestId: 12, apiId: 12, organizationId: 12, requestedBy: 12, note: 'note text' },
    ApiAccessGranted: { grantId: 12, apiId: 12, organizationId: 12, requestId: 12 },
    ApiAccessRevoked: { grantId: 12, apiId: 12, organizationId: 12 },
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
    EventAccessApproved: { requestId: 12, eventCategoryId: 12, organizationId: 12, requestedBy: 12, note: 'note text' },
    EventAccessDenied: { requestId: 12, eventCategoryId: 12, organizationId: 12, requestedBy: 12, note: 'note text' },
    EventAccessGranted: { grantId: 12, eventCategoryId: 12, organizationId: 12, requestId: 12 },
    EventAccessRevoked: { grantId: 12, eventCategoryId: 12, organizationId: 12 },
  },
  current: ['requestId', 'grantId'],
  steps: (steps) => {
    const { ask, approve, deny, grant, revoke } = accessSteps(steps, accessPair);
    return [ask, ask, approve, deny, grant, revoke];
  },
  // Granted, taken away, and denied the next time.
  lives: (steps) => [
    {
      weight: 1,
      arbitrary: accessPair.chain((pair) => {
        const { ask, approve, deny, revoke } = accessSteps(steps, fc.constant(pair));
        return fc.tuple(ask, approve, revoke, ask, deny);
      }),
    },
  ],
});
