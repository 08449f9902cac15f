import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  approveOwnRegistration,
  approveRegistration,
  denyOwnRegistration,
  denyOwnRegistrations,
  denyRegistration,
  denyRegistrations,
  eraseRegistration,
  listOwnRegistrations,
  listRegistrations,
} from '#domain/registration/calls.ts';
import {
  approveRegistrationBody,
  denyRegistrationBody,
  type RegistrationListQuery,
  registrationListQuery,
  registrationTextLimit,
} from '#domain/registration/schema.ts';
import { get } from '../../../api/client.ts';
import { inboxKey } from '../../../api/inbox-key.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';

const registrationsKey = ['registrations'] as const;

/** `all`: the requests of everybody, for portal administrators. `own`: the queue of the user's organization. */
export type Scope = 'all' | 'own';

const calls = {
  all: { list: listRegistrations, approve: approveRegistration, deny: denyRegistration, denyMany: denyRegistrations },
  own: {
    list: listOwnRegistrations,
    approve: approveOwnRegistration,
    deny: denyOwnRegistration,
    denyMany: denyOwnRegistrations,
  },
} as const satisfies Record<Scope, unknown>;

/** Milliseconds that a list stays fresh, unless the user's own command changes it. */
const listAge = 60_000;

export const registrationsOptions = (scope: Scope, query: RegistrationListQuery) =>
  queryOptions({
    queryKey: [...registrationsKey, scope, query],
    queryFn: ({ signal }) => get(calls[scope].list, { query }, signal),
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

export const listCallOf = (scope: Scope) => calls[scope].list;

/** The review form. The scope decides the call and says who reviews. */
export const reviewForm = z.omit(approveRegistrationBody, { organization: true });

/** @param isNotified whether the person learns of the approval by mail. */
export const approveCommand = (scope: Scope, isNotified: boolean) =>
  ({
    call: calls[scope].approve,
    invalidates: [registrationsKey, inboxKey],
    success: scope === 'all' && isNotified ? 'registrations.approved-and-notified' : 'registrations.approved',
  }) satisfies CommandDefinition;

/** The reviewer gives a reason, because the person reads it. */
export const denyForm = z.extend(denyRegistrationBody, {
  reason: z
    .string()
    .check(z.trim(), z.minLength(1, 'registration.reason-required'), z.maxLength(registrationTextLimit)),
});

export const denyCommand = (scope: Scope) =>
  ({
    call: calls[scope].deny,
    invalidates: [registrationsKey, inboxKey],
    success: 'registrations.denied',
  }) satisfies CommandDefinition;

export const denyManyCommand = (scope: Scope) =>
  ({
    call: calls[scope].denyMany,
    invalidates: [registrationsKey, inboxKey],
  }) satisfies CommandDefinition;

export const eraseCommand = {
  call: eraseRegistration,
  invalidates: [registrationsKey, inboxKey],
  success: 'registrations.erased',
} satisfies CommandDefinition;
