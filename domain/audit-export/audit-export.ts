import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { environmentSchema } from '../core/environment.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { auditFormats } from './formats.ts';

/** Who asked, and whose entries: those of one organization, or null for all. */
const about = { userId: idSchema, organizationId: z.nullable(idSchema) };
const count = z.int().check(z.minimum(0));

const query = z.object({
  ...about,
  format: z.enum(auditFormats),
  /** What people type can name somebody, so it is encrypted with the key of whoever typed it. */
  search: z.string(),
  person: z.string(),
  address: z.string(),
  noun: z.optional(z.string()),
  act: z.optional(z.string()),
  thing: z.string(),
  doneBy: z.optional(idSchema),
  ofOrganization: z.optional(idSchema),
  startDate: z.optional(z.string()),
  endDate: z.optional(z.string()),
  /** The moment of an answer as of a date, which is about `thing`. Absent: entries of the audit are exported. */
  asOf: z.optional(z.iso.datetime()),
  environment: z.optional(environmentSchema),
  state: z.optional(z.string()),
});

/** An export of the audit, or of an answer as of a date. One of which the log has only the first event ended with its process. */
export const auditExportEvents = {
  /** Recorded before the first byte is sent. */
  AuditExportBegun: event(query, {
    personal: { fields: ['search', 'person', 'address'], subject: ({ userId }) => Number(userId) },
    version: 2,
    // The last release does not know documents.
    writtenAs: ({ format }) => (format === 'html' ? 2 : 1),
    upcast: (data) => data,
  }),
  /** Recorded before the manifest is sent. `manifest`: its SHA-256 in hex. It has the hashes of the files. */
  AuditExportCompleted: event(
    z.object({ ...about, entries: count, manifest: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  ),
  /** The reader went away, or the entries could not be read. `entries`: how many were sent until then. */
  AuditExportBrokenOff: event(z.object({ ...about, entries: count })),
};

export type AuditExportEvent = EventsOf<typeof auditExportEvents>;
/** Who asked for what. */
export type Asked = Extract<AuditExportEvent, { type: 'AuditExportBegun' }>['data'];

export type AuditExportCommand =
  | Command<'BeginExport', Asked>
  | Command<'CompleteExport', { entries: number; manifest: string }>
  | Command<'BreakExportOff', { entries: number }>;

export type AuditExport =
  | Readonly<{ status: 'none' }>
  | Readonly<{ status: 'ended' }>
  | (Pick<Asked, 'userId' | 'organizationId'> & Readonly<{ status: 'begun' }>);
