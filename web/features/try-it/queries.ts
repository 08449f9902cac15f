import { queryOptions } from '@tanstack/react-query';
import { type TryItBody, type TryItResponse, tryItOperations, tryItResponse } from '#domain/try-it/schema.ts';
import { command, get } from '../../api/old-client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

/** Reads the operations of one version of an API. They never change. */
export const tryItOperationsOptions = (apiId: number, revision: number) =>
  queryOptions({
    queryKey: ['try-it-operations', apiId, revision],
    queryFn: ({ signal }) => get(tryItOperations, `/api/swagger/${apiId}/operations`, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const callCommand: CommandDefinition<TryItBody & { consumerId: number }, TryItResponse> = {
  call: ({ consumerId, ...body }, context) =>
    command(tryItResponse, 'POST', `/api/consumer/${consumerId}/call`, body, context),
  invalidates: [],
};
