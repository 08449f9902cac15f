import { queryOptions } from '@tanstack/react-query';
import { getApi } from '#domain/api/calls.ts';
import { getSampleSpec, getSpecVersion } from '#domain/api/document-calls.ts';
import { saveSpecText } from '#domain/api/publish-calls.ts';
import type { ApiDetail } from '#domain/api/schema.ts';
import { get, getText } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { apisKey } from '../api/shared/queries.ts';

/** The editor's first text: the newest version of an API, or the sample. */
export type Opened = Readonly<{ text: string; api: ApiDetail | null }>;

const open = async (id: number | undefined, signal: AbortSignal): Promise<Opened> => {
  const api = id === undefined ? null : await get(getApi, { parameters: { id } }, signal);
  // An API with a PDF has no text yet.
  if (!api || api.format === 'pdf') return { text: await getText(getSampleSpec, {}, signal), api };
  // The text of the exact version that saving is based on, as its author wrote it.
  const address = { parameters: { id: api.id, revision: api.revision }, query: { type: api.format } };
  return { text: await getText(getSpecVersion, address, signal), api };
};

/** Read once, because the text must not change while somebody writes. */
export const openedOptions = (id: number | undefined) =>
  queryOptions({
    queryKey: ['spec-editor', id ?? 'sample'],
    queryFn: ({ signal }) => open(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Saves the text (`PUT /api/swaggers`). */
export const saveCommand = (isNew: boolean) =>
  ({
    call: saveSpecText,
    invalidates: [apisKey],
    success: isNew ? 'upload.done-new' : 'upload.done',
  }) satisfies CommandDefinition;
