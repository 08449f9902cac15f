import { createHash } from 'node:crypto';
import type { Outcome } from './event-store.ts';

/** Returns a value with the keys of all objects in order: a database may store them in another one. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, ordered(part)]));
};

/**
 * Returns the hash of a command's result, which its events carry: the result itself is stored beside the log. Undefined for an
 * empty result.
 */
export const outcomeHash = (outcome: Outcome = {}): string | undefined => {
  // As it is stored: without what is undefined.
  const text = JSON.stringify(ordered(JSON.parse(JSON.stringify(outcome))));
  return text === '{}' ? undefined : createHash('sha256').update(text).digest('base64url');
};
