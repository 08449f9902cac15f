import { type DesiredEntity, type FoundEntity, type KongObject, referenceIn, tagsOf } from '../admin-api/entity.ts';
import { closedRouteHeader, isClosed } from '../change/closed-route.ts';
import { agrees } from '../change/difference.ts';
import { generationIn } from '../names/gateway-names.ts';

/** Returns the generation of a deployment's entity. */
export const generationOf = (entity: { body: KongObject }): number => generationIn(tagsOf(entity));

/** Returns whether an entity is made anew in a generation. What belongs to a consumer counts for all of them. */
export const isOfGeneration = ({ kind, body }: DesiredEntity): boolean =>
  kind === 'service' || kind === 'route' || (kind === 'plugin' && referenceIn(body, 'consumer') === undefined);

const newestFirst = (entities: readonly FoundEntity[]): number[] =>
  [...new Set(entities.filter(isOfGeneration).map(generationOf))].sort((one, other) => other - one);

const openRoutes = (actual: readonly FoundEntity[]): FoundEntity[] =>
  actual.filter((entity) => entity.kind === 'route' && !isClosed(entity));

/** Returns the newest generation that callers reach; while they reach none, the newest that is there, or 1. */
export const currentGeneration = (actual: readonly FoundEntity[]): number =>
  newestFirst(openRoutes(actual))[0] ?? newestFirst(actual)[0] ?? 1;

/** Returns a body without what callers don't notice: tags, and the guard, which stays until the route is proved. */
const asCalled = ({ tags: _tags, headers, ...body }: KongObject): KongObject => {
  const { [closedRouteHeader]: _guard, ...others } = (headers ?? {}) as KongObject;
  return { ...body, headers: Object.keys(others).length > 0 ? others : null };
};

/** Returns how many entities of a generation differ from the plan for it. */
const changesOf = (generation: number, desired: readonly DesiredEntity[], actual: readonly FoundEntity[]): number => {
  const there = new Map(
    actual
      .filter((entity) => isOfGeneration(entity) && generationOf(entity) === generation)
      .map((entity) => [entity.id, entity]),
  );
  const planned = desired.filter(isOfGeneration);
  const ids = new Set(planned.map(({ id }) => id));
  const gone = [...there.keys()].filter((id) => !ids.has(id));
  const put = planned.filter(({ id, body }) => !agrees(asCalled(body), asCalled(there.get(id)?.body ?? {})));
  return gone.length + put.length;
};

/**
 * Returns the generation that a deployment is brought to. What changes one entity is whole by itself and stays in place.
 * What changes more becomes a new generation, because the gateway takes each of them into force at another moment. While
 * nobody is served, nobody notices.
 *
 * It is read from the gateway alone, so an attempt that was killed is continued: the generation that it began is the next
 * one of what is in force, and after the routes are switched it is what is in force.
 *
 * @param planFor returns the entities of a generation.
 */
export const generationFor = (
  planFor: (generation: number) => readonly DesiredEntity[],
  actual: readonly FoundEntity[],
): number => {
  const near = newestFirst(actual).find((generation) => changesOf(generation, planFor(generation), actual) <= 1);
  const current = currentGeneration(actual);
  return near ?? (openRoutes(actual).length > 0 ? current + 1 : current);
};
