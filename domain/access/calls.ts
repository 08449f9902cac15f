import * as z from 'zod/mini';
import { call } from '../core/call.ts';
import { idParameter } from '../core/id.ts';
import { losingKeys } from '../core/losing-keys.ts';
import {
  accessDecided,
  accessDecidedMany,
  accessEndChanged,
  accessFacts,
  accessGrantListQuery,
  accessGrantPage,
  accessGrantRow,
  accessRequested,
  accessRequestFilter,
  accessRequestListQuery,
  accessRequestPage,
  accessRequestQuery,
  accessRequestRow,
  accessRevoked,
  approveAccessBody,
  approveManyAccessBody,
  changeAccessEndBody,
  denyAccessBody,
  denyManyAccessBody,
  grantsOfOrganizationQuery,
  requestAccessBody,
} from './schema.ts';

export const requestAccess = call({
  method: 'post',
  path: '/api/request-access',
  body: requestAccessBody,
  response: accessRequested,
});

export const revokeAccess = call({
  method: 'delete',
  path: '/api/api-access/{id}',
  parameters: { id: idParameter },
  response: accessRevoked,
});

export const changeAccessEnd = call({
  method: 'put',
  path: '/api/api-access/{id}/end',
  parameters: { id: idParameter },
  body: changeAccessEndBody,
  response: accessEndChanged,
});

export const getLosingKeysOfGrant = call({
  method: 'get',
  path: '/api/api-access/{id}/losing-keys',
  parameters: { id: idParameter },
  response: losingKeys,
});

export const getAccessRequest = call({
  method: 'get',
  path: '/api/request-access',
  query: accessRequestQuery,
  response: z.nullable(accessRequestRow),
});

export const getAccessFacts = call({
  method: 'get',
  path: '/api/request-access/{id}/facts',
  parameters: { id: idParameter },
  response: accessFacts,
});

export const listAccessRequests = call({
  method: 'get',
  path: '/api/request-access/all',
  query: accessRequestListQuery,
  response: accessRequestPage,
});

export const filterAccessRequests = call({
  method: 'post',
  path: '/api/request-access/filter',
  body: accessRequestFilter,
  response: accessRequestPage,
});

export const listGrantsOfOrganization = call({
  method: 'get',
  path: '/api/available-api-access/{orgId}',
  parameters: { orgId: idParameter },
  query: grantsOfOrganizationQuery,
  response: z.array(accessGrantRow),
});

export const listAccessGrants = call({
  method: 'get',
  path: '/api/all-api-access',
  query: accessGrantListQuery,
  response: accessGrantPage,
});

export const approveAccess = call({
  method: 'post',
  path: '/api/approve-api-access-request',
  body: approveAccessBody,
  response: accessDecided,
});

export const denyAccess = call({
  method: 'post',
  path: '/api/deny-api-access-request',
  body: denyAccessBody,
  response: accessDecided,
});

export const approveManyAccess = call({
  method: 'post',
  path: '/api/approve-api-access-requests',
  body: approveManyAccessBody,
  response: accessDecidedMany,
});

export const denyManyAccess = call({
  method: 'post',
  path: '/api/deny-api-access-requests',
  body: denyManyAccessBody,
  response: accessDecidedMany,
});
