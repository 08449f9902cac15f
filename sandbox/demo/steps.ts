import type { EventMeta } from '../../domain/core/event.ts';
import { porticoNamespace, uuidV5 } from '../../platform/uuid.ts';
import { sharedApi } from './catalogue.ts';
import type { Seeded, SeedServices } from './seed.ts';

/** An API of the demo. */
type Named = Readonly<{ name: string }>;

/**
 * Lets a later start recognize what an earlier one did with an API.
 *
 * @property idOf     returns the id of a step, such as `deploy`: the same at every start.
 * @property metaOf   returns the meta data of the step's command, which the maintainer sends.
 * @property entityOf returns the id that an earlier start made in this step, undefined if none did.
 */
export type Steps = Readonly<{
  idOf: (step: string, api: Named) => string;
  metaOf: (step: string, api: Named) => EventMeta;
  entityOf: (step: string, api: Named) => Promise<number | undefined>;
}>;

export const createSteps = ({ store }: SeedServices, { maintainer }: Seeded): Steps => {
  /** Returns a step's id. The first releases had one API only, so its ids have no name. */
  const idOf = (step: string, { name }: Named) =>
    uuidV5(porticoNamespace, `demo/activity/${step}${name === sharedApi ? '' : `/${name}`}`);
  return {
    idOf,
    metaOf: (step, api) => {
      const commandId = idOf(step, api);
      return { actor: maintainer, commandId, correlationId: commandId, time: new Date().toISOString() };
    },
    entityOf: async (step, api) => {
      const known = await store.findCommand(idOf(step, api));
      return known && Number(known.outcome.id);
    },
  };
};
