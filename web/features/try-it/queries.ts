import { queryOptions } from '@tanstack/react-query';
import { listOperationsToTry, tryCall } from '#domain/try-it/calls.ts';
import { get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

/** Reads the operations of one version of an API. They never change. */
export const tryItOperationsOptions = (apiId: number, revision: number) =>
  queryOptions({
    queryKey: ['try-it-operations', apiId, revision],
    queryFn: ({ signal }) => get(listOperationsToTry, { parameters: { id: apiId } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const callCommand = {
  call: tryCall,
  invalidates: [],
} satisfies CommandDefinition;
