import fc from 'fast-check';
import { anyId, anyName, nounExamples } from '#test/examples/noun-examples.ts';
import { accessDecider } from './decider.ts';

/** An API and an organization, as one stream has them. */
const accessPair = fc.tuple(anyId, anyId).map(([apiId, organizationId]) => `${apiId}-${organizationId}`);
const partsOf = (pair: number | string) => String(pair).split('-').map(Number) as [number, number];
const pairOf = (pair: number | string) => {
  const [apiId, organizationId] = partsOf(pair);
  return { apiId: fc.constant(apiId), organizationId: fc.constant(organizationId) };
};
/** An id that no other pair has. */
const idWithin = (pair: number | string) => {
  const [apiId, organizationId] = partsOf(pair);
  return fc.integer({ min: 1, max: 9_999 }).map((number) => number * 100 + apiId * 10 + organizationId);
};

export const examples = nounExamples(accessDecider, {
  events: {
    ApiAccessRequested: { requestId: 12, apiId: 12, organizationId: 12, requestedBy: 12, reason: 'reason text' },
    ApiAccessRequestJoined: { requestId: 12, apiId: 12, organizationId: 12, requestedBy: 12, reason: 'reason text' },
    ApiAccessApproved: { requestId: 12, apiId: 12, organizationId: 12, requestedBy: 12, note: 'note text' },
    ApiAccessDenied: { requestId: 12, apiId: 12, organizationId: 12, requestedBy: 12, note: 'note text' },
    ApiAccessGranted: { grantId: 12, apiId: 12, organizationId: 12, requestId: 12 },
    ApiAccessRevoked: { grantId: 12, apiId: 12, organizationId: 12 },
  },
  current: ['requestId', 'grantId'],
  steps: ({ step }) => {
    const ask = step(accessPair, 'RequestAccess', (pair) =>
      fc.record({ requestId: idWithin(pair), ...pairOf(pair), requestedBy: anyId, reason: anyName }),
    );
    return [
      ask,
      ask,
      step(accessPair, 'ApproveRequest', (pair) =>
        fc.record({ requestId: idWithin(pair), grantId: idWithin(pair), note: anyName }),
      ),
      step(accessPair, 'DenyRequest', (pair) => fc.record({ requestId: idWithin(pair), note: anyName })),
      step(accessPair, 'GrantAccess', (pair) => fc.record({ grantId: idWithin(pair), ...pairOf(pair) })),
      step(accessPair, 'RevokeAccess', (pair) => fc.record({ grantId: idWithin(pair) })),
    ];
  },
});
