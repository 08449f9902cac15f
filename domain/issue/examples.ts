import fc from 'fast-check';
import { anyId, anyName, nounExamples } from '#test/examples/noun-examples.ts';
import { issueFile } from '#test/world/sample-events.ts';
import { issueDecider } from './decider.ts';

export const examples = nounExamples(issueDecider, {
  events: {
    IssueReported: {
      issueId: 12,
      reporterId: 12,
      organizationId: 12,
      applicationId: 12,
      title: 'title text',
      description: 'description text',
      file: { hash: '0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a', type: 'image/png', size: 12 },
    },
    IssueClosed: { issueId: 12 },
  },
  steps: ({ step }) => [
    step(anyId, 'ReportIssue', (issueId) =>
      fc.record({
        issueId: fc.constant(issueId),
        reporterId: anyId,
        organizationId: anyId,
        applicationId: fc.option(anyId),
        title: anyName,
        description: anyName,
        file: fc.constantFrom(null, issueFile('screenshot')),
      }),
    ),
    step(anyId, 'CloseIssue'),
  ],
});
