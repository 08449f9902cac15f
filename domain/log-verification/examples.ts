import fc from 'fast-check';
import { anyId, nounExamples } from '#test/examples/noun-examples.ts';
import { logVerificationDecider } from './decider.ts';

export const examples = nounExamples(logVerificationDecider, {
  events: {
    LogVerificationRequested: { userId: 12 },
    LogVerificationCompleted: { events: 4711, findings: 1, first: 'api-7 2' },
    LogVerificationBrokenOff: { events: 1000 },
  },
  steps: ({ step }) => [
    step(anyId, 'RequestVerification', () => fc.record({ userId: anyId })),
    step(anyId, 'CompleteVerification', () => fc.record({ events: fc.nat(9), findings: fc.constant(0) })),
    step(anyId, 'BreakVerificationOff', () => fc.record({ events: fc.nat(9) })),
  ],
});
