import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  type ApproveRegistrationBody,
  approveRegistrationBody,
  type DenyRegistrationBody,
  type DenyRegistrationsBody,
  denyRegistrationBody,
  type RegistrationListQuery,
  registrationApproved,
  registrationDenied,
  registrationListQuery,
  registrationPage,
  registrationsDenied,
  registrationTextLimit,
} from '#domain/registration/schema.ts';
import { command, get } from '../../../api/old-client.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';

const registrationsKey = ['registrations'] as const;

/** `all`: the requests of everybody, for portal administrators. `own`: the queue of the user's organization. */
export type Scope = 'all' | 'own';

const paths = {
  all: {
    list: '/api/pending-requests',
    approve: '/api/approve-access-request',
    deny: '/api/deny-access-request',
    denyMany: '/api/deny-access-requests',
  },
  own: {
    list: '/api/organization-pending-requests',
    approve: '/api/approve-organization-request',
    deny: '/api/deny-organization-access-request',
    denyMany: '/api/deny-organization-access-requests',
  },
} as const satisfies Record<Scope, unknown>;

/** Milliseconds that a list stays fresh, unless the user's own command changes it. */
const listAge = 60_000;

export const registrationsOptions = (scope: Scope, query: RegistrationListQuery) =>
  queryOptions({
    queryKey: [...registrationsKey, scope, query],
    queryFn: ({ signal }) => get(registrationPage, paths[scope].list, query, signal),
    staleTime: listAge,
    placeholderData: keepPreviousData,
  });

/** Reads one request, waiting or decided. The list is empty when the reader may not see it, or there is none. */
export const registrationOptions = (scope: Scope, id: number) =>
  registrationsOptions(scope, { ...registrationListQuery.parse({ status: 'ALL' }), id });

/** Reads the waiting requests. The number in the menu and the first page of the list share this response. */
export const waitingOptions = (scope: Scope) => registrationsOptions(scope, registrationListQuery.parse({}));

const { sortBy } = registrationListQuery.shape;

/** Address parameters of the list. Lists of the portal sort by `sort`. */
export const listParams = z.object({
  ...z.omit(registrationListQuery, { sortBy: true, orgId: true, id: true }).shape,
  sort: sortBy,
});

export const listQueryOf = ({ sort, ...params }: z.output<typeof listParams>): RegistrationListQuery => ({
  ...params,
  sortBy: sort,
});

/** Returns the path of the list's call. */
export const listPathOf = (scope: Scope): string => paths[scope].list;

/** The review form. The scope decides the path and says who reviews. */
export const reviewForm = z.omit(approveRegistrationBody, { organization: true });

/** @param isNotified whether the person learns of the approval by mail. */
export const approveCommand = (
  scope: Scope,
  isNotified: boolean,
): CommandDefinition<Omit<ApproveRegistrationBody, 'organization'>, z.output<typeof registrationApproved>> => ({
  call: (form, context) =>
    command(registrationApproved, 'POST', paths[scope].approve, { ...form, organization: scope === 'own' }, context),
  invalidates: [registrationsKey],
  success: scope === 'all' && isNotified ? 'registrations.approved-and-notified' : 'registrations.approved',
});

/** The reviewer gives a reason, because the person reads it. */
export const denyForm = z.extend(denyRegistrationBody, {
  reason: z
    .string()
    .check(z.trim(), z.minLength(1, 'registration.reason-required'), z.maxLength(registrationTextLimit)),
});

export const denyCommand = (
  scope: Scope,
): CommandDefinition<DenyRegistrationBody, z.output<typeof registrationDenied>> => ({
  call: (form, context) => command(registrationDenied, 'POST', paths[scope].deny, form, context),
  invalidates: [registrationsKey],
  success: 'registrations.denied',
});

export const denyManyCommand = (
  scope: Scope,
): CommandDefinition<DenyRegistrationsBody, z.output<typeof registrationsDenied>> => ({
  call: (form, context) => command(registrationsDenied, 'POST', paths[scope].denyMany, form, context),
  invalidates: [registrationsKey],
});

export const eraseCommand: CommandDefinition<number, z.output<typeof registrationDenied>> = {
  call: (accessRequestId, context) =>
    command(registrationDenied, 'POST', '/api/erase-access-request', { accessRequestId }, context),
  invalidates: [registrationsKey],
  success: 'registrations.erased',
};
