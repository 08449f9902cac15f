import { createHash, timingSafeEqual } from 'node:crypto';
import { cameDirectly, type Header } from './came-directly.ts';
import { canonicalAddress } from './ip-address.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Returns whether a caller may read the metrics, which no process shows to the public (requirement M4). With
 * METRICS_TOKEN the caller must send it as a bearer token. Without it the caller must be on this machine, and not a
 * proxy, which passes on requests of others and says so in a header.
 *
 * @param peer  the address at the other end of the connection, not the one in a header.
 * @param token METRICS_TOKEN.
 */
export const mayReadMetrics = (header: Header, peer: string | undefined, token: string | undefined): boolean => {
  if (token) return timingSafeEqual(digest(header('authorization') ?? ''), digest(`Bearer ${token}`));
  return /^(127\.|::1$)/.test(canonicalAddress(peer ?? '') ?? '') && cameDirectly(header);
};
