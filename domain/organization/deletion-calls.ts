import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import {
  approvalQuery,
  approverReview,
  decisionQuery,
  deletionDecided,
  deletionGrantPage,
  deletionListQuery,
  deletionPage,
  deletionQuery,
  deletionRequested,
  deletionsDenied,
  denialsBody,
  organizationQuery,
} from './schema.ts';

export const getApprover = call({
  method: 'get',
  path: '/api/delete-organization-requests/approver',
  query: decisionQuery,
  response: approverReview,
});

export const requestDeletion = call({
  method: 'post',
  path: '/api/organization/delete-organization',
  query: deletionQuery,
  response: deletionRequested,
});

export const checkOrganizationKeys = call({
  method: 'get',
  path: '/api/organization/check-organization-consumers',
  query: organizationQuery,
  response: z.boolean(),
});

export const approveDeletion = call({
  method: 'post',
  path: '/api/organization/approve-delete-organization',
  query: approvalQuery,
  response: deletionDecided,
});

export const denyDeletion = call({
  method: 'post',
  path: '/api/organization/deny-delete-organization',
  query: decisionQuery,
  response: deletionDecided,
});

/** Denies many. One that is refused does not stop the others. */
export const denyDeletions = call({
  method: 'post',
  path: '/api/delete-organization-requests/denials',
  body: denialsBody,
  response: deletionsDenied,
});

export const withdrawDeletion = call({
  method: 'post',
  path: '/api/organization/withdraw-delete-organization',
  query: decisionQuery,
  response: deletionDecided,
});

export const listDeletionRequests = call({
  method: 'get',
  path: '/api/delete-organization-requests',
  query: deletionListQuery,
  response: deletionPage,
});

export const listDecidedDeletions = call({
  method: 'get',
  path: '/api/grant-organization-requests',
  query: deletionListQuery,
  response: deletionGrantPage,
});
