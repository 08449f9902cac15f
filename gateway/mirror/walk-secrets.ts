import { isKept } from '#domain/gateway-object/form-field.ts';
import { isKongObject, type KongObject } from '../admin-api/entity.ts';
import type { SchemaField } from './plugin-schema.ts';

/**
 * What becomes of the secrets of a plugin. The place of one is the names of the fields, the same for all entries of a list or a map.
 *
 * @property value a secret, or what stands for one.
 * @property entry the value of a `name:value` of a transformer.
 */
export type SecretWalk = Readonly<{
  value: (value: unknown, place: string) => unknown;
  entry: (value: string, place: string) => string;
}>;

/** Names of fields that hold a secret, whether Kong marks them or not: those of older releases have no mark. */
const secretName =
  /(^|_)(secret|password|passwd|passphrase|token|api_?key|private_key|credentials?|provision_key|authorization|account_json)(_|\d|$)/;

/** Returns whether a field of a plugin's schema, as Kong tells it, is one whose value is never shown. */
export const isSecretField = (schema: KongObject, name: string): boolean => {
  const isMarked = schema.encrypted === true || schema.referenceable === true;
  if (schema.type === 'boolean') return false;
  return isMarked || (secretName.test(name) && schema.type !== 'number' && schema.type !== 'integer');
};

/** Returns whether a text is an address with somebody's name or password in it: `https://user:password@log.example`. No schema marks it. */
const hasSomebody = (text: string): boolean =>
  text
    .split('://')
    .slice(1)
    .some((part) => part[part.search(/[/\s?#@]/)] === '@');

/** Plugins whose values are sent along as they are, and so may be somebody's key: `Authorization: Bearer ...`. */
const transformers = new Set(['request-transformer', 'response-transformer']);

/** Walks the lists of a transformer (`add.headers: ["x-key:value"]`). Names of fields to remove are no secrets. */
const walkTransformer = (walk: SecretWalk, value: unknown, place: string): unknown => {
  if (typeof value === 'string') {
    const at = value.indexOf(':');
    return at < 0 ? value : `${value.slice(0, at)}:${walk.entry(value.slice(at + 1), place)}`;
  }
  if (Array.isArray(value)) return value.map((each) => walkTransformer(walk, each, place));
  if (!isKongObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, walkTransformer(walk, each, `${place}.${name}`)]),
  );
};

/** Walks what a schema marks. Without a schema, all texts are secrets: nobody knows what they are. */
const walkValue = (
  walk: SecretWalk,
  value: unknown,
  schema: SchemaField | undefined,
  place: string,
  name: string,
): unknown => {
  if (value === null || typeof value === 'boolean' || typeof value === 'number')
    return schema?.isSecret && typeof value === 'number' ? walk.value(value, place) : value;
  if (schema?.isSecret || secretName.test(name)) return walk.value(value, place);
  if (!schema && isKept(value)) return walk.value(value, place);
  if (Array.isArray(value)) return value.map((each) => walkValue(walk, each, schema?.elements, `${place}.*`, name));
  if (isKongObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([field, each]) => {
        const known = schema?.fields?.get(field);
        return [
          field,
          walkValue(walk, each, known ?? schema?.values, `${place}.${known || !schema?.values ? field : '*'}`, field),
        ];
      }),
    );
  return schema && !hasSomebody(String(value)) ? value : walk.value(value, place);
};

/**
 * Returns a plugin with each of its secrets replaced.
 *
 * @param schema of the plugin, `readSchema`.
 */
export const walkPlugin = (body: KongObject, schema: SchemaField | undefined, walk: SecretWalk): KongObject => {
  const isTransformer = typeof body.name === 'string' && transformers.has(body.name);
  const config = isTransformer
    ? walkTransformer(walk, body.config, 'config')
    : walkValue(walk, body.config, schema?.fields?.get('config'), 'config', '');
  return { ...body, config };
};
