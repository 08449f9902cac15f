import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { isFinal, type OperationListQuery, operationPage } from '#domain/operation/schema.ts';
import { command, get } from '../../api/old-client.ts';
import { operationQuery } from '../../api/running-operations.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

const operationsKey = ['operations'] as const;

/** Milliseconds between polls of the list while an operation on the page runs. */
const soon = 2_000;
const later = 15_000;

export const operationListOptions = (params: OperationListQuery) =>
  queryOptions({
    queryKey: [...operationsKey, params],
    queryFn: ({ signal }) => get(operationPage, '/api/operations', params, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.operations.some(({ state }) => !isFinal(state)) ? soon : later),
  });

const replayed = z.object({ operationId: z.string(), position: z.string() });

export const replayCommand = (
  operationId: string,
): CommandDefinition<{ reason: string }, z.output<typeof replayed>> => ({
  call: (body, context) =>
    command(replayed, 'POST', `/api/operations/${encodeURIComponent(operationId)}/replay`, body, context),
  invalidates: [operationsKey, operationQuery(operationId).queryKey],
});
