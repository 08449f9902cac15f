import { isNamed } from '#domain/drift/effect.ts';
import { someAtOnce } from '#platform/some-at-once.ts';
import type { KongReader } from '../admin-api/client.ts';
import type { FoundEntity, KongObject } from '../admin-api/entity.ts';
import type { FoundForeign } from './foreign-objects.ts';

/** Upstreams that are read at once. A deployment has one target, so there are never more of them than deployments. */
const readsAtOnce = 4;

/** All targets count in the digest of an upstream, and the event shows as many as it may hold. */
const withTargets = async (client: KongReader, { id, body }: FoundEntity): Promise<KongObject> => {
  const targets: string[] = [];
  await client.pages(`/upstreams/${id}/targets`, async (page) => {
    for (const { target, weight } of page) targets.push(`${target} (${weight})`);
  });
  return { targets: targets.sort(), ...body };
};

/**
 * Returns somebody else's object with what decides its effect and stands elsewhere: where an upstream sends calls, with the weights. The
 * consumer of a group or a credential stays an id: its name is often a person's, and stays in the log for ever. People see it from the
 * gateway's copy.
 */
export const wholeForeign = async <Entity extends FoundEntity>(client: KongReader, entity: Entity): Promise<Entity> =>
  entity.kind === 'upstream' ? { ...entity, body: await withTargets(client, entity) } : entity;

/** Returns the same of all objects. Each is read once, however many deployments it touches, and few at once. */
export const allWhole = async (client: KongReader, found: readonly FoundForeign[]): Promise<FoundForeign[]> => {
  const entities = [...new Map(found.map(({ entity }) => [entity.id, entity])).values()];
  const whole = await someAtOnce(readsAtOnce, entities, (entity) => wholeForeign(client, entity));
  const byId = new Map(whole.map((entity) => [entity.id, entity]));
  return found.map((each) => ({ ...each, entity: byId.get(each.entity.id) ?? each.entity }));
};

/** Returns the name under which people know somebody else's object. A group or a credential has none: `keyId` says whose it is. */
export const foreignName = ({ id, kind, body }: FoundForeign['entity']): string => {
  if (!isNamed(kind)) return '';
  const path = Array.isArray(body.paths) ? body.paths[0] : undefined;
  return String(body.name ?? path ?? id).slice(0, 200);
};
