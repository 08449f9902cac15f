import { dismissSetup } from '#domain/installation/calls.ts';
import { setupDecider, setupId } from '#domain/installation/setup.ts';
import { runCommand } from '../http/command.ts';
import { authorizeOpenly, route } from '../http/route.ts';

export const setupCommands = [
  route(dismissSetup, {
    action: 'setup.dismiss',
    summary: 'Put the list of first steps away, for every administrator',
    handle: async (request) => {
      const { actor } = request;
      authorizeOpenly(actor, 'setup.dismiss');
      return await runCommand(request, {}, async () => ({
        decider: setupDecider,
        id: setupId,
        command: { type: 'DismissSetup', data: { userId: actor.userId } } as const,
        response: {},
      }));
    },
  }),
];
