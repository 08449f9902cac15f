import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { idParameter, idSchema, idSchemaFor } from '../core/id.ts';
import { lastDay } from '../core/last-day.ts';
import { listParameters, pageOf } from '../core/list.ts';

/** `NEW` waits for a portal administrator (docs/product/keys-and-access.md). */
export const accessRequestStatuses = ['NEW', 'APPROVED', 'DENIED'] as const;
export type AccessRequestStatus = (typeof accessRequestStatuses)[number];

/**
 * What access is for: an API or an event category. Ids are per kind, so a call that names one says which kind it means, and every
 * row says its own.
 */
export const accessTypes = ['api', 'event'] as const;
export type AccessType = (typeof accessTypes)[number];
const accessType = z._default(z.enum(accessTypes), 'api');

/** Characters in a reason or a note: the same limit as for descriptions. */
export const accessTextLimit = 1000;

const accessText = z._default(z.string().check(z.trim(), z.maxLength(accessTextLimit, 'access.text-too-long')), '');

/** `POST /api/request-access`: `productId` is the id of the API or of the event category. */
export const requestAccessBody = z.strictObject({
  organizationId: idSchemaFor('access.organization-required'),
  type: accessType,
  productId: idSchemaFor('access.api-required'),
  /** Why the organization needs access. The reviewer reads it. */
  reason: accessText,
});
export type RequestAccessBody = z.output<typeof requestAccessBody>;

/** `POST /api/deny-api-access-request`. The requester reads the note. */
export const denyAccessBody = z.strictObject({ apiAccessRequestId: idSchema, note: accessText });

/** `POST /api/approve-api-access-request`. */
export const approveAccessBody = z.strictObject({ ...denyAccessBody.shape, endsOn: z._default(lastDay, null) });

/** `PUT /api/api-access/{id}/end`. @property seen the last day that the person saw. Another one is refused. */
export const changeAccessEndBody = z.strictObject({ endsOn: lastDay, seen: lastDay });

/** The most requests that one act decides. */
export const decidedAtOnce = 200;

/** `POST /api/deny-api-access-requests`: many requests with one note. */
export const denyManyAccessBody = z.strictObject({
  apiAccessRequestIds: z.array(idSchema).check(z.minLength(1), z.maxLength(decidedAtOnce)),
  note: accessText,
});

/** `POST /api/approve-api-access-requests`: many requests with one note and one end. */
export const approveManyAccessBody = z.strictObject({
  ...denyManyAccessBody.shape,
  endsOn: z._default(lastDay, null),
});

/** `GET /api/request-access`. `apiId` is the id of the API or of the event category. */
export const accessRequestQuery = z.object({ type: accessType, apiId: idParameter, orgId: idParameter });

/** What rows of requests and of grants share: which API or event category, and which organization. */
const pairRow = {
  id: idSchema,
  type: z.enum(accessTypes),
  productId: idSchema,
  /** The name of the API or of the event category. */
  apiName: z.string(),
  /** The API's organization. An event category has none: ''. */
  apiOrganizationName: z.string(),
  organizationId: idSchema,
  organizationName: z.string(),
};

export const accessRequestRow = z.object({
  ...pairRow,
  /** The user's id. */
  createdBy: idSchema,
  firstname: z.string(),
  lastname: z.string(),
  /** The person's address. Told to those who see all requests. */
  email: z.optional(z.string()),
  createdAt: z.string(),
  reason: z.string(),
  status: z.enum(accessRequestStatuses),
  approved: z.boolean(),
  denied: z.boolean(),
  note: z.string(),
  decidedAt: z.nullable(z.string()),
  /** The reviewer; null while the request waits. */
  decidedBy: z.nullable(z.string()),
});
export type AccessRequestRow = z.output<typeof accessRequestRow>;

/** APIs or event categories that are named. More are only counted. */
export const namedGrants = 5;

/** Colleagues who are named with their reasons. */
export const namedJoins = 20;

/**
 * `GET /api/request-access/{id}/facts`: what a decision rests on.
 *
 * @property external     whether the organization is a partner or customer.
 * @property environments where the API is deployed: access counts for all of them, and for later ones. None for a category.
 * @property granted      other things of the same type that the organization has access to: names of some, and how many.
 * @property denied       when the organization was denied access to this one last.
 * @property own          whether the reader asked for it, alone or with others, and so can't decide.
 */
