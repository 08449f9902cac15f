import * as z from 'zod';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { documentFormats } from './document-format.ts';

/** A spec as the events know it: the text itself is stored once, under its hash. */
const specReference = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  format: z.enum(documentFormats),
  size: z.int().nonnegative(),
  /** Null of a PDF, which has no operations and no servers either. */
  specVersion: z.enum(['2.0', '3.0', '3.1']).nullable(),
  /** `info.version` of the document; '' of a PDF. */
  version: z.string(),
  operations: z.int().nonnegative(),
  /** Absolute addresses that the document itself names: what a deploy form proposes as target. */
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
    // Version 1 knew no PDF; what it says reads as it stands.
    { version: 2 },
  ),
  /**
   * A new version of the spec; revision 1 is the one it was published with. `restores` is the older revision that it
   * makes current again.
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
  /** An API that was published for no application gets one, once and for good. */
  ApiAssigned: event(z.object({ apiId: idSchema, applicationId: idSchema })),
  /** From here on it only goes: a worker takes its deployments off their gateways, then it is deleted. */
  ApiDeletionRequested: event(z.object({ apiId: idSchema, operationId: z.uuid() }), { requests: 'delete-api' }),
  ApiDeleted: event(z.object({ apiId: idSchema })),
};

export type ApiEvent = EventsOf<typeof apiEvents>;

export type ApiCommand =
  | Command<
      'PublishApi',
      { apiId: number; organizationId: number; applicationId: number | null; details: ApiDetails; spec: SpecReference }
    >
  /** `spec: null` keeps the one there is; `applicationId` is for an API that has none. */
  | Command<'UpdateApi', { details: ApiDetails; spec: SpecReference | null; applicationId?: number }>
  /** `basedOn`: the revision that the author started from; null is not asked. */
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
      /** Every revision's document, the first one first. */
      revisions: readonly SpecReference[];
      /** The operation that deletes it. */
      operationId: string | null;
    }>;
