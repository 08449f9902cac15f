import type { Actor } from '#domain/core/actor.ts';
import { listOwnRegistrations, listRegistrations } from '#domain/registration/calls.ts';
import {
  type RegistrationListQuery,
  type RegistrationPage,
  type RegistrationRow,
  registrationPageSize,
} from '#domain/registration/schema.ts';
import { type Csv, listRoutes } from '../http/list-routes.ts';
import { authorize, authorizeOpenly } from '../http/route.ts';
import { readRegistrations } from './registrations.ts';

const csv: Csv<RegistrationRow> = {
  name: 'registration-requests.csv',
  columns: {
    Id: ({ id }) => String(id),
    Company: ({ company }) => company,
    Role: ({ companyAdmin }) => (companyAdmin ? 'Company Admin' : 'Company User'),
    'First name': ({ firstName }) => firstName,
    'Last name': ({ lastName }) => lastName,
    Email: ({ email }) => email,
    'Phone number': ({ phoneNumber }) => phoneNumber,
    'Requested at': ({ createdAt }) => createdAt,
    Status: ({ status }) => status,
    Organization: ({ organizationName }) => organizationName,
    'Decided by': ({ decidedBy }) => decidedBy ?? '',
    'Decided at': ({ decidedAt }) => decidedAt ?? '',
    Reason: ({ reason }) => reason,
  },
};

/** What both lists have. */
const list = {
  pageSize: registrationPageSize,
  rowsOf: ({ accessRequests }: RegistrationPage) => accessRequests,
  csv,
};

/** Returns the parameters of an organization's queue: one's own unless another is named. */
const queueOf = (actor: Actor, query: RegistrationListQuery): RegistrationListQuery => {
  const orgId = query.orgId ?? actor.organizationId;
  authorize(actor, 'registration.list-own', { organizationId: orgId });
  return { ...query, orgId };
};

/** The two lists of requests for accounts (docs/product/sign-up.md). */
export const registrationQueries = [
  ...listRoutes(listRegistrations, {
    ...list,
    action: 'registration.list',
    summary: 'Requests for accounts, ten a page, newest first; with `orgId` those of one organization',
    read: async ({ services, actor, query }, size) => {
      authorizeOpenly(actor, 'registration.list');
      return await readRegistrations(services.db, query, size);
    },
  }),
  ...listRoutes(listOwnRegistrations, {
    ...list,
    action: 'registration.list-own',
    summary: "Requests for accounts of one organization's queue, ten a page, newest first",
    read: async ({ services, actor, query }, size) => await readRegistrations(services.db, queueOf(actor, query), size),
  }),
];
