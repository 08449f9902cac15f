import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

/** Allowed file types, checked by their bytes, with the ending of the downloaded file. */
export const issueFileTypes = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/plain': 'txt',
} as const;
export type IssueFileType = keyof typeof issueFileTypes;

/** The file is stored beside the events, under its SHA-256. Its name is not stored, because it may name people. */
export const issueFile = z.object({
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  type: z.enum(Object.keys(issueFileTypes) as [IssueFileType, ...IssueFileType[]]),
  /** Bytes. */
  size: z.int().check(z.positive()),
});
export type IssueFile = z.output<typeof issueFile>;

const reported = z.object({
  issueId: idSchema,
  reporterId: idSchema,
  organizationId: idSchema,
  /** The application that the issue is about. */
  applicationId: z.nullable(idSchema),
  title: z.string(),
  description: z.string(),
  file: z.nullable(issueFile),
});

export const issueEvents = {
  /** Texts may contain personal data, so they are encrypted with the reporter's key. */
  IssueReported: event(reported, {
    personal: { fields: ['title', 'description'], subject: ({ reporterId }) => Number(reporterId) },
  }),
  IssueClosed: event(z.object({ issueId: idSchema })),
};

export type IssueEvent = EventsOf<typeof issueEvents>;
export type IssueCommand =
  | Command<'ReportIssue', z.output<typeof reported>>
  | Command<'CloseIssue', Record<never, never>>;

export type Issue = Readonly<{ status: 'none' }> | Readonly<{ status: 'open' | 'closed'; issueId: number }>;
