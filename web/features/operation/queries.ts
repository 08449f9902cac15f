import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listOperations, replayOperation } from '#domain/operation/calls.ts';
import { isFinal, type OperationListQuery } from '#domain/operation/schema.ts';
import { get } from '../../api/client.ts';
import { operationQuery } from '../../api/running-operations.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

const operationsKey = ['operations'] as const;

/** Milliseconds between polls of the list while an operation on the page runs. */
const soon = 2_000;
const later = 15_000;

export const operationListOptions = (params: OperationListQuery) =>
  queryOptions({
    queryKey: [...operationsKey, params],
    queryFn: ({ signal }) => get(listOperations, { query: params }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.operations.some(({ state }) => !isFinal(state)) ? soon : later),
  });

export const replayCommand = (operationId: string) =>
  ({
    call: replayOperation,
    invalidates: [operationsKey, operationQuery(operationId).queryKey],
  }) satisfies CommandDefinition;
