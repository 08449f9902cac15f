import * as z from 'zod/mini';
import {
  accessGrantListQuery,
  accessGrantPage,
  accessGrantRow,
  accessPageSize,
  accessRequestFilter,
  accessRequestListQuery,
  accessRequestPage,
  accessRequestQuery,
  accessRequestRow,
} from '#domain/access/schema.ts';
import { idParameter } from '#domain/core/id.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import { findApi } from '../api/api-row.ts';
import { listRoutes } from '../http/list-routes.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import { listAccessGrants, listGrantsOf } from './access-grants.ts';
import { findLastRequest, listAccessRequests } from './access-requests.ts';

/** Access requests and grants (docs/product/keys-and-access.md). */
export const accessQueries = [
  route({
    method: 'get',
    path: '/api/request-access',
    action: 'access.read',
    summary: 'What an organization asked last of an API; null when it never did',
    query: accessRequestQuery,
    response: z.nullable(accessRequestRow),
    handle: async ({ services, actor, query: { apiId, orgId } }) => {
      authorize(actor, 'access.read', { organizationId: orgId });
      if (!(await findApi(services.db, apiId))) throw new RefusedError(notFound());
      return (await findLastRequest(services.db, apiId, orgId)) ?? null;
    },
  }),
  ...listRoutes({
    path: '/api/request-access/all',
    action: 'access.list',
    summary: 'Requests for access, ten a page, newest first',
    query: accessRequestListQuery,
    response: accessRequestPage,
    pageSize: accessPageSize,
    read: async ({ services, actor, query }, size) => {
      authorizeOpenly(actor, 'access.list');
      return await listAccessRequests(services.db, query, size);
    },
    rowsOf: ({ requests }) => requests,
    csv: {
      name: 'access-requests.csv',
      columns: {
        Id: ({ id }) => String(id),
        API: ({ apiName }) => apiName,
        Organization: ({ organizationName }) => organizationName,
        'Requested by': ({ firstname, lastname }) => fullNameOf(firstname, lastname),
        'Requested at': ({ createdAt }) => createdAt,
        Reason: ({ reason }) => reason,
        Status: ({ status }) => status,
        'Decided by': ({ decidedBy }) => decidedBy ?? '',
        'Decided at': ({ decidedAt }) => decidedAt ?? '',
        Note: ({ note }) => note,
      },
    },
  }),
  route({
    method: 'post',
    path: '/api/request-access/filter',
    action: 'access.list',
    summary: 'The same list, by API, organization, status and words',
    body: accessRequestFilter,
    response: accessRequestPage,
    handle: async ({ services, actor, body }) => {
      authorizeOpenly(actor, 'access.list');
      return await listAccessRequests(services.db, body, accessPageSize);
    },
  }),
  route({
    method: 'get',
    path: '/api/available-api-access/{orgId}',
    action: 'access.read',
    summary: 'Which APIs an organization was given access to',
    parameters: z.object({ orgId: idParameter }),
    response: z.array(accessGrantRow),
    handle: async ({ services, actor, parameters: { orgId } }) => {
      authorize(actor, 'access.read', { organizationId: orgId });
      return await listGrantsOf(services.db, orgId);
    },
  }),
  ...listRoutes({
    path: '/api/all-api-access',
    action: 'access.list',
    summary: 'Every grant, ten a page, newest first',
    query: accessGrantListQuery,
    response: accessGrantPage,
    pageSize: accessPageSize,
    read: async ({ services, actor, query }, size) => {
      authorizeOpenly(actor, 'access.list');
      return await listAccessGrants(services.db, query, size);
    },
    rowsOf: ({ grants }) => grants,
    csv: {
      name: 'access-grants.csv',
      columns: {
        Id: ({ id }) => String(id),
        API: ({ apiName }) => apiName,
        Organization: ({ organizationName }) => organizationName,
        'Granted at': ({ createdAt }) => createdAt,
        'Granted by': ({ createdBy }) => createdBy,
        Keys: ({ keys }) => String(keys),
      },
    },
  }),
];
