import * as z from 'zod/mini';
import { consumerRow } from '../consumer/schema.ts';
import { decidedMany } from '../core/decided-many.ts';
import { ownHistoryEntry } from '../core/history.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { listFilter, listParameters, pageOf } from '../core/list.ts';
import { rowBasedOn, savedBasedOn } from '../core/older-form.ts';
import { attributeTypes, billingTypes, inEachProfileField } from './details.ts';
import { organizationHistory } from './history.ts';
import { organizationStates } from './organization.ts';

const card = {
  id: idSchema,
  name: z.string(),
  external: z.boolean(),
  description: z.string(),
  /** The company's administrator. */
  contact: z.string(),
  status: z.enum(organizationStates),
  deactivated: z.boolean(),
  /** Somebody requested to delete it, or it is being deleted. */
  requestDeleted: z.boolean(),
  /** Active, in the specified spelling. */
  avaliable: z.boolean(),
};

/** A card of `GET /api/organizations`. */
const organizationRow = z.object(card);
export type OrganizationRow = z.output<typeof organizationRow>;

export const organizationPageSize = 9;
/** Values of the type filter: '' all, '0' internal, '1' external. */
const organizationTypes = ['', '0', '1'] as const;
export const organizationListQuery = z.extend(
  listParameters(['id', 'name', 'createdAt'], { sort: 'id', order: 'desc' }),
  {
    /** Looks in name, contact and description. */
    name: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    type: z._default(z.enum(organizationTypes), ''),
  },
);
export type OrganizationListQuery = z.output<typeof organizationListQuery>;
export const organizationPage = pageOf('organizations', organizationRow);

const text = z.string();
/** The values of the form. An internal organization has '' in the fields of external ones. */
const values = {
  ...card,
  ...inEachProfileField(text),
  billingType: z.enum(['', ...billingTypes]),
  attrs: z.array(z.object({ name: text, value: text, type: z.nullable(z.enum(attributeTypes)) })),
};

/** `GET /api/organization/edit-organization`. */
export const organizationValues = z.object({
  ...values,
  basedOn: rowBasedOn,
  /** How many of its keys end when it becomes external. Absent of an external one. */
  endingKeys: z.optional(z.int()),
});
export type OrganizationValues = z.output<typeof organizationValues>;

const person = z.object({ id: z.int(), name: z.string() });

/** `GET /api/organization/{id}`. Keys are masked. */
export const organizationDetail = z.object({
  organization: z.object({
    ...values,
    /** The newest operation on the whole organization. */
    operationId: z.nullable(z.uuid()),
    /** The request to delete it that waits for a decision. */
    deletion: z.nullable(z.object({ id: idSchema, requestedBy: person, requestedAt: z.string() })),
    may: z.object({ edit: z.boolean(), switch: z.boolean(), requestDeletion: z.boolean() }),
  }),
  applications: z.array(z.object({ id: idSchema, name: z.string(), contact: z.string() })),
  /** The organization's keys by API. */
  consumers: z.array(
    z.object({
      apiId: idSchema,
      apiName: z.string(),
      apiVersion: z.string(),
      deployments: z.array(
        z.extend(consumerRow, { kongConsumerName: z.string(), orgId: idSchema, orgName: z.string() }),
      ),
    }),
  ),
});
export type OrganizationDetail = z.output<typeof organizationDetail>;

export const organizationQuery = z.object({ id: idParameter });

const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((value: 'true' | 'false') => value === 'true'),
);
/** `deactivated`: the wanted state. Without it the call turns the present one round. */
export const switchQuery = z.object({ id: idParameter, deactivated: z.optional(flag) });
/** Ids of other organizations that call its APIs, comma-separated: whoever acts knows that they lose access. */
const accepted = listFilter(idParameter);
export const deletionQuery = z.object({ id: idParameter, accepted });
/** `id`: the request. `orgId`: the organization. */
export const decisionQuery = z.object({ id: idParameter, orgId: idParameter });
export const approvalQuery = z.extend(decisionQuery, { accepted });

