import fc from 'fast-check';
import { nounExamples } from '#test/examples/noun-examples.ts';
import { certificateEndDecider } from './decider.ts';

export const examples = nounExamples(certificateEndDecider, {
  events: {
    CertificatesEnding: {
      gatewayId: 12,
      certificates: [
        {
          objectId: '4b1c2d3e-4f50-4a61-8b72-93a4b5c6d7e8',
          name: 'shop.example',
          expiresAt: '2026-12-31T00:00:00.000Z',
          days: 7,
        },
      ],
    },
  },
  steps: ({ step }) => [
    step(fc.constant(1), 'ReportCertificates', () =>
      fc.record({
        gatewayId: fc.constant(1),
        now: fc.constantFrom('2026-12-01T00:00:00.000Z', '2026-12-24T00:00:00.000Z', '2026-12-30T00:00:00.000Z'),
        certificates: fc.array(
          fc.record({
            objectId: fc.constantFrom('a', 'b'),
            name: fc.constant('shop.example'),
            expiresAt: fc.constantFrom('2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'),
          }),
          { maxLength: 3 },
        ),
      }),
    ),
  ],
});
