import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { idSchema } from '#domain/core/id.ts';
import {
  type IssueListQuery,
  issueBody,
  issueChanged,
  issueFileLimit,
  issuePage,
  issueRow,
} from '#domain/issue/schema.ts';
import { command, get } from '../../../api/old-client.ts';
import { upload } from '../../../api/old-upload.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';

type IssueChanged = z.output<typeof issueChanged>;

const issuesKey = ['issues'] as const;

export const issueListOptions = (params: IssueListQuery) =>
  queryOptions({
    queryKey: [...issuesKey, 'list', params],
    queryFn: ({ signal }) => get(issuePage, '/api/issues', params, signal),
    placeholderData: keepPreviousData,
  });

export const issueOptions = (id: number) =>
  queryOptions({
    queryKey: [...issuesKey, 'detail', id],
    queryFn: ({ signal }) => get(issueRow, `/api/issues/${id}`, {}, signal),
  });

/** Returns the download address of an attachment. */
export const issueFileUrl = (id: number): string => `/api/issues/${id}/file`;

export const closeIssue = (id: number): CommandDefinition<void, IssueChanged> => ({
  call: (_input, context) => command(issueChanged, 'POST', `/api/issues/${id}/close`, undefined, context),
  invalidates: [issuesKey],
  success: 'issues.closed-notice',
});

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
type IssueValues = z.output<typeof issueForm>;

const formDataOf = ({ issueFile: file, ...values }: IssueValues): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) form.set(name, String(value));
  }
  // The file comes last, so that the server has read the fields before the bytes.
  if (file) form.set('issueFile', file);
  return form;
};

export const reportIssue: CommandDefinition<IssueValues, IssueChanged> = {
  call: (values, context) => upload(issueChanged, '/api/user/reportIssue', formDataOf(values), context),
  invalidates: [issuesKey],
};
