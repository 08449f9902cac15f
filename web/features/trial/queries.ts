import { queryOptions } from '@tanstack/react-query';
import { type TrialAnswer, type TrialBody, trialAnswer, trialOperations } from '#domain/trial/schema.ts';
import { command, get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

/** The operations of one version of an API, which never change. */
export const trialOperationsOptions = (apiId: number, revision: number) =>
  queryOptions({
    queryKey: ['trial-operations', apiId, revision],
    queryFn: ({ signal }) => get(trialOperations, `/api/swagger/${apiId}/operations`, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const callCommand: CommandDefinition<TrialBody & { consumerId: number }, TrialAnswer> = {
  call: ({ consumerId, ...body }, context) =>
    command(trialAnswer, 'POST', `/api/consumer/${consumerId}/call`, body, context),
  invalidates: [],
};
