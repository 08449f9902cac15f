import fc from 'fast-check';
import { anyId, anyOperation, nounExamples } from '#test/examples/noun-examples.ts';
import { driftDecider } from './decider.ts';
import { foreignStreamId } from './drift.ts';

const subject = { deploymentId: 12, apiId: 12, gatewayId: 12 };
const operationId = '0b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8';
const foreign = {
  ...subject,
  objectId: 'c5c1c2b0-93a4-4a61-8b72-0b1c2d3e4f50',
  // A kind that version 1 did not know.
  kind: 'key-auth',
  name: '',
  keyId: 12,
} as const;

const upstream = { kind: 'upstream', objectId: 'u' } as const;
const anyPlace = anyId.map((id) => foreignStreamId(id, upstream));

const about = (deploymentId: number) => ({
  deploymentId: fc.constant(deploymentId),
  apiId: anyId,
  gatewayId: fc.constant(1),
  look: fc.constantFrom('1/1', '1/2'),
});

export const examples = nounExamples(driftDecider, {
  events: {
    ProtectionLost: {
      ...subject,
      operationId,
      look: '12/12',
      objects: [{ label: 'plugin acl', found: 'missing' }],
      keys: [12],
      intactAt: '2026-11-26T08:00:00.000Z',
    },
    ProtectionPutBack: { deploymentId: 12, operationId },
    ForeignObjectFound: { ...foreign, look: '12/12' },
    ForeignObjectGone: foreign,
  },
  steps: ({ step, request }) => [
    request(anyId, 'ReportLoss', (deploymentId) =>
      fc.record({
        ...about(deploymentId),
        operationId: anyOperation,
        objects: fc.constant([{ label: 'service', found: 'missing' as const }]),
        keys: fc.array(anyId, { maxLength: 2 }),
        intactAt: fc.constant(null),
      }),
    ),
    step(anyId, 'ConfirmPutBack', () => fc.record({ operationId: anyOperation })),
    step(anyId, 'ReportForeign', (deploymentId) =>
      fc.record({
        ...about(deploymentId),
        objectId: fc.constantFrom('a', 'b'),
        kind: fc.constantFrom('route' as const, 'plugin' as const),
        name: fc.constant('theirs'),
      }),
    ),
    // Of a kind that has a stream of its own.
    step(anyPlace, 'ReportForeign', (id) =>
      fc.record({
        ...about(Number.parseInt(String(id), 10)),
        objectId: fc.constant(upstream.objectId),
        kind: fc.constant(upstream.kind),
        name: fc.constant('led.example'),
      }),
    ),
    // Of a key.
    step(anyPlace, 'ReportForeign', (id) =>
      fc.record({
        ...about(Number.parseInt(String(id), 10)),
        objectId: fc.constant('c'),
        kind: fc.constantFrom('acl' as const, 'key-auth' as const),
        name: fc.constant(''),
        keyId: anyId,
      }),
    ),
    step(anyPlace, 'WithdrawForeign', () => fc.record({ objectId: fc.constant(upstream.objectId) })),
    step(anyId, 'WithdrawForeign', () => fc.record({ objectId: fc.constantFrom('a', 'b') })),
  ],
});
