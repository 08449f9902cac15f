import * as z from 'zod';
import { environmentSchema } from '../core/environment.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { deploymentRow } from '../deployment/row.ts';
import { documentFormats } from './document-format.ts';

/** Cards a page of the gallery. */
export const galleryPageSize = 9;
/** Rows a page of the gallery as a list: three pages of cards. */
export const galleryListSize = 3 * galleryPageSize;
export const descriptionLimit = 1000;
/** Bytes: the largest document that is taken. */
export const specSizeLimit = 16 * 1024 * 1024;

/**
 * `PUT /api/swaggers`: the editor's Save. Without `apiId` it publishes a new API, for the application `appId`.
 * `revision`, when it is told, is the version that was opened: 409 when somebody else saved another meanwhile.
 */
export const specSaveBody = z.strictObject({
  specText: z.string(),
  appId: idSchema.nullish(),
  apiId: idSchema.nullish(),
  revision: z.int().positive().nullish(),
});
export type SpecSaveBody = z.output<typeof specSaveBody>;

/** What becomes of an API: served in some environment, in none, or on its way out. */
export const apiStates = ['deployed', 'not-deployed', 'deleting'] as const;

/**
 * `GET /api/swaggers`. `my=true` leaves only the APIs of the user's own applications and organization; `size` is how many
 * a page has, as cards or as a list.
 */
export const apiListQuery = listParameters(['id', 'name', 'version', 'appname', 'orgname', 'createdAt', 'updatedAt'], {
  sort: 'name',
  order: 'asc',
}).extend({
  name: z.string().trim().max(200).default(''),
  orgId: idParameter.optional(),
  my: z.stringbool().default(false),
  bizappId: idParameter.optional(),
  businessAreaId: z.coerce.number().int().min(-1).max(2_147_483_647).default(-1),
  env: environmentSchema.optional(),
  state: z.enum(apiStates).optional(),
  size: z.coerce
    .number()
    .pipe(z.union([z.literal(galleryPageSize), z.literal(galleryListSize)]))
    .default(galleryPageSize),
});
export type ApiListQuery = z.output<typeof apiListQuery>;

/** One card of the gallery. */
const apiRow = z.object({
  id: idSchema,
  name: z.string(),
  appname: z.string().nullable(),
  orgname: z.string(),
  sourceRepo: z.string(),
  version: z.string(),
  /** As it was written: Markdown, perhaps HTML. */
  description: z.string(),
  /** What it says, in one line of plain text. */
  summary: z.string(),
  bizappId: idSchema.nullable(),
  businessAreaId: idSchema.nullable(),
  organizationId: idSchema,
  revision: z.int(),
  operations: z.int(),
  /** `pdf`: there is a document for people, and nothing to deploy or to generate code from. */
  format: z.enum(documentFormats),
  environments: z.array(environmentSchema),
  /** `deleting`: a worker takes it away; nothing of it can be changed any more. */
  state: z.enum(['published', 'deleting']),
  updatedAt: z.string(),
});
export type ApiRow = z.output<typeof apiRow>;

export const apiPage = pageOf('apis', apiRow).extend({
  /** The words that were searched for instead, when a word of the search is in no API. */
  searchedFor: z.string().nullable(),
});
export type ApiPage = z.output<typeof apiPage>;

/** `GET /api/swaggers/filters`: whose APIs a gallery has, by name; an application's organization tells two of one name apart. */
export const apiOwners = z.object({
  organizations: z.array(z.object({ id: idSchema, name: z.string() })),
  applications: z.array(z.object({ id: idSchema, name: z.string(), orgname: z.string() })),
});
export type ApiOwners = z.output<typeof apiOwners>;

/** `GET /api/api-detail/{id}`: `may` says what this user may do with it. */
export const apiDetail = apiRow.extend({
  deployments: z.array(deploymentRow),
  servers: z.array(z.string()),
  /** Whether the user's organization may call it: it was given access, or needs none. */
  hasAccess: z.boolean(),
  /** What deletes it; null while nothing does. */
  deletion: z.uuid().nullable(),
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

/** What an upload, a save and a restore answer: `revision` is the document's current one then, new or not. */
export const apiImported = z.object({ apiId: idSchema, revision: z.int().positive(), position: z.string() });
export type ApiImported = z.output<typeof apiImported>;

/** One row of `GET /api/swagger/{id}/versions`, the newest first. */
export const apiVersionRow = z.object({
  revision: z.int(),
  version: z.string(),
  format: z.enum(documentFormats),
  /** Bytes. */
  size: z.int(),
  operations: z.int(),
  /** The older revision that this one made current again. */
  restores: z.int().nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
});
export type ApiVersionRow = z.output<typeof apiVersionRow>;
