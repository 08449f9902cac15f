import { queryOptions } from '@tanstack/react-query';
import { type ApiDetail, type ApiImported, apiDetail, apiImported, type SpecSaveBody } from '#domain/api/schema.ts';
import { command, get, getText } from '../../api/old-client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';
import { apisKey } from '../api/shared/queries.ts';

/** The editor's first text: the newest version of an API, or the sample. */
export type Opened = Readonly<{ text: string; api: ApiDetail | null }>;

const open = async (id: number | undefined, signal: AbortSignal): Promise<Opened> => {
  const api = id === undefined ? null : await get(apiDetail, `/api/api-detail/${id}`, {}, signal);
  // An API with a PDF has no text yet.
  if (!api || api.format === 'pdf') return { text: await getText('/api/sample-swagger', {}, signal), api };
  // The text of the exact version that saving is based on, as its author wrote it.
  const path = `/api/swagger/${api.id}/versions/${api.revision}`;
  return { text: await getText(path, { type: api.format }, signal), api };
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
export const saveCommand: CommandDefinition<SpecSaveBody, ApiImported> = {
  call: (body, context) => command(apiImported, 'PUT', '/api/swaggers', body, context),
  invalidates: [apisKey],
  success: 'upload.done',
};