export const accessFacts = z.object({
  own: z.boolean(),
  external: z.boolean(),
  environments: z.array(environmentSchema),
  granted: z.object({ names: z.array(z.string()), total: z.int().check(z.nonnegative()) }),
  denied: z.nullable(z.object({ at: z.string(), by: z.string(), note: z.string() })),
  /** Colleagues of the requester who ask for the same, in the order in which they asked. */
  joined: z.array(z.object({ at: z.string(), by: z.string(), reason: z.string() })),
});
export type AccessFacts = z.output<typeof accessFacts>;

export const accessPageSize = 10;

/** Looks in the names of API or event category, organization and person, and in the reason. */
const search = z._default(z.string().check(z.trim(), z.maxLength(200)), '');

/** A list has both types unless it is asked for one. */
const ofType = z.optional(z.enum(accessTypes));

export const accessRequestListQuery = z.extend(
  listParameters(['id', 'apiName', 'organizationName', 'createdAt', 'lastname', 'status'], {
    sort: 'id',
    order: 'desc',
  }),
  {
    type: ofType,
    status: z.optional(z.enum(accessRequestStatuses)),
    search,
    /** One request: the inbox opens it. */
    id: z.optional(idParameter),
  },
);
export type AccessRequestListQuery = z.output<typeof accessRequestListQuery>;

/**
 * `POST /api/request-access/filter`: the list's parameters, an organization, and an API or event category. `apiId` without a type
 * is an API.
 */
export const accessRequestFilter = z.strictObject({
  ...z.omit(accessRequestListQuery, { id: true }).shape,
  apiId: z.optional(idSchema),
  organizationId: z.optional(idSchema),
});
export type AccessRequestFilter = z.output<typeof accessRequestFilter>;

/** `GET /api/request-access/all`. */
export const accessRequestPage = pageOf('requests', accessRequestRow);
export type AccessRequestPage = z.output<typeof accessRequestPage>;

export const accessGrantRow = z.object({
  ...pairRow,
  createdAt: z.string(),
  /** Who granted it. */
  createdBy: z.string(),
  /** The last day, in UTC (`YYYY-MM-DD`). Null: it has no end. */
  endsOn: z.nullable(z.string()),
  /** Keys that stop working when the grant is revoked. */
  keys: z.int().check(z.nonnegative()),
  /** When one of these keys was used last. Null: none was, or it is about an event category, whose use nobody counts. */
  lastUsed: z.nullable(z.string()),
});
export type AccessGrantRow = z.output<typeof accessGrantRow>;

/** Days without a call after which access counts as unused. */
export const unusedDays = 90;

export const accessGrantListQuery = z.extend(
  listParameters(['id', 'apiName', 'organizationName', 'createdAt', 'endsOn', 'keys', 'lastUsed'], {
    sort: 'id',
    order: 'desc',
  }),
  {
    type: ofType,
    search,
    /** `unused`: access to APIs that was given more than 90 days ago, with no call by a present key in the last 90 days. */
    use: z.optional(z.enum(['unused'])),
  },
);
export type AccessGrantListQuery = z.output<typeof accessGrantListQuery>;

/** `GET /api/available-api-access/{orgId}`. */
export const grantsOfOrganizationQuery = z.object({ type: ofType });

/** `GET /api/all-api-access`. */
export const accessGrantPage = pageOf('grants', accessGrantRow);
export type AccessGrantPage = z.output<typeof accessGrantPage>;

/** The response to an access request: the request that waits. It may be an older one. */
export const accessRequested = z.object({
  id: idSchema,
  status: z.literal('NEW'),
  position: z.string(),
});

/** The response to an approval or a denial. `grantId` is there after an approval. */
export const accessDecided = z.object({
  apiAccessRequestId: idSchema,
  grantId: z.optional(idSchema),
  position: z.string(),
});

/** The response to a decision on many. `left`: requests that stay as they are, each with the code of its reason. */
export const accessDecidedMany = z.object({
  decided: z.array(idSchema),
  left: z.array(z.object({ id: idSchema, code: z.string() })),
  position: z.string(),
});

/** The response to a change of a grant's end. */
export const accessEndChanged = z.object({ entityId: idSchema, position: z.string() });

/** The response to a revocation. Each key of the organization is then removed by an operation of its own. */
export const accessRevoked = z.object({ entityId: idSchema, position: z.string() });

/**
 * Returns whether an organization needs a grant to call an API. An external organization always does; an internal one
 * does for another organization's API.
 */
export const needsAccess = (
  organization: Readonly<{ id: number; external: boolean }>,
  api: Readonly<{ organizationId: number }>,
): boolean => organization.external || api.organizationId !== organization.id;
