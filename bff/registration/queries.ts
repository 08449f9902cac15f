import type { Actor } from '#domain/core/actor.ts';
import {
  type RegistrationListQuery,
  registrationListQuery,
  registrationPage,
  registrationPageSize,
} from '#domain/registration/schema.ts';
import { csvFile, csvLimit } from '../http/csv.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { listRegistrations } from './registrations.ts';

const header = [
  'Id',
  'Company',
  'Role',
  'First name',
  'Last name',
  'Email',
  'Phone number',
  'Requested at',
  'Status',
  'Organization',
  'Decided by',
  'Decided at',
  'Reason',
];

/** Returns all requests of a list as a table for a spreadsheet. */
const csvOf = async ({ db }: Services, query: RegistrationListQuery): Promise<Response> => {
  const { accessRequests } = await listRegistrations(db, { ...query, page: 0 }, csvLimit);
  return csvFile('registration-requests.csv', [
    header,
    ...accessRequests.map((row) => [
      String(row.id),
      row.company,
      row.companyAdmin ? 'Company Admin' : 'Company User',
      row.firstName,
      row.lastName,
      row.email,
      row.phoneNumber,
      row.createdAt,
      row.status,
      row.organizationName,
      row.decidedBy ?? '',
      row.decidedAt ?? '',
      row.reason,
    ]),
  ]);
};

/** Returns the parameters of an organization's queue: one's own unless another is named. */
const queueOf = (actor: Actor, query: RegistrationListQuery): RegistrationListQuery => {
  const orgId = query.orgId ?? actor.organizationId;
  authorize(actor, 'registration.list-own', { organizationId: orgId });
  return { ...query, orgId };
};

/** The two lists of requests for accounts (docs/product/sign-up.md). */
export const registrationQueries = [
  route({
    method: 'get',
    path: '/api/pending-requests',
    action: 'registration.list',
    summary: 'Requests for accounts, ten a page, newest first; with `orgId` those of one organization',
    query: registrationListQuery,
    response: registrationPage,
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'registration.list');
      return await listRegistrations(services.db, query, registrationPageSize);
    },
  }),
  route({
    method: 'get',
    path: '/api/pending-requests/download',
    limit: 'export',
    action: 'registration.list',
    summary: 'The requests for accounts as CSV',
    query: registrationListQuery,
    handle: async ({ services, actor, query }) => {
      authorizeOpenly(actor, 'registration.list');
      return await csvOf(services, query);
    },
  }),
  route({
    method: 'get',
    path: '/api/organization-pending-requests',
    action: 'registration.list-own',
    summary: "Requests for accounts of one organization's queue, ten a page, newest first",
    query: registrationListQuery,
    response: registrationPage,
    handle: async ({ services, actor, query }) =>
      await listRegistrations(services.db, queueOf(actor, query), registrationPageSize),
  }),
  route({
    method: 'get',
    path: '/api/organization-pending-requests/download',
    limit: 'export',
    action: 'registration.list-own',
    summary: "The requests of one organization's queue as CSV",
    query: registrationListQuery,
    handle: async ({ services, actor, query }) => await csvOf(services, queueOf(actor, query)),
  }),
];
