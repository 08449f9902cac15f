import * as z from 'zod';
import { idParameter, idSchema, idSchemaFor } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';

/** `NEW` waits for a portal administrator (docs/product/keys-and-access.md). */
export const accessRequestStatuses = ['NEW', 'APPROVED', 'DENIED'] as const;
export type AccessRequestStatus = (typeof accessRequestStatuses)[number];

/** Reason and note are as long as other descriptions. */
export const accessTextLimit = 1000;

const accessText = z.string().trim().max(accessTextLimit, 'access.text-too-long').default('');

/** `POST /api/request-access`: `productId` is the API's id. */
export const requestAccessBody = z.strictObject({
  organizationId: idSchemaFor('access.organization-required'),
  productId: idSchemaFor('access.api-required'),
  /** What it is for; whoever decides reads it. */
  reason: accessText,
});
export type RequestAccessBody = z.output<typeof requestAccessBody>;

/** `POST /api/approve-api-access-request` and `POST /api/deny-api-access-request`; whoever asked reads the note. */
export const decideAccessBody = z.strictObject({ apiAccessRequestId: idSchema, note: accessText });
export type DecideAccessBody = z.output<typeof decideAccessBody>;

/** `GET /api/request-access`. */
export const accessRequestQuery = z.object({ apiId: idParameter, orgId: idParameter });

export const accessRequestRow = z.object({
  id: idSchema,
  type: z.literal('API'),
  productId: idSchema,
  apiName: z.string(),
  organizationId: idSchema,
  organizationName: z.string(),
  /** The user's id. */
  createdBy: idSchema,
  firstname: z.string(),
  lastname: z.string(),
  createdAt: z.string(),
  reason: z.string(),
  status: z.enum(accessRequestStatuses),
  approved: z.boolean(),
  denied: z.boolean(),
  note: z.string(),
  decidedAt: z.string().nullable(),
  /** Who decided; null while it waits. */
  decidedBy: z.string().nullable(),
});
export type AccessRequestRow = z.output<typeof accessRequestRow>;

export const accessPageSize = 10;

/** In the names of API, organization and person, and in the reason. */
const search = z.string().trim().max(200).default('');

export const accessRequestListQuery = listParameters(
  ['id', 'apiName', 'organizationName', 'createdAt', 'lastname', 'status'],
  { sort: 'id', order: 'desc' },
).extend({ status: z.enum(accessRequestStatuses).optional(), search });
export type AccessRequestListQuery = z.output<typeof accessRequestListQuery>;

/** `POST /api/request-access/filter`: the list's parameters, and whose and of which API. */
export const accessRequestFilter = z.strictObject({
  ...accessRequestListQuery.shape,
  apiId: idSchema.optional(),
  organizationId: idSchema.optional(),
});
export type AccessRequestFilter = z.output<typeof accessRequestFilter>;

/** `GET /api/request-access/all`. */
export const accessRequestPage = pageOf('requests', accessRequestRow);
export type AccessRequestPage = z.output<typeof accessRequestPage>;

export const accessGrantRow = z.object({
  id: idSchema,
  type: z.literal('API'),
  productId: idSchema,
  apiName: z.string(),
  organizationId: idSchema,
  organizationName: z.string(),
  createdAt: z.string(),
  /** Who gave it. */
  createdBy: z.string(),
  /** How many keys stop working when it is revoked. */
  keys: z.int().nonnegative(),
});
export type AccessGrantRow = z.output<typeof accessGrantRow>;

export const accessGrantListQuery = listParameters(['id', 'apiName', 'organizationName', 'createdAt', 'keys'], {
  sort: 'id',
  order: 'desc',
}).extend({ search });
export type AccessGrantListQuery = z.output<typeof accessGrantListQuery>;

/** `GET /api/all-api-access`. */
export const accessGrantPage = pageOf('grants', accessGrantRow);
export type AccessGrantPage = z.output<typeof accessGrantPage>;

/** What asking answers: the request that waits, which may have been there before. */
export const accessRequested = z.object({
  id: idSchema,
  status: z.literal('NEW'),
  position: z.string(),
});

/** What approving and denying answer; `grantId` after an approval. */
export const accessDecided = z.object({
  apiAccessRequestId: idSchema,
  grantId: idSchema.optional(),
  position: z.string(),
});

/** What revoking answers. The organization's keys follow, each by an operation of its own. */
export const accessRevoked = z.object({ entityId: idSchema, position: z.string() });

/**
 * Whether an organization has to be given access before it may call an API: an external one always, an internal one
 * for the APIs of others.
 */
export const needsAccess = (
  organization: Readonly<{ id: number; external: boolean }>,
  api: Readonly<{ organizationId: number }>,
): boolean => organization.external || api.organizationId !== organization.id;
