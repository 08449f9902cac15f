import {
  type DesiredEntity,
  type EntityReference,
  entityKinds,
  type FoundEntity,
  isKongObject,
  type KongObject,
  referenceIn,
} from '../admin-api/entity.ts';

/** One call to make. `existed` tells whether a put changes an entity or creates it. */
export type Step =
  | Readonly<{ kind: 'put'; entity: DesiredEntity; existed: boolean }>
  | Readonly<{ kind: 'delete'; entity: EntityReference }>;

/** Sorts a list, because Kong's lists have no order (tags, protocols, paths). */
const inOrder = (list: readonly unknown[]): string[] => list.map((item) => JSON.stringify(item)).sort();

/**
 * Returns whether Kong's entity has the values that Portico sets. Kong adds defaults, times and fields of newer
 * versions, which are no difference. Absent and null are equal.
 */
export const agrees = (wanted: unknown, actual: unknown): boolean => {
  if (isKongObject(wanted))
    return isKongObject(actual) && Object.entries(wanted).every(([name, value]) => agrees(value, actual[name]));
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(actual) && wanted.length === actual.length && inOrder(wanted).join() === inOrder(actual).join()
    );
  }
  return (wanted ?? null) === (actual ?? null);
};

/** Returns an entity's place in the list: a plugin of a route comes after its route. */
const rank = ({ kind, body }: EntityReference & { body?: KongObject }): number =>
  kind === 'plugin' && body && referenceIn(body, 'route')
    ? entityKinds.indexOf('route') + 0.5
    : entityKinds.indexOf(kind);

/**
 * Returns the steps from `actual` to `desired`, for people to read and to check whether there are any. First come all
 * puts, in the order of `entityKinds`, then all deletions, in the opposite order. `stages.ts` decides the order of the
 * calls and the waits between them.
 *
 * @param actual entities with Portico's tag. Never pass others (requirement J5).
 */
export const difference = (desired: readonly DesiredEntity[], actual: readonly FoundEntity[]): Step[] => {
  const actualById = new Map(actual.map((entity) => [entity.id, entity]));
  const wantedIds = new Set(desired.map(({ id }) => id));
  const puts = desired.flatMap((entity): Step[] => {
    const existing = actualById.get(entity.id);
    return existing && agrees(entity.body, existing.body)
      ? []
      : [{ kind: 'put', entity, existed: existing !== undefined }];
  });
  const deletes = actual
    .filter(({ id }) => !wantedIds.has(id))
    .map(({ body: _held, ...entity }): Step => ({ kind: 'delete', entity }));
  return [
    ...puts.toSorted((one, other) => rank(one.entity) - rank(other.entity)),
    ...deletes.toSorted((one, other) => rank(other.entity) - rank(one.entity)),
  ];
};
