import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyIdOf } from '#platform/encryption.ts';
import type { PlacedEvent } from './stored-event.ts';

/**
 * Seals of events: who owns the database can write into it, but has no key, so an event of theirs has no seal
 * (docs/decisions/0145-seals-of-events.md).
 */
export type EventSeals = Readonly<{
  /** The id of the key that seals. */
  keyId: string;
  /** Returns the `meta` of an event with its seal, by the newest key. */
  seal: (event: PlacedEvent) => string;
  /** Returns the id of the key that sealed an event. Undefined: it has no seal, or another one's. */
  sealedBy: (event: PlacedEvent) => string | undefined;
  /** Returns whether the key of an id may seal where another one was demanded: it is that key, or a newer one. */
  mayFollow: (keyId: string, demanded: string) => boolean;
}>;

const start = ',"seal":"';
const idLength = 16;
const macLength = 43;
/** What `seal` adds to the JSON text of `meta`, before its last brace. */
const sealLength = start.length + idLength + 1 + macLength + 1;

/** Returns `meta` without its seal, and the seal. Undefined: it has none. */
const splitMeta = (meta: string): Readonly<{ bare: string; id: string; mac: string }> | undefined => {
  const at = meta.length - 1 - sealLength;
  if (at < 1 || !meta.startsWith(start, at) || !meta.endsWith('"}')) return undefined;
  const from = at + start.length;
  return {
    bare: `${meta.slice(0, at)}}`,
    id: meta.slice(from, from + idLength),
    mac: meta.slice(from + idLength + 1, from + idLength + 1 + macLength),
  };
};

/**
 * Returns who seals and checks seals: HMAC-SHA256 over everything that is stored of an event, with its place.
 *
 * @param keys 32 random bytes each, the newest first. The first one seals; all of them check.
 */
export const createEventSeals = (keys: readonly Buffer[]): EventSeals => {
  const byId = new Map(keys.map((key) => [keyIdOf(key), key]));
  const newestFirst = [...byId.keys()];
  const [own] = keys;
  if (!own) throw new TypeError('no key to seal with');
  const ownId = keyIdOf(own);
  const macOf = (key: Buffer, { stream, version, id, type, schemaVersion, data }: PlacedEvent, meta: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([stream, version, id, type, schemaVersion, data, meta]))
      .digest();
  return {
    keyId: ownId,
    seal: (event) => {
      const mac = macOf(own, event, event.meta).toString('base64url');
      return `${event.meta.slice(0, -1)}${start}${ownId}.${mac}"}`;
    },
    sealedBy: (event) => {
      const parts = splitMeta(event.meta);
      const key = parts && byId.get(parts.id);
      if (!key) return undefined;
      const given = Buffer.from(parts.mac, 'base64url');
      const right = macOf(key, event, parts.bare);
      return given.length === right.length && timingSafeEqual(given, right) ? parts.id : undefined;
    },
    mayFollow: (keyId, demanded) => {
      const rank = newestFirst.indexOf(keyId);
      return rank >= 0 && rank <= newestFirst.indexOf(demanded);
    },
  };
};
