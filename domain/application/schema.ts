import * as z from 'zod/mini';
import { requiredName } from '../core/given-name.ts';
import { ownHistoryEntry } from '../core/history.ts';
import { idParameter, idSchema, idSchemaFor } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { basedOnField, rowBasedOn, savedBasedOn } from '../core/older-form.ts';
import { requiredText } from '../core/required-text.ts';
import { applicationHistory } from './history.ts';
import {
  applicationDescriptionLimit as descriptionLimit,
  applicationNameLimit as nameLimit,
  applicationOwnersLimit as ownersLimit,
} from './limits.ts';

/** An application in a selection list (`GET /api/my-apps`). */
export const applicationOption = z.object({
  id: idSchema,
  name: z.string(),
  /** Tells it from another organization's application of the same name. */
  orgname: z.string(),
});

/**
 * `POST /api/application/edit-application`. `id` 0 adds an application. `owners` has an address on each line. The server
 * checks the addresses.
 */
export const applicationBody = z.strictObject({
  id: z._default(z.int().check(z.minimum(0), z.maximum(2_147_483_647)), 0),
  name: requiredName(nameLimit, 'application.name-required'),
  description: requiredText(descriptionLimit, 'application.description-required'),
  organizationId: idSchemaFor('application.organization-required'),
  external: z.boolean({ error: 'application.type-required' }),
  contact: z._default(z.string().check(z.trim(), z.maxLength(320)), ''),
  owners: z._default(z.string().check(z.maxLength(ownersLimit)), ''),
  /** Whether its maintainers decide about access to its APIs. Absent: stays as it is. */
  maintainersDecide: z.optional(z.boolean()),
  basedOn: basedOnField,
});
export type ApplicationBody = z.output<typeof applicationBody>;

export const applicationSaved = z.object({ id: idSchema, basedOn: savedBasedOn, position: z.string() });
export const applicationDeletion = z.object({ entityId: idSchema, operationId: z.uuid(), position: z.string() });

/** `deleting`: a worker is deleting the application; it can't be changed any more. */
const applicationStates = ['active', 'deleting'] as const;

const applicationMay = z.object({ edit: z.boolean(), delete: z.boolean(), addApi: z.boolean() });

/** One card of `GET /api/applications`. */
const applicationRow = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  external: z.boolean(),
  organizationId: idSchema,
  orgname: z.string(),
  /** How many APIs belong to it. */
  apis: z.int().check(z.nonnegative()),
  state: z.enum(applicationStates),
  /** Whether the user owns it. */
  owned: z.boolean(),
  /** Whether nobody owns it: no account is among its owners, and none is expected. */
  unowned: z.boolean(),
  createdAt: z.string(),
});
export type ApplicationRow = z.output<typeof applicationRow>;

const applicationTypes = ['', '0', '1'] as const;

/** `GET /api/applications`. `my=true`: those that the user owns and those of their organization. */
export const applicationListQuery = z.extend(
  listParameters(['id', 'name', 'orgname', 'createdAt'], { sort: 'id', order: 'desc' }),
  {
    name: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    orgId: z.optional(idParameter),
    my: z._default(z.stringbool(), false),
    /** `0` internal, `1` external, empty all. */
    type: z._default(z.enum(applicationTypes), ''),
    /** `none`: those that nobody owns. */
    owners: z._default(z.enum(['', 'none']), ''),
  },
);
export type ApplicationListQuery = z.output<typeof applicationListQuery>;
export const applicationPage = pageOf('apps', applicationRow);

/**
 * An owner. An address without an account is `waiting`; `id` is null then. Who `left` has no account any more and owns nothing;
 * the record names them. `name` is empty for whoever may not know the
 * person, who is then known by the address only.
 */
const applicationOwner = z.object({
  id: z.nullable(idSchema),
  name: z.string(),
  ownerEmail: z.string(),
  waiting: z.boolean(),
  left: z.boolean(),
});
export type ApplicationOwner = z.output<typeof applicationOwner>;

const applicationApi = z.object({
  id: idSchema,
  name: z.string(),
  version: z.string(),
  state: z.enum(['published', 'deleting']),
  /** How many deployments it has. Their number keeps the application from being deleted. */
  deployments: z.int().check(z.nonnegative()),
});
export type ApplicationApi = z.output<typeof applicationApi>;

/** `GET /api/application/{id}`. */
export const applicationDetail = z.extend(z.omit(applicationRow, { apis: true, unowned: true }), {
  contact: z.string(),
  owners: z.array(applicationOwner),
  /** Whether its maintainers decide about access to its APIs. */
  maintainersDecide: z._default(z.boolean(), false),
  apis: z.array(applicationApi),
  updatedAt: z.string(),
  /** The operation that deletes it, or null. */
  deletion: z.nullable(z.uuid()),
  may: applicationMay,
});
export type ApplicationDetail = z.output<typeof applicationDetail>;

/** `GET /api/application/edit-application`: the values of the form. */
export const applicationForm = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  contact: z.string(),
  organizationId: idSchema,
  organization: z.object({ id: idSchema, name: z.string() }),
  external: z.boolean(),
  owners: z.array(z.object({ ownerEmail: z.string() })),
  basedOn: rowBasedOn,
  /** Whether the form may choose another organization: never while it has APIs. */
  mayMove: z.boolean(),
  /** Whether its maintainers decide about access to its APIs, and whether the form may change that. */
  maintainersDecide: z._default(z.boolean(), false),
  mayLetDecide: z._default(z.boolean(), false),
});
export type ApplicationForm = z.output<typeof applicationForm>;
export const applicationFormQuery = z.object({ id: idParameter });

/** An entry of `GET /api/application/{id}/history`, the newest first. */
export const applicationChange = ownHistoryEntry(applicationHistory);
export type ApplicationChange = z.output<typeof applicationChange>;
