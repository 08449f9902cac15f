import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getSpecVersion } from '#domain/api/document-calls.ts';
import { restoreVersion } from '#domain/api/publish-calls.ts';
import { compareText } from '#domain/api/text-calls.ts';
import { compareVersions, listApiVersions } from '#domain/api/version-calls.ts';
import { ask, get, getText, urlOf } from '../../../api/client.ts';
import type { CommandDefinition } from '../../../api/use-command.ts';
import { lintOf, specBodyOf } from '../../api/shared/lint.ts';
import { apisKey } from '../../api/shared/queries.ts';

const versionsKey = [...apisKey, 'versions'] as const;

/** Reads every version of an API's document, newest first. */
export const versionsOptions = (apiId: number) =>
  queryOptions({
    queryKey: [...versionsKey, apiId],
    queryFn: ({ signal }) => get(listApiVersions, { parameters: { id: apiId } }, signal),
  });

/** Reads the changes between two versions. They never change. */
export const comparisonOptions = (apiId: number, from: number, to: number) =>
  queryOptions({
    queryKey: ['comparison', apiId, from, to],
    queryFn: ({ signal }) => get(compareVersions, { parameters: { id: apiId }, query: { from, to } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: from > 0 && to > 0,
  });

const againstCurrent = (apiId: number, body: Blob, signal: AbortSignal) =>
  ask(compareText, { parameters: { id: apiId } }, body, signal);

/** Reads the changes that a chosen file would make. The component that shows them asks for the newest version. */
export const fileComparisonOptions = (apiId: number, file: File) =>
  queryOptions({
    queryKey: [...apisKey, 'file-comparison', apiId, file.name, file.size, file.lastModified],
    queryFn: async ({ signal }) => await againstCurrent(apiId, await specBodyOf(file), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Reads the changes that an unsaved text would make. The earlier result is shown until the new one is known. */
export const textComparisonOptions = (apiId: number, { body, version }: Readonly<{ body: Blob; version: number }>) =>
  queryOptions({
    queryKey: [...apisKey, 'text-comparison', apiId, version],
    queryFn: ({ signal }) => againstCurrent(apiId, body, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Another text can have the same version numbers, and a body may be large.
    gcTime: 0,
    placeholderData: keepPreviousData,
  });

/** Returns the download address of a version: as JSON or YAML, or the unchanged PDF. */
export const versionUrl = (apiId: number, revision: number, type?: 'json' | 'yaml'): string =>
  urlOf(getSpecVersion, { parameters: { id: apiId, revision }, query: { type } });

/** Checks a stored version with the rules. The lines are those of the uploaded text. */
export const versionLintOptions = (apiId: number, revision: number, format: 'json' | 'yaml') =>
  queryOptions({
    queryKey: ['lint', apiId, revision],
    queryFn: async ({ signal }) => {
      const address = { parameters: { id: apiId, revision }, query: { type: format } };
      return await lintOf(await getText(getSpecVersion, address, signal), signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Makes an older version current again, as a new version. */
export const restoreCommand = {
  call: restoreVersion,
  invalidates: [apisKey],
  success: 'apis.version-restored',
} satisfies CommandDefinition;
