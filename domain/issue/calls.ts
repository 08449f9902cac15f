import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { issueBody, issueChanged, issueListQuery, issuePage, issueRow } from './schema.ts';

export const reportIssue = call({
  method: 'post',
  path: '/api/user/reportIssue',
  form: { fields: issueBody, file: 'issueFile' },
  response: issueChanged,
});

export const closeIssue = call({
  method: 'post',
  path: '/api/issues/{id}/close',
  parameters: { id: idParameter },
  response: issueChanged,
});

export const listIssues = call({
  method: 'get',
  path: '/api/issues',
  query: issueListQuery,
  response: issuePage,
});

export const getIssue = call({
  method: 'get',
  path: '/api/issues/{id}',
  parameters: { id: idParameter },
  response: issueRow,
});

export const downloadIssueFile = call({
  method: 'get',
  path: '/api/issues/{id}/file',
  parameters: { id: idParameter },
});
