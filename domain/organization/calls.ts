import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { organizationForm } from './form.ts';
import {
  approverReview,
  decisionQuery,
  deletionDecided,
  deletionGrantPage,
  deletionListQuery,
  deletionPage,
  deletionRequested,
  organizationBelongings,
  organizationChange,
  organizationDetail,
  organizationListQuery,
  organizationPage,
  organizationQuery,
  organizationSaved,
  organizationSwitched,
  organizationValues,
  switchQuery,
} from './schema.ts';

export const getApprover = call({
  method: 'get',
  path: '/api/delete-organization-requests/approver',
  query: decisionQuery,
  response: approverReview,
});

export const getBelongings = call({
  method: 'get',
  path: '/api/organization/{id}/belongings',
  parameters: { id: idParameter },
  response: organizationBelongings,
});

export const listOrganizationChanges = call({
  method: 'get',
  path: '/api/organization/{id}/history',
  parameters: { id: idParameter },
  response: z.array(organizationChange),
});

export const saveOrganization = call({
  method: 'post',
  path: '/api/organization/edit-organization',
  body: organizationForm(),
  response: organizationSaved,
});

export const switchOrganization = call({
  method: 'post',
  path: '/api/organization/deactivate-organization',
  query: switchQuery,
  response: organizationSwitched,
});

export const requestDeletion = call({
  method: 'post',
  path: '/api/organization/delete-organization',
  query: organizationQuery,
  response: deletionRequested,
});

export const checkOrganizationKeys = call({
  method: 'get',
  path: '/api/organization/check-organization-consumers',
  query: organizationQuery,
  response: z.boolean(),
});

export const listOrganizations = call({
  method: 'get',
  path: '/api/organizations',
  query: organizationListQuery,
  response: organizationPage,
});

export const getOrganizationForm = call({
  method: 'get',
  path: '/api/organization/edit-organization',
  query: organizationQuery,
  response: organizationValues,
});

export const getOrganization = call({
  method: 'get',
  path: '/api/organization/{id}',
  parameters: { id: idParameter },
  response: organizationDetail,
});

export const approveDeletion = call({
  method: 'post',
  path: '/api/organization/approve-delete-organization',
  query: decisionQuery,
  response: deletionDecided,
});

export const denyDeletion = call({
  method: 'post',
  path: '/api/organization/deny-delete-organization',
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
