import * as z from 'zod';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { documentFormats } from './document-format.ts';

/** A document as events name it. The text is stored once, under its hash. */
const specReference = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  format: z.enum(documentFormats),
  size: z.int().nonnegative(),
  /** Null for a PDF. A PDF has no operations and no servers. */
  specVersion: z.enum(['2.0', '3.0', '3.1']).nullable(),
  /** `info.version` of the document; '' for a PDF. */
  version: z.string(),
  operations: z.int().nonnegative(),
  /** Absolute addresses in the document. The deploy form proposes them as target. */
  servers: z.array(z.string()).max(20),
});
export type SpecReference = z.output<typeof specReference>;

const details = z.object({
  name: z.string().min(1).max(200),
  description: z.string().max(1000),
  sourceRepo: z.string().max(500),
  businessAreaId: idSchema.nullable(),
});
export type ApiDetails = z.output<typeof details>;

export const apiEvents = {
  ApiPublished: event(
    z.object({
      apiId: idSchema,
      organizationId: idSchema,
      applicationId: idSchema.nullable(),
      details,
      spec: specReference,
    }),
    // Version 1 had no PDF. Its data is valid as it is.
    { version: 2 },
  ),
  /**
   * A new revision of the document. Revision 1 is the published one. `restores` is the older revision that becomes
   * current again.
   */
  ApiSpecChanged: event(
    z.object({
      apiId: idSchema,
      revision: z.int().positive(),
      restores: z.int().positive().nullable(),
      spec: specReference,
    }),
    { version: 2, upcast: (data) => ({ ...data, restores: null }) },
  ),
  ApiDetailsChanged: event(z.object({ apiId: idSchema, from: details, to: details })),
  /** An API without an application gets one. It can't be changed later. */
  ApiAssigned: event(z.object({ apiId: idSchema, applicationId: idSchema })),
  /** Can't be undone: a worker removes the deployments from their gateways and then deletes the API. */
  ApiDeletionRequested: event(z.object({ apiId: idSchema, operationId: z.uuid() }), { requests: 'delete-api' }),
  ApiDeleted: event(z.object({ apiId: idSchema })),
};

export type ApiEvent = EventsOf<typeof apiEvents>;

export type ApiCommand =
  | Command<
      'PublishApi',
      { apiId: number; organizationId: number; applicationId: number | null; details: ApiDetails; spec: SpecReference }
    >
  /** `spec: null` keeps the current document. `applicationId` is for an API without an application. */
  | Command<'UpdateApi', { details: ApiDetails; spec: SpecReference | null; applicationId?: number }>
  /** `basedOn`: the revision that the author started from. Null skips the check. */
  | Command<'ChangeSpec', { spec: SpecReference; basedOn: number | null }>
  | Command<'RestoreSpec', { revision: number }>
  | Command<'RequestDeletion', { operationId: string }>
  | Command<'ConfirmDeletion', { operationId: string }>;

export type Api =
  | Readonly<{ status: 'none' }>
  | Readonly<{
      status: 'published' | 'deleting' | 'deleted';
      apiId: number;
      organizationId: number;
      applicationId: number | null;
      details: ApiDetails;
      spec: SpecReference;
      revision: number;
      /** The documents of all revisions, oldest first. */
      revisions: readonly SpecReference[];
      /** The operation that deletes the API. */
      operationId: string | null;
    }>;
