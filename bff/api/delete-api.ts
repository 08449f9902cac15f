import { removeApi } from '#domain/api/calls.ts';
import { apiDecider } from '#domain/api/decider.ts';
import { getLosingKeysOfApi } from '#domain/api/deletion-calls.ts';
import type { ApiRow } from '#domain/api/schema.ts';
import { may } from '#domain/core/authorization.ts';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { guardOf } from '#eventstore/guards.ts';
import { randomId } from '#platform/uuid.ts';
import { runCommand } from '../http/command.ts';
import { readGuards } from '../http/guards.ts';
import { refuseWhileUsed } from '../http/in-use.ts';
import { authorize, authorizeOpenly, type Received, route } from '../http/route.ts';
import { ofApi, readLosingKeys } from '../sql/losing-keys.ts';
import { apiUses, tablesOf } from '../sql/uses.ts';
import { findApi } from './shared/row.ts';

/** Returns an API that the user may delete. Everybody may read an API. Who may not delete another organization's gets 404. */
const deletable = async ({ actor, services }: Received, id: number): Promise<ApiRow> => {
  const api = await findApi(services.db, id);
  if (!api) throw new RefusedError(notFound());
  const mine = { applicationId: api.bizappId, organizationId: api.organizationId, apiId: id };
  if (actor.organizationId === api.organizationId) authorizeOpenly(actor, 'api.delete', mine);
  else authorize(actor, 'api.delete', mine);
  return api;
};

export const deleteApiCommands = [
  route(getLosingKeysOfApi, {
    action: 'api.delete',
    summary: 'Whose keys stop when the API is deleted, and how much it was called in the last 30 days',
    handle: async (request) => {
      const { id } = await deletable(request, request.parameters.id);
      return await readLosingKeys(request.services, ofApi(id));
    },
  }),
  route(removeApi, {
    action: 'api.delete',
    summary: 'Delete an API: its deployments and their keys leave the gateways, then it is gone',
    handle: async (request) => {
      const { actor, parameters, services } = request;
      return await runCommand(request, parameters, async () => {
        const { id } = await deletable(request, parameters.id);
        // Whoever brings something to the API from now on is refused, or decides again.
        const guards = await readGuards(services, [guardOf(apiDecider, id)], tablesOf(apiUses));
        await refuseWhileUsed(request, apiUses, id);
        const operationId = randomId();
        return {
          decider: apiDecider,
          id,
          guards,
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
