import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { idSchema } from '../core/id.ts';

/** `failed`: it never worked. `change-failed`: it works as before the last request. */
export const subscriptionStates = ['adding', 'active', 'changing', 'change-failed', 'failed', 'removing'] as const;

/** A subscription in the list of its topic. Passwords are never in it. */
export const eventSubscriptionRow = z.object({
  id: idSchema,
  name: z.string(),
  organizationId: idSchema,
  organizationName: z.string(),
  /** Whether its organization is switched off: then it has no rights at Kafka. */
  isSuspended: z.boolean(),
  topicId: idSchema,
  topicName: z.string(),
  /** Null until the read tables show the Kafka. */
  environment: z.nullable(environmentSchema),
  kafkaUserId: z.string(),
  writes: z.boolean(),
  /** Null: it may not read. */
  group: z.nullable(z.object({ pattern: z.enum(['literal', 'prefixed']), name: z.string() })),
  state: z.enum(subscriptionStates),
  operationId: z.string(),
  /**
   * The login before this one. It works until `until`. `seenAt`: when a client of its name last read; null: none was seen. `lookedAt`: when
   * it was last looked; null: it could not be.
   */
  previous: z.nullable(
    z.object({
      kafkaUserId: z.string(),
      until: z.string(),
      // Fields that the last release did not answer.
      seenAt: z._default(z.nullable(z.string()), null),
      lookedAt: z._default(z.nullable(z.string()), null),
    }),
  ),
  createdAt: z.string(),
  may: z.object({ reveal: z.boolean(), change: z.boolean() }),
});
export type EventSubscriptionRow = z.output<typeof eventSubscriptionRow>;
