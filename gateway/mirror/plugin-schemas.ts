import type { FormField, PluginForm } from '#domain/gateway-object/form-field.ts';
import type { KongReader } from '../admin-api/client.ts';
import { isKongObject } from '../admin-api/entity.ts';
import { entityFormIn, pluginFormIn } from './plugin-form.ts';
import { readSchema, type SchemaField } from './plugin-schema.ts';

/** Milliseconds after which a schema is read again: a gateway may have been updated. */
const age = 3_600_000;
/** A gateway has some fifty plugins. */
const most = 2_000;

const kept = new Map<string, Readonly<{ schema: SchemaField | undefined; until: number }>>();

/** Kong's own names are plain. A name of another kind is asked for at no gateway. */
const plainName = /^[\w.-]{1,100}$/;

type Reader = Pick<KongReader, 'read'>;

/** What a gateway tells of a plugin. */
type ToldPlugin = Readonly<{ schema: SchemaField; form: PluginForm }>;

/**
 * Reads what a gateway tells of a plugin now; undefined for a plugin that the gateway does not know.
 *
 * @throws GatewayError when the gateway can't be asked.
 */
export const readPlugin = async (
  gatewayId: number,
  client: Reader,
  plugin: string,
): Promise<ToldPlugin | undefined> => {
  if (!plainName.test(plugin)) return undefined;
  const found = await client.read(`/schemas/plugins/${plugin}`);
  const schema = found && readSchema(found);
  if (kept.size >= most) kept.clear();
  kept.set(`${gatewayId}/${plugin}`, { schema, until: performance.now() + age });
  return found && schema && { schema, form: pluginFormIn(plugin, found) };
};

/**
 * Returns the schema of a gateway's plugin, as it was read within the last hour; undefined for a plugin that the gateway does not
 * know.
 *
 * @throws GatewayError when the gateway can't be asked.
 */
export const schemaOfPlugin = async (
  gatewayId: number,
  client: Reader,
  plugin: string,
): Promise<SchemaField | undefined> => {
  const known = kept.get(`${gatewayId}/${plugin}`);
  if (known && known.until > performance.now()) return known.schema;
  return (await readPlugin(gatewayId, client, plugin))?.schema;
};

/**
 * Returns the names of the plugins that a gateway can run, sorted.
 *
 * @throws GatewayError when the gateway can't be asked.
 */
export const readPluginNames = async (client: Pick<KongReader, 'information'>): Promise<readonly string[]> => {
  const { plugins } = (await client.information()).body;
  const available = isKongObject(plugins) ? plugins.available_on_server : undefined;
  // Older releases tell a list.
  const names = Array.isArray(available)
    ? available.map(String)
    : Object.keys(isKongObject(available) ? available : {});
  return names
    .filter((name) => plainName.test(name))
    .slice(0, most)
    .sort();
};

/** The kinds whose form has fields that the gateway's own schema tells. */
export type DrawnKind = 'service' | 'route' | 'upstream';

/** Kong sets the times. Certificates and tags are set at the Admin API. */
const never = ['id', 'created_at', 'updated_at', 'name', 'tags', 'client_certificate'];

/**
 * What a form has otherwise, or not at all. A service's address is one field. The values of a route's headers may be a guard that only some
 * know, and those of health checks a key, so they are shown to nobody, and stay as they are.
 */
const notDrawn: Readonly<Record<DrawnKind, readonly string[]>> = {
  service: [
    ...['protocol', 'host', 'port', 'path'],
    ...['retries', 'connect_timeout', 'write_timeout', 'read_timeout', 'enabled'],
  ],
  route: ['service', 'paths', 'strip_path', 'preserve_host', 'headers'],
  upstream: ['healthchecks.active.headers'],
};

/** What people look for first. All else is in Kong's order. */
const first: Partial<Record<DrawnKind, readonly string[]>> = { route: ['hosts', 'methods', 'protocols'] };

const inOrder = (kind: DrawnKind, form: FormField): FormField => {
  const names = first[kind] ?? [];
  const all = form.fields ?? [];
  const leading = names.flatMap((name) => all.filter((field) => field.name === name));
  return { ...form, fields: [...leading, ...all.filter(({ name }) => !names.includes(name))] };
};

/**
 * Reads what a gateway tells of a kind now; undefined where it tells nothing.
 *
 * @throws GatewayError when the gateway can't be asked.
 */
export const readEntitySchema = async (
  client: Reader,
  kind: DrawnKind,
): Promise<Readonly<{ schema: SchemaField; form: FormField }> | undefined> => {
  const found = await client.read(`/schemas/${kind}s`);
  if (!found) return undefined;
  const form = entityFormIn(found, new Set([...never, ...notDrawn[kind]]));
  return { schema: readSchema(found), form: inOrder(kind, form) };
};
