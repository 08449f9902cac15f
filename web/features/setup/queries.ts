import { queryOptions } from '@tanstack/react-query';
import { dismissSetup, getSetup } from '#domain/installation/calls.ts';
import { isSetUp } from '#domain/installation/schema.ts';
import { get } from '../../api/client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

const setupKey = ['setup'] as const;

/** Milliseconds between polls. Somebody may add a gateway or mend a setting on the server and return here to see it. */
const lookAgain = 15_000;

export const setupOptions = queryOptions({
  queryKey: setupKey,
  queryFn: ({ signal }) => get(getSetup, {}, signal),
  // A newly published API must not be missing.
  staleTime: 0,
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && ((!data.dismissed && !isSetUp(data)) || data.signIn != null) && lookAgain,
});

export const dismissCommand = {
  call: dismissSetup,
  invalidates: [setupKey],
} satisfies CommandDefinition;
