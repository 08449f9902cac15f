import * as z from 'zod/mini';
import { readableName } from '../core/given-name.ts';
import { idParameter, idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { atMost } from '../core/required-text.ts';
import { issueFile } from './issue.ts';

/** Characters, as in other titles and descriptions. */
export const issueTitleLimit = 200;
export const issueDescriptionLimit = 1000;
/** Bytes. */
export const issueFileLimit = 5 * 1024 * 1024;
/** Issues that a person may report in a day (UTC). */
export const issuesADay = 20;

/** The form fields of `POST /api/user/reportIssue` beside the file `issueFile`; an empty text means no value. */
export const issueBody = z.strictObject({
  appId: z.optional(idParameter),
  title: z
    .string({ error: 'issue.title-required' })
    .check(
      z.trim(),
      z.minLength(1, 'issue.title-required'),
      atMost(issueTitleLimit, 'issue.title-too-long'),
      z.superRefine(readableName),
    ),
  description: z
    .string({ error: 'issue.description-required' })
    .check(
      z.trim(),
      z.minLength(1, 'issue.description-required'),
      z.maxLength(issueDescriptionLimit, 'issue.description-too-long'),
    ),
});

export const issueStates = ['open', 'closed'] as const;

export const issueListQuery = z.extend(
  listParameters(['id', 'title', 'reportedAt', 'state'], {
    sort: 'id',
    order: 'desc',
  }),
  {
    state: z.optional(z.enum(issueStates)),
    /** Looks in title and description. */
    search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  },
);
export type IssueListQuery = z.output<typeof issueListQuery>;
export const issuePageSize = 10;

export const issueRow = z.object({
  id: idSchema,
  title: z.string(),
  description: z.string(),
  state: z.enum(issueStates),
  reportedAt: z.string(),
  reporter: z.object({ id: idSchema, name: z.string(), email: z.string(), organizationName: z.string() }),
  application: z.nullable(z.object({ id: idSchema, name: z.string() })),
  file: z.nullable(
    z.extend(z.omit(issueFile, { hash: true }), {
      /** When the retention deleted it. */
      deletedAt: z._default(z.nullable(z.string()), null),
    }),
  ),
  closedAt: z.nullable(z.string()),
  closedBy: z.nullable(z.object({ id: z.int(), name: z.string() })),
});
export type IssueRow = z.output<typeof issueRow>;

/** `GET /api/issues`. */
export const issuePage = pageOf('issues', issueRow);

/** The response to reporting and closing. */
export const issueChanged = z.object({ issueId: idSchema, position: z.string() });
