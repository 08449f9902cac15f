import * as z from 'zod/mini';
import { consumerRateLimit } from '../consumer/rate-limit.ts';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

/**
 * The limit that the provider of an API sets for the keys of one organization on one deployment. It takes the place of the
 * deployment's; null: the deployment's counts.
 */
const limit = z.nullable(consumerRateLimit);

export const keyLimitEvents = {
  KeyLimitChangeRequested: event(
    z.object({
      operationId: z.uuid(),
      deploymentId: idSchema,
      apiId: idSchema,
      organizationId: idSchema,
      from: limit,
      to: limit,
    }),
  ),
};

export type KeyLimitEvent = EventsOf<typeof keyLimitEvents>;
type Requested = KeyLimitEvent['data'];

export type KeyLimitCommand = Command<'RequestLimit', Omit<Requested, 'from' | 'to'> & { rateLimit: Requested['to'] }>;

/** `operationId`: of the newest request; null before the first. */
export type KeyLimit = Readonly<{ operationId: string | null; rateLimit: Requested['to'] }>;
