import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { rowBasedOn, savedBasedOn } from '../core/older-form.ts';
import { deploymentRow } from '../deployment/row.ts';
import { documentFormats } from './document-format.ts';

/** Cards on a page of the gallery. */
export const galleryPageSize = 9;
/** Rows on a page of the gallery's list: three pages of cards. */
export const galleryListSize = 3 * galleryPageSize;
export const descriptionLimit = 1000;
/** Bytes of the largest document that is accepted. */
export const specSizeLimit = 16 * 1024 * 1024;

/**
 * `PUT /api/swaggers`: the editor's Save. Without `apiId` it publishes a new API, for the application `appId`.
 * `revision` is the revision that the editor opened. If another was saved since, the response is 409.
 */
export const specSaveBody = z.strictObject({
  specText: z.string(),
  appId: z.nullish(idSchema),
  apiId: z.nullish(idSchema),
  revision: z.nullish(z.int().check(z.positive())),
});
export type SpecSaveBody = z.output<typeof specSaveBody>;

/** States of an API in the gallery's filter: deployed somewhere, deployed nowhere, being deleted. */
export const apiStates = ['deployed', 'not-deployed', 'deleting'] as const;

/**
 * `GET /api/swaggers`. `my=true` shows only APIs of the user's applications and organization. `size` is the number of
 * rows on a page.
 */
export const apiListQuery = z.extend(
  listParameters(['id', 'name', 'version', 'appname', 'orgname', 'createdAt', 'updatedAt'], {
    sort: 'name',
    order: 'asc',
  }),
  {
    name: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    orgId: z.optional(idParameter),
    my: z._default(z.stringbool(), false),
    bizappId: z.optional(idParameter),
    businessAreaId: z._default(z.coerce.number().check(z.int(), z.minimum(-1), z.maximum(2_147_483_647)), -1),
    env: z.optional(environmentSchema),
    state: z.optional(z.enum(apiStates)),
    size: z._default(
      z.pipe(z.coerce.number(), z.union([z.literal(galleryPageSize), z.literal(galleryListSize)])),
      galleryPageSize,
    ),
  },
);
export type ApiListQuery = z.output<typeof apiListQuery>;

/** One card of the gallery. */
const apiRow = z.object({
  id: idSchema,
  name: z.string(),
  appname: z.nullable(z.string()),
  orgname: z.string(),
  sourceRepo: z.string(),
  version: z.string(),
  /** As its author wrote it: Markdown, perhaps with HTML. */
  description: z.string(),
  /** The description as one line of plain text. */
  summary: z.string(),
  bizappId: z.nullable(idSchema),
  businessAreaId: z.nullable(idSchema),
  organizationId: idSchema,
  revision: z.int(),
  operations: z.int(),
  /** A `pdf` can be read, but not deployed, and no code can be generated from it. */
  format: z.enum(documentFormats),
  environments: z.array(environmentSchema),
  /** `deleting`: a worker is deleting the API; it can't be changed any more. */
  state: z.enum(['published', 'deleting']),
  updatedAt: z.string(),
});
export type ApiRow = z.output<typeof apiRow>;

/** An operation that has words of a search. */
const operationMatch = z.object({ apiId: idSchema, method: z.string(), path: z.string(), summary: z.string() });
export type OperationMatch = z.output<typeof operationMatch>;

export const apiPage = z.extend(pageOf('apis', apiRow), {
  /** The words that were searched instead, when no API has a word of the search. */
  searchedFor: z.nullable(z.string()),
  /** The operations by which APIs of the page were found, up to three of each, the nearest first. */
  matches: z._default(z.array(operationMatch), []),
});
export type ApiPage = z.output<typeof apiPage>;

/** `GET /api/swaggers/filters`: organizations and applications with APIs, by name. Two applications may share a name. */
export const apiOwners = z.object({
  organizations: z.array(z.object({ id: idSchema, name: z.string() })),
  applications: z.array(z.object({ id: idSchema, name: z.string(), orgname: z.string() })),
});
export type ApiOwners = z.output<typeof apiOwners>;

/** `GET /api/api-detail/{id}`: `may` says what this user may do with the API. */
export const apiDetail = z.extend(apiRow, {
  deployments: z.array(deploymentRow),
  servers: z.array(z.string()),
  /** Whether the user's organization may call the API: it has a grant or needs none. */
  hasAccess: z.boolean(),
  /** The operation that deletes the API, or null. */
  deletion: z.nullable(z.uuid()),
  basedOn: rowBasedOn,
  may: z.object({
    publish: z.boolean(),
    delete: z.boolean(),
    deploy: z.boolean(),
    seeDeployments: z.boolean(),
    addKey: z.boolean(),
    requestAccess: z.boolean(),
  }),
});
export type ApiDetail = z.output<typeof apiDetail>;

/** The response to an upload, a save or a restore. `revision` is the current revision, new or not. */
export const apiImported = z.object({
  apiId: idSchema,
  revision: z.int().check(z.positive()),
  basedOn: savedBasedOn,
  /** The first references of the document that lead to nothing in it. They are not followed. */
  unresolved: z._default(z.array(z.string()), []),
  position: z.string(),
});

/** One row of `GET /api/swagger/{id}/versions`, newest first. */
export const apiVersionRow = z.object({
  revision: z.int(),
  version: z.string(),
  format: z.enum(documentFormats),
  /** Bytes. */
  size: z.int(),
  operations: z.int(),
  /** The older revision that this one restored. */
  restores: z.nullable(z.int()),
  createdBy: z.string(),
  createdAt: z.string(),
  /** When the retention deleted its text: it can't be read, compared or restored any more. */
  deletedAt: z._default(z.nullable(z.string()), null),
});
export type ApiVersionRow = z.output<typeof apiVersionRow>;
