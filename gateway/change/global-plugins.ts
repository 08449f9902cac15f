import type { KongReader } from '../admin-api/client.ts';
import { type FoundEntity, referenceIn } from '../admin-api/entity.ts';

/**
 * Kong's plugins that never respond to a `GET` themselves: they report calls or change them. Any other plugin, such as one
 * of the owner's own, might.
 */
const silent: ReadonlySet<unknown> = new Set([
  'correlation-id',
  'cors',
  'datadog',
  'file-log',
  'http-log',
  'loggly',
  'opentelemetry',
  'prometheus',
  'request-transformer',
  'response-transformer',
  'statsd',
  'syslog',
  'tcp-log',
  'udp-log',
  'zipkin',
]);

const isGlobal = ({ body }: FoundEntity): boolean =>
  (['route', 'service', 'consumer'] as const).every((field) => referenceIn(body, field) === undefined) &&
  !body.consumer_group;

/**
 * Returns the names of the plugins that apply to all calls of a gateway and may respond themselves, such as key-auth. Their
 * owner is the gateway's: Portico makes none. They hide the canary, and callers of every deployment meet them.
 */
export const globalPlugins = async (client: Pick<KongReader, 'list'>): Promise<string[]> => {
  const found = (await client.list('plugin', [])).filter(
    (plugin) => isGlobal(plugin) && plugin.body.enabled !== false && !silent.has(plugin.body.name),
  );
  return [...new Set(found.map(({ body }) => String(body.name)))].toSorted();
};
