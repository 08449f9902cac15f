import fc from 'fast-check';
import { anyId, nounExamples } from '#test/examples/noun-examples.ts';
import { auditExportDecider } from './decider.ts';

const about = { userId: 12, organizationId: 2 };
const asked = { ...about, format: 'jsonl', search: 'search text', person: '', address: '', thing: 'api-7' };
const manifest = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9';

export const examples = nounExamples(auditExportDecider, {
  events: {
    AuditExportBegun: {
      ...asked,
      format: 'jsonl',
      noun: 'api',
      act: 'deleted',
      doneBy: 12,
      startDate: '2026-01-01',
      asOf: '2026-01-02T03:04:05.678Z',
      environment: 'PROD',
      state: 'late',
    },
    AuditExportCompleted: { ...about, entries: 4711, manifest },
    AuditExportBrokenOff: { ...about, entries: 1000 },
  },
  steps: ({ step }) => [
    step(anyId, 'BeginExport', () => fc.constant(asked)),
    step(anyId, 'CompleteExport', () => fc.record({ entries: fc.nat(9), manifest: fc.constant(manifest) })),
    step(anyId, 'BreakExportOff', () => fc.record({ entries: fc.nat(9) })),
  ],
});
