import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { isSetUp, setupDismissed, setupState } from '#domain/installation/schema.ts';
import { command, get } from '../../api/old-client.ts';
import type { CommandDefinition } from '../../api/use-command.ts';

const setupKey = ['setup'] as const;

/** Milliseconds between polls. Somebody may add a gateway on the server and return here to see it. */
const lookAgain = 15_000;

export const setupOptions = queryOptions({
  queryKey: setupKey,
  queryFn: ({ signal }) => get(setupState, '/api/setup', {}, signal),
  // A newly published API must not be missing.
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => data !== undefined && !data.dismissed && !isSetUp(data) && lookAgain,
});

export const dismissSetup: CommandDefinition<void, z.output<typeof setupDismissed>> = {
  call: (_input, context) => command(setupDismissed, 'POST', '/api/setup/dismiss', undefined, context),
  invalidates: [setupKey],
};
