import { createHash, timingSafeEqual } from 'node:crypto';
import { cameDirectly, type Header } from './came-directly.ts';
import { canonicalAddress } from './ip-address.ts';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Metrics are not public (requirement M4), in no process: they are for a bearer with METRICS_TOKEN or, when none is set,
 * for this machine. A proxy on this machine speaks for others, and says so in a header.
 *
 * @param peer  address of the other end of the connection, not what a header says.
 * @param token METRICS_TOKEN.
 */
export const mayReadMetrics = (header: Header, peer: string | undefined, token: string | undefined): boolean => {
  if (token) return timingSafeEqual(digest(header('authorization') ?? ''), digest(`Bearer ${token}`));
  return /^(127\.|::1$)/.test(canonicalAddress(peer ?? '') ?? '') && cameDirectly(header);
};
