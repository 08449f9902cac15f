import * as z from 'zod/mini';
import { idSchema } from './id.ts';

/** Organizations that are named. More are only counted. */
export const namedLosers = 5;

/**
 * What stops when a thing is deleted or access is revoked: `GET .../losing-keys` of an API, a deployment, an application and a grant.
 *
 * @property keys          how many keys stop.
 * @property organizations whose keys stop: those with the most calls by name, and how many there are.
 * @property calls         all calls of the last 30 days.
 * @property otherCalls    those of them that no key made which stops: without a key, or with one that is gone.
 */
export const losingKeys = z.object({
  keys: z.int().check(z.nonnegative()),
  organizations: z.object({
    first: z.array(z.object({ id: idSchema, name: z.string(), keys: z.int(), calls: z.number() })),
    total: z.int().check(z.nonnegative()),
  }),
  calls: z.number(),
  otherCalls: z.number(),
});
export type LosingKeys = z.output<typeof losingKeys>;
