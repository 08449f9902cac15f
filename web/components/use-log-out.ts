import * as z from 'zod/mini';
import { command } from '../api/client.ts';
import { useCommand } from '../api/use-command.ts';

const loggedOut = z.object({ logoutUrl: z.nullish(z.string()) });

/** Ends the session here and at the identity provider. */
export const useLogOut = () => {
  const { run, state } = useCommand<void, z.output<typeof loggedOut>>({
    call: (_input, context) => command(loggedOut, 'POST', '/auth/logout', undefined, context),
    invalidates: [],
  });
  const logOut = async () => {
    const answer = await run();
    if (answer) location.assign(answer.logoutUrl ?? '/about');
  };
  return { logOut: () => void logOut(), isPending: state === 'sending' };
};
