import {
  filterAccessRequests,
  getAccessFacts,
  getAccessRequest,
  getLosingKeysOfGrant,
  listAccessGrants,
  listAccessRequests,
  listGrantsOfOrganization,
} from '#domain/access/calls.ts';
import { type AccessType, accessPageSize } from '#domain/access/schema.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import { findApi } from '../api/shared/row.ts';
import { isEventCategory } from '../event-category/shared/enter-event-category.ts';
import { listRoutes } from '../http/list-routes.ts';
import { authorize, route } from '../http/route.ts';
import { ofGrant, readLosingKeys } from '../sql/losing-keys.ts';
import { findAccessFacts } from './access-facts.ts';
import { findGrant, listGrantsOf, readAccessGrants } from './access-grants.ts';
import { findLastRequest, readAccessRequests } from './access-requests.ts';
import { appsOf, authorizeSome } from './who-decides.ts';
import { pairOf } from './wire.ts';

/** How files name a type. */
const typeNames = { api: 'API', event: 'Event category' } as const satisfies Record<AccessType, string>;

/** Access requests and grants (docs/product/keys-and-access.md). */
export const accessQueries = [
  route(getAccessRequest, {
    action: 'access.read',
    summary: 'What an organization asked last of an API or event category; null when it never did',
    handle: async ({ services: { db }, actor, query: { type, apiId, orgId } }) => {
      authorize(actor, 'access.read', { organizationId: orgId });
      const isThere = type === 'event' ? await isEventCategory(db, apiId) : (await findApi(db, apiId)) !== undefined;
      if (!isThere) throw new RefusedError(notFound());
      return (await findLastRequest(db, pairOf({ type, productId: apiId, organizationId: orgId }))) ?? null;
    },
  }),
  route(getAccessFacts, {
    action: 'access.list',
    summary: 'What a decision on a request for access rests on',
    handle: async ({ services, actor, parameters: { id } }) => {
      const apps = appsOf(actor, 'access.list');
      const facts = await findAccessFacts(services.db, id, actor.userId, apps);
      if (!facts) throw new RefusedError(notFound());
      return facts;
    },
  }),
  route(getLosingKeysOfGrant, {
    action: 'access.revoke',
    summary: 'How many keys stop when a grant is revoked, and how much they called in the last 30 days',
    handle: async ({ services, actor, parameters: { id } }) => {
      authorizeSome(actor, 'access.revoke');
      const grant = await findGrant(services.db, id);
      if (!grant || !may(actor, 'access.revoke', grant.resource)) throw new RefusedError(notFound());
      return await readLosingKeys(services, ofGrant(pairOf(grant)));
    },
  }),
  ...listRoutes(listAccessRequests, {
    action: 'access.list',
    summary: 'Requests for access, ten a page, newest first',
    pageSize: accessPageSize,
    read: async ({ services, actor, query }, size) => {
      return await readAccessRequests(services.db, query, size, appsOf(actor, 'access.list'));
    },
    rowsOf: ({ requests }) => requests,
    csv: {
      name: 'access-requests.csv',
      columns: {
        Id: ({ id }) => String(id),
        Type: ({ type }) => typeNames[type],
        'API or event category': ({ apiName }) => apiName,
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
  route(filterAccessRequests, {
    isRead: true,
    action: 'access.list',
    summary: 'The same list, by API or event category, organization, status and words',
    handle: async ({ services, actor, body }) => {
      return await readAccessRequests(services.db, body, accessPageSize, appsOf(actor, 'access.list'));
    },
  }),
  route(listGrantsOfOrganization, {
    action: 'access.read',
    summary: 'Which APIs and event categories an organization was given access to',
    handle: async ({ services, actor, parameters: { orgId }, query: { type } }) => {
      authorize(actor, 'access.read', { organizationId: orgId });
      return await listGrantsOf(services.db, orgId, type);
    },
  }),
  ...listRoutes(listAccessGrants, {
    action: 'access.list',
    summary: 'Every grant, ten a page, newest first',
    pageSize: accessPageSize,
    read: async ({ services, actor, query }, size) => {
      return await readAccessGrants(services.db, query, size, services.now(), appsOf(actor, 'access.list'));
    },
    rowsOf: ({ grants }) => grants,
    csv: {
      name: 'access-grants.csv',
      columns: {
        Id: ({ id }) => String(id),
        Type: ({ type }) => typeNames[type],
        'API or event category': ({ apiName }) => apiName,
        Organization: ({ organizationName }) => organizationName,
        'Granted at': ({ createdAt }) => createdAt,
        'Granted by': ({ createdBy }) => createdBy,
        'Last day': ({ endsOn }) => endsOn ?? '',
        Keys: ({ keys }) => String(keys),
        'Last used': ({ lastUsed }) => lastUsed ?? '',
      },
    },
  }),
];
