import type { LostObject } from '#domain/drift/drift.ts';
import { type DesiredEntity, type FoundEntity, isKongObject, type KongObject } from '../admin-api/entity.ts';
import { agrees } from '../change/difference.ts';
import { isBoundToRoute, isProtectingPlugin } from './protection.ts';

/** What a gateway holds, by id. */
export type Held = ReadonlyMap<string, Pick<FoundEntity, 'body'>>;

export const heldIn = (found: readonly FoundEntity[]): Held => new Map(found.map((entity) => [entity.id, entity]));

/**
 * Returns whether an object decides who may call what. Other objects, such as a service's target or the log plugin, change what
 * callers get, so a change of them by hand waits for a person.
 */
export const protects = (entity: DesiredEntity): boolean =>
  entity.kind === 'plugin' ? isProtectingPlugin(entity) || isBoundToRoute(entity) : entity.kind !== 'service';

/** Fields of plugins that a former release set otherwise. Their values protect nothing. */
const setOtherwise: Readonly<Record<string, readonly string[]>> = { oauth2: ['global_credentials'] };

/** Returns what is compared. Tags say whose an object is. They protect nothing. */
export const comparable = ({ body: { tags: _tags, ...body } }: DesiredEntity): KongObject => {
  const left = setOtherwise[String(body.name)];
  if (!left || !isKongObject(body.config)) return body;
  return {
    ...body,
    config: Object.fromEntries(Object.entries(body.config).filter(([field]) => !left.includes(field))),
  };
};

type Lost = Readonly<{ entity: DesiredEntity; found: LostObject['found'] }>;

/**
 * Returns which of the objects that protect a deployment or a key a gateway lacks, or holds with other values. Each is compared
 * by itself, by its id. A service without which nothing works counts when it is missing.
 */
export const lostEntities = (desired: readonly DesiredEntity[], held: Held): Lost[] =>
  desired.flatMap((entity): Lost[] => {
    const there = held.get(entity.id);
    if (!there) return protects(entity) || entity.kind === 'service' ? [{ entity, found: 'missing' }] : [];
    return protects(entity) && !agrees(comparable(entity), there.body) ? [{ entity, found: 'changed' }] : [];
  });

/** The same, as events and people name it. */
export const lostObjects = (desired: readonly DesiredEntity[], held: Held): LostObject[] =>
  lostEntities(desired, held).map(({ entity: { label }, found }) => ({ label, found }));
