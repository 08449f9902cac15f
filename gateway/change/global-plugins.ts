import type { KongReader } from '../admin-api/client.ts';
import { type FoundEntity, referenceIn } from '../admin-api/entity.ts';
import { onlyWatches } from '../admin-api/watching-plugins.ts';

/** Kong's plugins that change calls and never respond to a `GET` themselves. Any other plugin, such as one of the owner's own, might. */
const changing: ReadonlySet<unknown> = new Set([
  'correlation-id',
  'cors',
  'request-transformer',
  'response-transformer',
]);

const isSilent = (name: unknown): boolean => onlyWatches(name) || changing.has(name);

const isGlobal = ({ body }: FoundEntity): boolean =>
  (['route', 'service', 'consumer'] as const).every((field) => referenceIn(body, field) === undefined) &&
  !body.consumer_group;

/**
 * Returns the names of the plugins that apply to all calls of a gateway and may respond themselves, such as key-auth. Their
 * owner is the gateway's: Portico makes none. They hide the canary, and callers of every deployment meet them.
 */
export const globalPlugins = async (client: Pick<KongReader, 'list'>): Promise<string[]> => {
  const found = (await client.list('plugin', [])).filter(
    (plugin) => isGlobal(plugin) && plugin.body.enabled !== false && !isSilent(plugin.body.name),
  );
  return [...new Set(found.map(({ body }) => String(body.name)))].toSorted();
};
