import * as z from 'zod/mini';

/** Where a gateway counts calls. `redis` needs a Redis that the gateway can reach. */
export const rateLimitPolicies = ['local', 'cluster', 'redis'] as const;
export const rateLimitWindows = ['minute', 'hour', 'day'] as const;
export type RateLimitWindow = (typeof rateLimitWindows)[number];

/** A key's own limit. It replaces the deployment's. The form allows one window: "only one type". */
export const consumerRateLimit = z.object({
  window: z.enum(rateLimitWindows),
  calls: z.int().check(z.positive()),
  policy: z.enum(rateLimitPolicies),
});
export type ConsumerRateLimit = z.output<typeof consumerRateLimit>;
