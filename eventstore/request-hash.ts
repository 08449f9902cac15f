import type { Append } from './event-store.ts';

/**
 * Returns a keyed hash of a request. The request may contain personal data or a secret, which a hash without a key
 * would let anyone guess.
 */
export type Fingerprint = (text: string) => string;

/** Returns what distinguishes two requests with one command id. */
export const requestHash = (
  { request, stream, events }: Pick<Append, 'request' | 'stream' | 'events'>,
  fingerprint: Fingerprint,
): string => fingerprint(request ?? JSON.stringify([stream, events.map(({ type, data }) => [type, data])]));
