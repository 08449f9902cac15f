import { describe, expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { issueDecider } from './decider.ts';
import type { IssueEvent } from './issue.ts';

const report = {
  issueId: 3,
  reporterId: 9,
  organizationId: 1,
  applicationId: null,
  title: 'The gallery is empty',
  description: 'Since this morning.',
  file: null,
};
const reported: IssueEvent = { type: 'IssueReported', data: report };
const closed: IssueEvent = { type: 'IssueClosed', data: { issueId: 3 } };

describe('an issue', () => {
  it('is reported once', () => {
    expect(given(issueDecider, []).when({ type: 'ReportIssue', data: report })).toEqual([reported]);
    expect(given(issueDecider, [reported]).when({ type: 'ReportIssue', data: report })).toMatchObject({
      refused: 'conflict',
      problems: [{ code: 'issue.exists' }],
    });
  });

  it('is closed, and closing it again changes nothing', () => {
    expect(given(issueDecider, [reported]).when({ type: 'CloseIssue', data: {} })).toEqual([closed]);
    expect(given(issueDecider, [reported, closed]).when({ type: 'CloseIssue', data: {} })).toEqual([]);
    expect(given(issueDecider, []).when({ type: 'CloseIssue', data: {} })).toMatchObject({ refused: 'not-found' });
  });
});
