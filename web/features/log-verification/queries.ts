import { queryOptions } from '@tanstack/react-query';
import { getLogVerification, requestLogVerification } from '#domain/log-verification/calls.ts';
import { get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

/** Milliseconds between two looks how far a verification is. */
const progressPause = 1000;

export const logVerificationOptions = queryOptions({
  queryKey: ['log-verification'],
  queryFn: ({ signal }) => get(getLogVerification, {}, signal),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.running ? progressPause : false),
});

export const requestVerificationCommand: CommandDefinition<typeof requestLogVerification> = {
  call: requestLogVerification,
  invalidates: [logVerificationOptions.queryKey],
};
