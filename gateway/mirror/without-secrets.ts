import type { KeptSecret } from '#domain/gateway-object/form-field.ts';
import type { ObjectKind } from '#domain/gateway-object/kind.ts';
import { isKongObject, type KongObject } from '../admin-api/entity.ts';
import type { SchemaField } from './plugin-schema.ts';
import { type SecretWalk, walkPlugin } from './walk-secrets.ts';

type Hide = (value: unknown) => KeptSecret | null;

/**
 * Returns what stands for a value that is not shown: two that are equal have the same. Nothing stands for nothing.
 *
 * @param fingerprint of the vault. It identifies a value and does not tell it.
 */
export const hiding =
  (fingerprint: (value: string) => string): Hide =>
  (value) =>
    value === null || value === undefined || value === ''
      ? null
      : { fingerprint: fingerprint(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 12) };

/** Returns what stands for the value of a `name:value`. */
export const hiddenEntry = (hide: Hide, value: string): string => {
  const hidden = hide(value);
  return hidden ? `#${hidden.fingerprint}` : value;
};

/**
 * Fields of objects without a schema of their own here that are never shown. A route's headers may be a guard that only some know, and those
 * of an upstream's health checks are the key of its targets.
 */
const hidden: Partial<Record<ObjectKind, readonly string[]>> = {
  route: ['headers'],
  upstream: ['healthchecks.active.headers'],
  certificate: ['key', 'key_alt'],
  'key-auth': ['key'],
  oauth2: ['client_secret'],
  'basic-auth': ['password'],
  'hmac-auth': ['secret'],
  jwt: ['secret', 'rsa_public_key', 'key'],
};

const headersOf = (hide: Hide, headers: unknown): unknown =>
  isKongObject(headers)
    ? Object.fromEntries(
        Object.entries(headers).map(([name, values]) => [
          name,
          Array.isArray(values) ? values.map((value) => hide(value)) : hide(values),
        ]),
      )
    : headers;

/** Returns an object without the value to which the names of fields lead. */
const hiddenAt = (hide: Hide, body: KongObject, [name = '', ...deeper]: readonly string[]): KongObject => {
  const value = body[name];
  if (value === undefined) return body;
  if (deeper.length > 0) return isKongObject(value) ? { ...body, [name]: hiddenAt(hide, value, deeper) } : body;
  return { ...body, [name]: name === 'headers' ? headersOf(hide, value) : hide(value) };
};

const hidingWalk = (hide: Hide): SecretWalk => ({
  value: (value) => hide(value),
  entry: (value) => hiddenEntry(hide, value),
});

/**
 * Returns an object of a gateway as it may be stored and shown: what is secret in it is replaced by a fingerprint. Secret are
 * fields that the plugin's schema marks as encrypted or referenceable, credentials, private keys, values of transformers, of a
 * route's headers and of those of health checks, fields with the name of a secret, and all texts of a plugin whose schema is not known.
 *
 * @param schema      of the plugin, `readSchema`.
 * @param fingerprint of the vault.
 */
export const withoutSecrets = (
  kind: ObjectKind,
  body: KongObject,
  schema: SchemaField | undefined,
  fingerprint: (value: string) => string,
): KongObject => {
  const hide = hiding(fingerprint);
  if (kind === 'plugin') return walkPlugin(body, schema, hidingWalk(hide));
  return (hidden[kind] ?? []).reduce((shown, field) => hiddenAt(hide, shown, field.split('.')), body);
};
