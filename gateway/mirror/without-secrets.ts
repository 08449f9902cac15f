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

/** Fields of objects without a schema of their own here that are never shown. A route's headers may be a guard that only some know. */
const hidden: Partial<Record<ObjectKind, readonly string[]>> = {
  route: ['headers'],
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

const hidingWalk = (hide: Hide): SecretWalk => ({
  value: (value) => hide(value),
  entry: (value) => hiddenEntry(hide, value),
});

/**
 * Returns an object of a gateway as it may be stored and shown: what is secret in it is replaced by a fingerprint. Secret are
 * fields that the plugin's schema marks as encrypted or referenceable, credentials, private keys, values of transformers and of a
 * route's headers, fields with the name of a secret, and all texts of a plugin whose schema is not known.
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
  const secrets = hidden[kind] ?? [];
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => {
      if (!secrets.includes(field)) return [field, value];
      return [field, field === 'headers' ? headersOf(hide, value) : hide(value)];
    }),
  );
};
