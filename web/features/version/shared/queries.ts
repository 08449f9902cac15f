import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { specComparison } from '#domain/api/comparison.ts';
import { type ApiImported, apiImported, apiVersionRow } from '#domain/api/schema.ts';
import { ask, command, get, getText } from '../../../api/client.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';
import { lintText, specBodyOf } from '../../api/shared/lint.ts';
import { apisKey } from '../../api/shared/queries.ts';

const versionsKey = [...apisKey, 'versions'] as const;

/** Every version of an API's document, the newest first. */
export const versionsOptions = (apiId: number) =>
  queryOptions({
    queryKey: [...versionsKey, apiId],
    queryFn: ({ signal }) => get(z.array(apiVersionRow), `/api/swagger/${apiId}/versions`, {}, signal),
  });

/** What differs between two versions: it stays so. */
export const comparisonOptions = (apiId: number, from: number, to: number) =>
  queryOptions({
    queryKey: ['comparison', apiId, from, to],
    queryFn: ({ signal }) => get(specComparison, `/api/swagger/${apiId}/compare`, { from, to }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: from > 0 && to > 0,
  });

const againstCurrent = (apiId: number, body: Blob, signal: AbortSignal) =>
  ask(specComparison, `/api/swagger/${apiId}/compare`, body, signal);

/** What a file that was chosen would change; the newest version is asked for by whoever shows it. */
export const fileComparisonOptions = (apiId: number, file: File) =>
  queryOptions({
    queryKey: [...apisKey, 'file-comparison', apiId, file.name, file.size, file.lastModified],
    queryFn: async ({ signal }) => await againstCurrent(apiId, await specBodyOf(file), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What a version of a text that is being written would change; the one before is shown until this is known. */
export const textComparisonOptions = (apiId: number, { body, version }: Readonly<{ body: Blob; version: number }>) =>
  queryOptions({
    queryKey: [...apisKey, 'text-comparison', apiId, version],
    queryFn: ({ signal }) => againstCurrent(apiId, body, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Another text has the same versions, and a body may be large.
    gcTime: 0,
    placeholderData: keepPreviousData,
  });

/** Where a version is downloaded: as JSON or YAML, or the PDF as it is. */
export const versionUrl = (apiId: number, revision: number, type?: 'json' | 'yaml'): string =>
  `/api/swagger/${apiId}/versions/${revision}${type ? `?type=${type}` : ''}`;

/** What the rules say about a stored version, with the lines of the text as it was uploaded. */
export const versionLintOptions = (apiId: number, revision: number, format: 'json' | 'yaml') =>
  queryOptions({
    queryKey: ['lint', apiId, revision],
    queryFn: async ({ signal }) => {
      const specText = await getText(versionUrl(apiId, revision, format), {}, signal);
      return await lintText(specText, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Makes an older version current again, as a new one. */
export const restoreCommand = (apiId: number): CommandDefinition<number, ApiImported> => ({
  call: (revision, context) =>
    command(apiImported, 'POST', `/api/swagger/${apiId}/versions/${revision}/restore`, undefined, context),
  invalidates: [apisKey],
  success: 'apis.version-restored',
});
