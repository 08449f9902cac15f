import { removeBusinessArea, saveBusinessArea } from '#domain/business-area/calls.ts';
import { businessAreaDecider } from '#domain/business-area/decider.ts';
import { guardOf } from '#eventstore/guards.ts';
import { runCommand } from '../http/command.ts';
import { isInUse } from '../http/in-use.ts';
import { newId } from '../http/new-id.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import { businessAreaUses } from './uses.ts';

export const businessAreaCommands = [
  route(saveBusinessArea, {
    action: 'business-area.save',
    summary: 'Add a business area, or change the one with this id',
    handle: async (request) => {
      const { actor, body, services } = request;
      authorizeOpenly(actor, 'business-area.save');
      const { id, basedOn, ...details } = body;
      return await runCommand(request, body, async () => {
        const businessAreaId = id === 0 ? await newId(services.pool, 'business-area') : id;
        return {
          decider: businessAreaDecider,
          id: businessAreaId,
          command:
            id === 0
              ? { type: 'AddBusinessArea' as const, data: { businessAreaId, ...details } }
              : { type: 'ChangeBusinessArea' as const, data: details },
          form: { basedOn, shows: (state) => (state.status === 'active' ? state.details : {}) },
          response: { id: businessAreaId, ...details },
        };
      });
    },
  }),
  route(removeBusinessArea, {
    action: 'business-area.remove',
    summary: 'Remove a business area that nothing belongs to',
    handle: async (request) => {
      const { actor, parameters, services } = request;
      authorizeOpenly(actor, 'business-area.remove');
      const { id } = parameters;
      return await runCommand(request, parameters, async () => {
        // Before the look: whoever puts something into it from now on passes the guard.
        const guards = await services.store.readGuards([guardOf(businessAreaDecider, id)]);
        return {
          decider: businessAreaDecider,
          id,
          command: {
            type: 'RemoveBusinessArea',
            data: { isInUse: await isInUse(services, businessAreaUses, id) },
          } as const,
          guards,
          response: { entityId: id },
        };
      });
    },
  }),
];
