import type { KongReader } from '../admin-api/client.ts';
import { type FoundEntity, isKongObject, type KongObject, referenceIn } from '../admin-api/entity.ts';

/** The most targets of an upstream that are told. */
const mostTargets = 100;

const withTargets = async (client: KongReader, { id, body }: FoundEntity): Promise<KongObject> => {
  const targets: string[] = [];
  await client.pages(`/upstreams/${id}/targets`, async (page) => {
    targets.push(...page.map(({ target, weight }) => `${target} (${weight})`));
  });
  return { targets: targets.sort().slice(0, mostTargets), ...body };
};

const withConsumer = async (client: KongReader, { body }: FoundEntity): Promise<KongObject> => {
  const id = referenceIn(body, 'consumer');
  const consumer = id === undefined ? undefined : await client.get({ kind: 'consumer', id, label: 'consumer' });
  const { username = null, custom_id = null } = consumer?.body ?? {};
  return consumer ? { ...body, consumer: { id, username, custom_id } } : body;
};

/**
 * Returns somebody else's object with what decides its effect and stands elsewhere: where an upstream sends calls, with the weights, and
 * who the consumer of a group or a credential is.
 */
export const wholeForeign = async <Entity extends FoundEntity>(client: KongReader, entity: Entity): Promise<Entity> => {
  if (entity.kind === 'upstream') return { ...entity, body: await withTargets(client, entity) };
  if (entity.kind === 'route' || entity.kind === 'plugin') return entity;
  return { ...entity, body: await withConsumer(client, entity) };
};

/** Returns the name under which people know somebody else's object. A group or a credential has that of its consumer. */
export const foreignName = ({ id, body: { name, paths, consumer, group } }: FoundEntity): string => {
  const who = isKongObject(consumer) ? (consumer.username ?? consumer.custom_id) : undefined;
  const path = Array.isArray(paths) ? paths[0] : undefined;
  return String(who ?? name ?? path ?? group ?? id).slice(0, 200);
};
