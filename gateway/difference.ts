import {
  type DesiredEntity,
  type EntityReference,
  entityKinds,
  type FoundEntity,
  isKongObject,
  type KongObject,
  referenceIn,
} from './entity.ts';

/** One call to make. `existed` says whether a put changes something or makes it. */
export type Step =
  | Readonly<{ kind: 'put'; entity: DesiredEntity; existed: boolean }>
  | Readonly<{ kind: 'delete'; entity: EntityReference }>;

/** Lists of Kong have no order (tags, protocols, paths). */
const inOrder = (list: readonly unknown[]): string[] => list.map((item) => JSON.stringify(item)).sort();

/**
 * Whether what Kong holds says what Portico wants, in the fields that Portico sets. Kong adds defaults,
 * times and fields of newer versions to every entity; they are no difference. Absent and null are the same.
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

/** Where it is shown: a plugin of a route after its route. */
const rank = ({ kind, body }: EntityReference & { body?: KongObject }): number =>
  kind === 'plugin' && body && referenceIn(body, 'route')
    ? entityKinds.indexOf('route') + 0.5
    : entityKinds.indexOf(kind);

/**
 * What differs between `held` and `desired`, for people to read and to see whether anything does: first everything that is
 * missing or other, in the order of `entityKinds`, then what is too much in the opposite order. In which order the calls
 * are made, and what is waited for between them, `stages.ts` says.
 *
 * @param held entities that carry Portico's tag; others must not be handed in (requirement J5).
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
