import { removeApi } from '#domain/api/calls.ts';
import { apiDecider } from '#domain/api/decider.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { randomId } from '#platform/uuid.ts';
import { runCommand } from '../http/command.ts';
import { guardOf } from '../http/guards.ts';
import { authorize, authorizeOpenly, route } from '../http/route.ts';
import { findApi } from './shared/row.ts';

export const deleteApiCommands = [
  route(removeApi, {
    action: 'api.delete',
    summary: 'Delete an API: its deployments and their keys leave the gateways, then it is gone',
    handle: async (request) => {
      const { actor, parameters, services } = request;
      return await runCommand(request, parameters, async () => {
        const api = await findApi(services.db, parameters.id);
        if (!api) throw new RefusedError(notFound());
        const mine = { applicationId: api.bizappId, organizationId: api.organizationId };
        // Readable by all. Who may not delete it gets 404.
        if (actor.organizationId === api.organizationId) authorizeOpenly(actor, 'api.delete', mine);
        else authorize(actor, 'api.delete', mine);
        const operationId = randomId();
        return {
          decider: apiDecider,
          id: parameters.id,
          // Whoever brings something to the API from now on is refused, or decides again.
          guards: await services.store.readGuards([guardOf(apiDecider, parameters.id)]),
          command: { type: 'RequestDeletion', data: { operationId } } as const,
          // The read table may be behind, so the rule is checked again with the state from the events.
          authorize: (state) =>
            state.status !== 'none' && may(actor, 'api.delete', { applicationId: state.applicationId })
              ? undefined
              : notFound(),
          response: { entityId: parameters.id, operationId },
        };
      });
    },
  }),
];
