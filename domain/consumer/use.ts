import * as z from 'zod/mini';
import { rateLimitWindows } from './rate-limit.ts';

/** Windows that are told: the current one and those before it. */
export const usePeriods = 12;

/**
 * `GET /api/consumer/{id}/use`: how many calls were made in the windows of a key's limit, the latest first. Sums of calls know no single
 * key, so these are all calls of its organization to the API in the environment.
 *
 * @property keys how many keys the organization has on the deployment.
 */
export const keyUse = z.object({
  window: z.enum(rateLimitWindows),
  keys: z.int(),
  periods: z.array(z.object({ from: z.string(), calls: z.int() })),
});
export type KeyUse = z.output<typeof keyUse>;
