import * as z from 'zod/mini';
import { idParameter, idSchema, idSchemaFor } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { mailAddress } from '../core/mail-address.ts';
import { personName } from '../core/name-rule.ts';
import { requiredText } from '../core/required-text.ts';

/** Characters in a comment or a reason: the same limit as for descriptions. */
export const registrationTextLimit = 1000;

export const firstName = personName('registration.firstname-required');
export const lastName = personName('registration.lastname-required');
export const email = mailAddress('registration.email-required', 'registration.email-invalid');

export const registrationStatuses = ['NEW', 'APPROVED', 'DENIED'] as const;
export type RegistrationStatus = (typeof registrationStatuses)[number];

const registrationRow = z.object({
  id: idSchema,
  company: z.string(),
  /** The role that the person gets: a company administrator or a company user. While the request waits, it is proposed. */
  companyAdmin: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  comments: z.string(),
  createdAt: z.string(),
  status: z.enum(registrationStatuses),
  /** The organization of the person. While the request waits, it is proposed; null when none is known. */
  organizationId: z.nullable(idSchema),
  organizationName: z.string(),
  /** Whether that organization has people with the mail domain of the address; `public` where a provider gives it to anybody. */
  colleagues: z.enum(['some', 'none', 'public']),
  /** Why it was denied. */
  reason: z.string(),
  decidedAt: z.nullable(z.string()),
  /** The reviewer; null while the request waits. */
  decidedBy: z.nullable(z.string()),
  /** Whether it is erased for good. The last release does not say so. */
  erased: z._default(z.boolean(), false),
});
export type RegistrationRow = z.output<typeof registrationRow>;

export const registrationPageSize = 10;

const { page, sort, order } = listParameters(['id', 'company', 'role', 'firstName', 'lastName', 'email', 'createdAt'], {
  sort: 'id',
  order: 'desc',
}).shape;

/**
 * `GET /api/pending-requests` and `GET /api/organization-pending-requests`. `orgId` is the organization whose queue it is;
 * `status` ALL shows decided requests too; `search` looks in company, names and address; `id` asks for one request.
 */
export const registrationListQuery = z.object({
  page,
  sortBy: sort,
  order,
  orgId: z.optional(idParameter),
  id: z.optional(idParameter),
  status: z._default(z.enum([...registrationStatuses, 'ALL']), 'NEW'),
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
});
export type RegistrationListQuery = z.output<typeof registrationListQuery>;

export const registrationPage = pageOf('accessRequests', registrationRow);
export type RegistrationPage = z.output<typeof registrationPage>;

/** `POST /api/approve-access-request` and `POST /api/approve-organization-request`. */
export const approveRegistrationBody = z.strictObject({
  accessRequestId: idSchema,
  organizationId: idSchemaFor('registration.organization-required'),
  firstname: firstName,
  lastname: lastName,
  email,
  /** Whether the person becomes a company administrator, or a company user. */
  companyAdmin: z._default(z.boolean(), false),
  /** True where a company administrator reviews: the form then uses the second path. */
  organization: z._default(z.boolean(), false),
});
export type ApproveRegistrationBody = z.output<typeof approveRegistrationBody>;

export const registrationApproved = z.object({ userId: idSchema, position: z.string() });

/** `POST /api/deny-access-request` and `POST /api/deny-organization-access-request`. The person reads the reason. */
export const denyRegistrationBody = z.strictObject({
  accessRequestId: idSchema,
  reason: z._default(z.string().check(z.trim(), z.maxLength(registrationTextLimit)), ''),
});

/** So many requests are denied by one call at most. */
export const deniedAtOnce = 200;

/**
 * `POST /api/deny-access-requests` and `POST /api/deny-organization-access-requests`: many requests with one reason, which
 * each person reads.
 */
export const denyRegistrationsBody = z.strictObject({
  accessRequestIds: z.array(idSchema).check(z.minLength(1), z.maxLength(deniedAtOnce)),
  reason: requiredText(registrationTextLimit, 'registration.reason-required'),
});

/** `decidedBefore`: requests that somebody else had decided. They stay as they are. */
export const registrationsDenied = z.object({
  denied: z.array(idSchema),
  decidedBefore: z.array(idSchema),
  position: z.string(),
});

/** `POST /api/erase-access-request`. */
export const eraseRegistrationBody = z.strictObject({ accessRequestId: idSchema });

/** The response to a denial, and to an erasure. */
export const registrationDenied = z.object({ accessRequestId: idSchema, position: z.string() });

/** The response to erasing a denied request. `approvalId`: of the request that waits for a second person; then nothing was erased. */
export const registrationErased = z.extend(registrationDenied, { approvalId: z.optional(idSchema) });
