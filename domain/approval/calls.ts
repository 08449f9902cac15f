import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import {
  approvalDecided,
  approvalDetail,
  approvalListQuery,
  approvalNow,
  approvalPage,
  approveBody,
  denyBody,
} from './schema.ts';

const one = { parameters: { id: idParameter } } as const;

export const listApprovals = call({
  method: 'get',
  path: '/api/approvals',
  query: approvalListQuery,
  response: approvalPage,
});

export const getApproval = call({ method: 'get', path: '/api/approvals/{id}', ...one, response: approvalDetail });

export const compareApproval = call({ method: 'get', path: '/api/approvals/{id}/now', ...one, response: approvalNow });

export const approve = call({
  method: 'post',
  path: '/api/approvals/{id}/approve',
  ...one,
  body: approveBody,
  response: approvalDecided,
});

export const deny = call({
  method: 'post',
  path: '/api/approvals/{id}/deny',
  ...one,
  body: denyBody,
  response: approvalDecided,
});

export const withdraw = call({
  method: 'post',
  path: '/api/approvals/{id}/withdraw',
  ...one,
  response: approvalDecided,
});
