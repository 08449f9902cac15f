import type { Decider, Decision } from '../core/decider.ts';
import { notFound, refuse } from '../core/problem.ts';
import type { Issue, IssueCommand, IssueEvent } from './issue.ts';

const decide = (command: IssueCommand, state: Issue): Decision<IssueEvent> => {
  if (command.type === 'ReportIssue') {
    return state.status === 'none'
      ? [{ type: 'IssueReported', data: command.data }]
      : refuse('conflict', { code: 'issue.exists' });
  }
  if (state.status === 'none') return notFound();
  return state.status === 'closed' ? [] : [{ type: 'IssueClosed', data: { issueId: state.issueId } }];
};

const evolve = (state: Issue, event: IssueEvent): Issue => {
  if (event.type === 'IssueReported') return { status: 'open', issueId: event.data.issueId };
  return state.status === 'none' ? state : { ...state, status: 'closed' };
};

export const issueDecider: Decider<Issue, IssueCommand, IssueEvent> = {
  noun: 'issue',
  initialState: { status: 'none' },
  decide,
  evolve,
};
