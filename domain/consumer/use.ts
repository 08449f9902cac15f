import * as z from 'zod/mini';
import { rateLimitWindows } from './rate-limit.ts';

/** Windows that are told: the current one and those before it. */
export const usePeriods = 12;

/**
 * `GET /api/consumer/{id}/use`: how many calls were made in the windows of a key's limit, the latest first.
 *
 * @property keys    how many keys the organization has on the deployment.
 * @property periods `calls` are those of the key's organization to the API in the environment; `own` those with the key. It is left
 *   out of windows in which calls were not yet counted by key.
 */
export const keyUse = z.object({
  window: z.enum(rateLimitWindows),
  keys: z.int(),
  periods: z.array(z.object({ from: z.string(), calls: z.int(), own: z.optional(z.int()) })),
});
export type KeyUse = z.output<typeof keyUse>;
