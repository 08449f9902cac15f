import { isKept } from '#domain/gateway-object/form-field.ts';
import type { KongObject } from '../admin-api/entity.ts';
import type { SchemaField } from './plugin-schema.ts';
import { walkPlugin } from './walk-secrets.ts';
import { hiddenEntry, hiding } from './without-secrets.ts';

type Plugin = Readonly<{ body: KongObject; schema: SchemaField | undefined }>;

/** Where a secret is, and what stands for it. It stands for the same secret nowhere else: else it could be moved to where it is shown. */
const keyOf = (place: string, fingerprint: string): string => `${place}\n${fingerprint}`;

const shownEntry = /^#([0-9a-f]{12})$/;

/** Returns what stands for the secrets of a plugin as the table has it. */
const shownSecrets = ({ body, schema }: Plugin): ReadonlySet<string> => {
  const found = new Set<string>();
  walkPlugin(body, schema, {
    value: (value, place) => {
      if (isKept(value)) found.add(keyOf(place, value.fingerprint));
      return value;
    },
    entry: (value, place) => {
      const [, fingerprint] = shownEntry.exec(value) ?? [];
      if (fingerprint) found.add(keyOf(place, fingerprint));
      return value;
    },
  });
  return found;
};

/**
 * Splits a plugin as somebody filled it in from its new secrets.
 *
 * @param before      the plugin as the table has it: its secrets may stay.
 * @param fingerprint of the vault.
 * @returns the plugin as it may be stored; its new secrets by their fingerprints, in JSON; and the places of what stands for no secret
 *   of `before`.
 */
export const splitSecrets = (
  { body, schema }: Plugin,
  before: KongObject,
  fingerprint: (value: string) => string,
): Readonly<{ body: KongObject; secrets: ReadonlyMap<string, string>; unknown: readonly string[] }> => {
  const hide = hiding(fingerprint);
  const kept = shownSecrets({ body: before, schema });
  const secrets = new Map<string, string>();
  const unknown: string[] = [];
  const split = walkPlugin(body, schema, {
    value: (value, place) => {
      if (isKept(value)) {
        if (!kept.has(keyOf(place, value.fingerprint))) unknown.push(place);
        return value;
      }
      const hidden = hide(value);
      if (hidden) secrets.set(hidden.fingerprint, JSON.stringify(value));
      return hidden;
    },
    entry: (value, place) => {
      const [, shown] = shownEntry.exec(value) ?? [];
      if (shown && kept.has(keyOf(place, shown))) return value;
      const hidden = hide(value);
      if (hidden) secrets.set(hidden.fingerprint, JSON.stringify(value));
      return hiddenEntry(hide, value);
    },
  });
  return { body: split, secrets, unknown };
};

/** Thrown when a secret that is to stay is not the gateway's any more. */
export class SecretGoneError extends Error {
  override name = 'SecretGoneError';
}

/**
 * Returns a plugin with its secrets in it: the new ones, and those that the gateway has.
 *
 * @param found   the plugin as the gateway gave it; nothing for a new one.
 * @param secrets the new ones by their fingerprints, in JSON.
 * @throws SecretGoneError
 */
export const joinSecrets = (
  { body, schema }: Plugin,
  found: KongObject,
  secrets: ReadonlyMap<string, string>,
  fingerprint: (value: string) => string,
): KongObject => {
  const hide = hiding(fingerprint);
  const own = new Map<string, unknown>();
  const keep = (value: unknown, place: string) => {
    const hidden = hide(value);
    if (hidden) own.set(keyOf(place, hidden.fingerprint), value);
  };
  walkPlugin(found, schema, {
    value: (value, place) => {
      keep(value, place);
      return value;
    },
    entry: (value, place) => {
      keep(value, place);
      return value;
    },
  });
  const secretOf = (shown: string, place: string): unknown => {
    const given = secrets.get(shown);
    if (given !== undefined) return JSON.parse(given);
    if (!own.has(keyOf(place, shown))) throw new SecretGoneError();
    return own.get(keyOf(place, shown));
  };
  return walkPlugin(body, schema, {
    value: (value, place) => (isKept(value) ? secretOf(value.fingerprint, place) : value),
    entry: (value, place) => {
      const [, shown] = shownEntry.exec(value) ?? [];
      return shown ? String(secretOf(shown, place)) : value;
    },
  });
};
