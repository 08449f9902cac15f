import { businessAreaDecider } from '#domain/business-area/decider.ts';
import {
  changeEventCategory,
  checkEventCategory,
  removeEventCategory,
  saveEventCategory,
} from '#domain/event-category/calls.ts';
import { eventCategoryDecider } from '#domain/event-category/decider.ts';
import type { UsedGuard } from '#eventstore/event-store.ts';
import { enter, guardOf } from '#eventstore/guards.ts';
import { loadState } from '#eventstore/load.ts';
import { runCommand } from '../http/command.ts';
import { isInUse } from '../http/in-use.ts';
import { newId } from '../http/new-id.ts';
import { authorizeOpenly, type ReceivedOf, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { invalidField } from '../input/invalid.ts';
import { checkAndCompare } from './compare.ts';
import { detailsOf, formOf } from './row.ts';
import { eventCategoryUses } from './uses.ts';

type Saving = ReceivedOf<typeof saveEventCategory>;

/** @throws RefusedError when there is no such business area, or it is going. */
const enterBusinessArea = async (services: Services, id: number): Promise<readonly UsedGuard[]> => {
  const { state, guards } = await enter(services, businessAreaDecider, id);
  if (state.status !== 'active') throw invalidField('businessArea', 'event-category.area-gone');
  return guards;
};

/** Adds a category when `id` is 0, or changes the one with this id. Each change is a version. */
const save = async (request: Saving) => {
  const { actor, body, services, c } = request;
  authorizeOpenly(actor, 'event-category.save');
  const details = detailsOf(body);
  await checkAndCompare(actor, [], body.events, c.req.raw.signal);
  return await runCommand(request, body, async () => {
    const guards = await enterBusinessArea(services, body.businessArea);
    const eventCategoryId = body.id === 0 ? await newId(services.pool, 'event-category') : body.id;
    return {
      decider: eventCategoryDecider,
      id: eventCategoryId,
      command:
        body.id === 0
          ? { type: 'AddEventCategory' as const, data: { eventCategoryId, ...details } }
          : { type: 'ChangeEventCategory' as const, data: details },
      form: { basedOn: body.basedOn, shows: (state) => (state.status === 'active' ? formOf(state.details) : {}) },
      guards,
      response: (events, state) => {
        const after = events.reduce(eventCategoryDecider.evolve, state);
        // Without events the same values came again, so the state is the one that was asked for.
        if (after.status !== 'active') return { id: eventCategoryId };
        return { id: eventCategoryId, version: after.version, ...formOf(after.details) };
      },
    };
  });
};

export const eventCategoryCommands = [
  route(saveEventCategory, {
    action: 'event-category.save',
    summary: 'Add an event category, or change the one with this id',
    handle: save,
  }),
  route(changeEventCategory, {
    action: 'event-category.save',
    summary: 'Change the event category with this id',
    handle: async (request) => {
      if (request.body.id === 0) throw invalidField('id', 'event-category.id-required');
      return await save(request);
    },
  }),
  route(checkEventCategory, {
    isRead: true,
    limit: 'compare',
    action: 'event-category.save',
    summary: 'Check a document, and say what saving it would break for readers and writers; it changes nothing',
    handle: async ({ actor, body, services, c }) => {
      authorizeOpenly(actor, 'event-category.save');
      const state = body.id === 0 ? undefined : await loadState(services.store, eventCategoryDecider, body.id);
      const older = state?.status === 'active' ? state.details.events : [];
      return await checkAndCompare(actor, older, body.events, c.req.raw.signal);
    },
  }),
  route(removeEventCategory, {
    action: 'event-category.remove',
    summary: 'Remove an event category that nothing belongs to',
    handle: async (request) => {
      const { actor, parameters, services } = request;
      authorizeOpenly(actor, 'event-category.remove');
      const { id } = parameters;
      return await runCommand(request, parameters, async () => {
        // Before the look: whoever puts something into it from now on passes the guard.
        const guards = await services.store.readGuards([guardOf(eventCategoryDecider, id)]);
        return {
          decider: eventCategoryDecider,
          id,
          command: {
            type: 'RemoveEventCategory',
            data: { isInUse: await isInUse(services, eventCategoryUses, id) },
          } as const,
          guards,
          response: { entityId: id },
        };
      });
    },
  }),
];