/** The most requests that are denied at once: as many as the inbox lets somebody select. */
const deniedAtOnce = 200;
/** `POST /api/delete-organization-requests/denials`. Approving asks for each organization's name, so it is done one by one. */
export const denialsBody = z.object({
  requestIds: z.array(idSchema).check(z.minLength(1), z.maxLength(deniedAtOnce)),
});
export const deletionsDenied = decidedMany;

const position = z.string();
export const organizationSaved = z.object({
  id: idSchema,
  name: z.string(),
  external: z.boolean(),
  basedOn: savedBasedOn,
  position,
});
export const organizationSwitched = z.object({
  id: idSchema,
  deactivated: z.boolean(),
  /** Absent when nothing had to change. */
  operationId: z.optional(z.uuid()),
  position,
});
export const deletionRequested = z.object({
  id: idSchema,
  requestDeleted: z.literal(true),
  requestId: idSchema,
  position,
});
export const deletionDecided = z.object({ id: idSchema, orgId: idSchema, operationId: z.optional(z.uuid()), position });

/**
 * `GET /api/delete-organization-requests/approver`: since when and from whom the caller is a portal administrator.
 * `isFromRequester`: the requester gave them the account or the role within the last 7 days, so they may not approve.
 */
export const approverReview = z.object({
  since: z.nullable(z.string()),
  /** Null: the portal's operator. */
  from: z.nullable(z.object({ id: idSchema, name: z.string() })),
  isFromRequester: z.boolean(),
});

const decidedRow = {
  id: idSchema,
  organizationId: idSchema,
  organizationName: z.string(),
  /** Requests: who asked. Grants: who decided. */
  user: z.int(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  updatedAt: z.string(),
};
const sortable = ['id', 'organizationName', 'firstname', 'lastname', 'email', 'updatedAt'] as const;
const search = z._default(z.string().check(z.trim(), z.maxLength(200)), '');
export const deletionPageSize = 10;
export const deletionListQuery = z.extend(listParameters(sortable, { sort: 'id', order: 'desc' }), {
  search,
  /** One request: a mail leads to it. */
  id: z.optional(idParameter),
});
export type DeletionListQuery = z.output<typeof deletionListQuery>;

/** A row of `GET /api/delete-organization-requests`. */
const deletionRow = z.object(decidedRow);
export type DeletionRow = z.output<typeof deletionRow>;
export const deletionPage = pageOf('requests', deletionRow);

/** A row of `GET /api/grant-organization-requests`: a request that was decided. */
const deletionGrantRow = z.object({
  ...decidedRow,
  action: z.enum(['approved', 'denied', 'withdrawn']),
  requestedBy: z.string(),
  /** The operation that deletes the organization; null unless it was approved. */
  operationId: z.nullable(z.uuid()),
});
export type DeletionGrantRow = z.output<typeof deletionGrantRow>;
export const deletionGrantPage = pageOf('grants', deletionGrantRow);

const named = z.object({ id: idSchema, name: z.string() });

/** Another organization with keys or access for the APIs of one that may go. `calls` of the last 30 days. */
const losesAccess = z.object({ ...named.shape, keys: z.int(), calls: z.int() });
export type LosesAccess = z.output<typeof losesAccess>;

/** `GET /api/organization/{id}/belongings`: everything that goes with an organization. Lists hold the first 20 names. */
export const organizationBelongings = z.object({
  applications: z.object({ total: z.int(), first: z.array(named) }),
  apis: z.object({ total: z.int(), first: z.array(named) }),
  deployments: z.int(),
  keys: z.int(),
  /** Of topics for events. */
  subscriptions: z.object({ total: z.int(), first: z.array(named) }),
  /** Whether one of its keys was used within the last 30 days: then it can't be deleted. */
  usedLately: z.boolean(),
  /** Other organizations that lose access, those with the most calls first. */
  others: z.array(losesAccess),
  people: z.object({ total: z.int(), first: z.array(named) }),
});

/** An entry of `GET /api/organization/{id}/history`, the newest first. */
export const organizationChange = ownHistoryEntry(organizationHistory);
export type OrganizationChange = z.output<typeof organizationChange>;
