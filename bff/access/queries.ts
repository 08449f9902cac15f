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
import { csvFile, csvLimit } from '../http/csv.ts';
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
  route({
    method: 'get',
    path: '/api/request-access/all',
    action: 'access.list',
    summary: 'Requests for access, ten a page, newest first',
    query: accessRequestListQuery,
    response: accessRequestPage,
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'access.list');
      return await listAccessRequests(services.db, query, accessPageSize);
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
    path: '/api/request-access/download',
    limit: 'export',
    action: 'access.list',
    summary: 'The requests as CSV',
    query: accessRequestListQuery,
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'access.list');
      const { requests } = await listAccessRequests(services.db, { ...query, page: 0 }, csvLimit);
      return csvFile('access-requests.csv', [
        [
          'Id',
          'API',
          'Organization',
          'Requested by',
          'Requested at',
          'Reason',
          'Status',
          'Decided by',
          'Decided at',
          'Note',
        ],
        ...requests.map((row) => [
          String(row.id),
          row.apiName,
          row.organizationName,
          fullNameOf(row.firstname, row.lastname),
          row.createdAt,
          row.reason,
          row.status,
          row.decidedBy ?? '',
          row.decidedAt ?? '',
          row.note,
        ]),
      ]);
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
  route({
    method: 'get',
    path: '/api/all-api-access',
    action: 'access.list',
    summary: 'Every grant, ten a page, newest first',
    query: accessGrantListQuery,
    response: accessGrantPage,
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'access.list');
      return await listAccessGrants(services.db, query, accessPageSize);
    },
  }),
  route({
    method: 'get',
    path: '/api/all-api-access/download',
    limit: 'export',
    action: 'access.list',
    summary: 'The grants as CSV',
    query: accessGrantListQuery,
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'access.list');
      const { grants } = await listAccessGrants(services.db, { ...query, page: 0 }, csvLimit);
      return csvFile('access-grants.csv', [
        ['Id', 'API', 'Organization', 'Granted at', 'Granted by', 'Keys'],
        ...grants.map((row) => [
          String(row.id),
          row.apiName,
          row.organizationName,
          row.createdAt,
          row.createdBy,
          String(row.keys),
        ]),
      ]);
    },
  }),
];
