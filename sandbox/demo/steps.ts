import type { EventMeta } from '#domain/core/event.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { sharedApi } from './catalogue.ts';
import type { Seeded, SeedServices } from './seed.ts';

/** An API of the demo. */
type Named = Readonly<{ name: string }>;

/**
 * How what the demo does with an API is known again by a later start.
 *
 * @property idOf     of a step, e.g. `deploy`: the same at every start.
 * @property metaOf   of its command, which the maintainer sends.
 * @property entityOf what an earlier start has made by it; undefined when none has.
 */
export type Steps = Readonly<{
  idOf: (step: string, api: Named) => string;
  metaOf: (step: string, api: Named) => EventMeta;
  entityOf: (step: string, api: Named) => Promise<number | undefined>;
}>;

export const createSteps = ({ store }: SeedServices, { maintainer }: Seeded): Steps => {
  /** The first releases did them for one API only, without its name. */
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
