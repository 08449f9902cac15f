import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { documentFormats } from './document-format.ts';

/** A document as events name it. The text is stored once, under its hash. */
const specReference = z.object({
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  format: z.enum(documentFormats),
  size: z.int().check(z.nonnegative()),
  /** Null for a PDF. A PDF has no operations and no servers. */
  specVersion: z.nullable(z.enum(['2.0', '3.0', '3.1'])),
  /** `info.version` of the document; '' for a PDF. */
  version: z.string(),
  operations: z.int().check(z.nonnegative()),
  /** Absolute addresses in the document. The deploy form proposes them as target. */
  servers: z.array(z.string()).check(z.maxLength(20)),
});
export type SpecReference = z.output<typeof specReference>;

const details = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  description: z.string().check(z.maxLength(1000)),
  sourceRepo: z.string().check(z.maxLength(500)),
  businessAreaId: z.nullable(idSchema),
});
export type ApiDetails = z.output<typeof details>;

export const apiEvents = {
  ApiPublished: event(
    z.object({
      apiId: idSchema,
      organizationId: idSchema,
      applicationId: z.nullable(idSchema),
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
      revision: z.int().check(z.positive()),
      restores: z.nullable(z.int().check(z.positive())),
      spec: specReference,
    }),
    { version: 2, upcast: (data) => ({ ...data, restores: null }) },
  ),
  ApiDetailsChanged: event(z.object({ apiId: idSchema, from: details, to: details })),
  /** An API without an application gets one. It can't be changed later. */
  ApiAssigned: event(z.object({ apiId: idSchema, applicationId: idSchema })),
  /** Can't be undone: a worker removes the deployments from their gateways and then deletes the API. */
  ApiDeletionRequested: event(z.object({ apiId: idSchema, operationId: z.uuid() })),
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
  | Command<'ChangeSpec', { spec: SpecReference }>
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
