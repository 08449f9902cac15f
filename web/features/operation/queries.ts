import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { cancelOperation, listOperations, replayOperation } from '#domain/operation/calls.ts';
import type { DeskQuery } from '#domain/operation/desk.ts';
import {
  cancelOperations,
  listCauses,
  previewReplay,
  readCause,
  readTimeline,
  replayOperations,
} from '#domain/operation/desk-calls.ts';
import { isFinal, type OperationListQuery, type OperationRow } from '#domain/operation/schema.ts';
import { get } from '../../api/client.ts';
import { operationQuery } from '../../api/running-operations.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

export const operationsKey = ['operations'] as const;

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

const deskKey = [...operationsKey, 'desk'] as const;

export const deskOptions = (params: DeskQuery) =>
  queryOptions({
    queryKey: [...deskKey, params],
    queryFn: ({ signal }) => get(listCauses, { query: params }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: later,
  });

export const causeOptions = (cause: string) =>
  queryOptions({
    queryKey: [...deskKey, 'cause', cause],
    queryFn: ({ signal }) => get(readCause, { parameters: { cause } }, signal),
    refetchInterval: later,
  });

/** Read anew when the operation has changed. */
export const timelineOptions = ({ id, updatedAt }: Pick<OperationRow, 'id' | 'updatedAt'>) =>
  queryOptions({
    queryKey: [...operationQuery(id).queryKey, 'timeline', updatedAt],
    queryFn: ({ signal }) => get(readTimeline, { parameters: { id } }, signal),
    placeholderData: keepPreviousData,
  });

/** Asked anew whenever somebody looks: the gateway may have changed. */
export const previewOptions = (operationId: string) =>
  queryOptions({
    queryKey: ['replay-preview', operationId],
    queryFn: ({ signal }) => get(previewReplay, { parameters: { id: operationId } }, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

export const replayManyCommand = {
  call: replayOperations,
  invalidates: [operationsKey],
} satisfies CommandDefinition;

export const cancelManyCommand = {
  call: cancelOperations,
  invalidates: [operationsKey],
} satisfies CommandDefinition;

export const replayCommand = (operationId: string) =>
  ({
    call: replayOperation,
    invalidates: [operationsKey, operationQuery(operationId).queryKey],
  }) satisfies CommandDefinition;

export const cancelCommand = (operationId: string) =>
  ({
    call: cancelOperation,
    invalidates: [operationsKey, operationQuery(operationId).queryKey],
  }) satisfies CommandDefinition;
