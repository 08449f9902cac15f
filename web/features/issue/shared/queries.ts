import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { idSchema } from '#domain/core/id.ts';
import { closeIssue, downloadIssueFile, getIssue, listIssues, reportIssue } from '#domain/issue/calls.ts';
import { type IssueListQuery, issueBody, issueFileLimit } from '#domain/issue/schema.ts';
import { get, urlOf } from '../../../api/client.ts';
import { upload } from '../../../api/upload.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';

const issuesKey = ['issues'] as const;

export const issueListOptions = (params: IssueListQuery) =>
  queryOptions({
    queryKey: [...issuesKey, 'list', params],
    queryFn: ({ signal }) => get(listIssues, { query: params }, signal),
    placeholderData: keepPreviousData,
  });

export const issueOptions = (id: number) =>
  queryOptions({
    queryKey: [...issuesKey, 'detail', id],
    queryFn: ({ signal }) => get(getIssue, { parameters: { id } }, signal),
  });

/** Returns the download address of an attachment. */
export const issueFileUrl = (id: number): string => urlOf(downloadIssueFile, { parameters: { id } });

export const closeCommand = {
  call: closeIssue,
  invalidates: [issuesKey],
  success: 'issues.closed-notice',
} satisfies CommandDefinition;

/** The file types that the server recognizes by their bytes, as file endings. */
export const issueFileAccept = '.png,.jpg,.jpeg,.gif,.webp,.pdf,.txt,.log';

const issueFile = z.instanceof(File).check(
  z.refine(({ name }) => issueFileAccept.split(',').some((ending) => name.toLowerCase().endsWith(ending)), {
    error: 'issue.file-type',
  }),
  z.refine(({ size }) => size <= issueFileLimit, { error: 'issue.file-too-large' }),
);

/** Schema of the form: the rules of the call, with the file, and the application's id as a number. */
export const issueForm = z.extend(issueBody, { appId: z.optional(idSchema), issueFile: z.optional(issueFile) });

export const reportCommand: CommandDefinition<typeof reportIssue> = {
  call: reportIssue,
  send: upload,
  invalidates: [issuesKey],
};
