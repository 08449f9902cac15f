import { createHash } from 'node:crypto';
import type { KongReader } from '../admin-api/client.ts';
import { type EntityReference, foundEntity, tagsOf } from '../admin-api/entity.ts';

/** What Kong removes together with an object of a kind. */
const cascades = {
  route: { path: 'routes', list: 'plugins', kind: 'plugin' },
  upstream: { path: 'upstreams', list: 'targets', kind: 'target' },
} as const;

/** Something that goes with an object. */
type Below = Readonly<{ id: string; tags: readonly string[] }>;

/** Returns what the gateway would remove together with an object. */
export const belowOf = async (client: KongReader, { kind, id }: EntityReference): Promise<readonly Below[]> => {
  if (kind !== 'route' && kind !== 'upstream') return [];
  const { path, list, kind: its } = cascades[kind];
  const below: Below[] = [];
  await client.pages(`/${path}/${id}/${list}`, async (page) => {
    for (const body of page) {
      const entity = foundEntity(its, body);
      if (entity) below.push({ id: entity.id, tags: tagsOf(entity) });
    }
  });
  return below;
};

/** Returns what tells one set of objects from another: a person saw it, and a worker compares it. */
export const markOf = (ids: readonly string[]): string =>
  createHash('sha256').update(ids.toSorted().join(' ')).digest('hex').slice(0, 40);
