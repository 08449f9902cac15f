import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { requiredName } from '../core/given-name.ts';
import { ownHistoryEntry } from '../core/history.ts';
import { idParameter, idSchemaFor } from '../core/id.ts';
import { atMost } from '../core/required-text.ts';
import { kafkaMechanisms, kafkaProtocols } from '../resource/types.ts';
import { eventSubscriptionHistory } from './history.ts';
import { kafkaGroupLimit, kafkaPasswordLimits, kafkaUserLimit, subscriptionNameLimit } from './limits.ts';

/** Portico's own users and groups at every Kafka begin so. */
const ownPrefix = 'portico-';
/** Kafka's name for whoever does not log in. Rights of this user would be everybody's. */
const anonymous = 'ANONYMOUS';

/** A name at Kafka that somebody gives. '' for none. */
const nameAtKafka = (longest: number, invalid: string) =>
  z._default(
    z.string().check(
      z.trim(),
      atMost(longest),
      z.regex(/^[\w.@-]*$/, invalid),
      z.refine((name) => !name.toLowerCase().startsWith(ownPrefix) && name !== anonymous, invalid),
    ),
    '',
  );

const givenPassword = z.string().check(
  atMost(kafkaPasswordLimits.maximum),
  z.regex(/^[!-~]*$/, 'event-subscription.password-invalid'),
  z.refine(
    (password) => password === '' || password.length >= kafkaPasswordLimits.minimum,
    'event-subscription.password-short',
  ),
);

/** `POST /api/event-subscriptions`. Without user or password Portico makes it. `group` '': groups that begin with Portico's prefix. */
export const eventSubscriptionBody = z
  .strictObject({
    name: requiredName(subscriptionNameLimit, 'event-subscription.name-required'),
    organizationId: idSchemaFor('event-subscription.organization-required'),
    topicId: idSchemaFor('event-subscription.topic-required'),
    kafkaUserId: nameAtKafka(kafkaUserLimit, 'event-subscription.user-invalid'),
    kafkaPassword: z._default(givenPassword, ''),
    reads: z._default(z.boolean(), true),
    writes: z._default(z.boolean(), false),
    group: nameAtKafka(kafkaGroupLimit, 'event-subscription.group-invalid'),
  })
  .check(
    z.superRefine(({ reads, writes }, context) => {
      if (!reads && !writes)
        context.addIssue({ code: 'custom', path: ['reads'], message: 'event-subscription.no-rights', input: reads });
    }),
  );
export type EventSubscriptionBody = z.output<typeof eventSubscriptionBody>;

/**
 * `GET /api/event-subscriptions`: those of a topic, or of all topics of a category. `search` looks in the names of subscription,
 * organization, topic and user.
 */
export const eventSubscriptionsQuery = z
  .object({
    topicId: z.optional(idParameter),
    categoryId: z.optional(idParameter),
    search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  })
  .check(
    z.superRefine(({ topicId, categoryId }, context) => {
      if (topicId === undefined && categoryId === undefined)
        context.addIssue({
          code: 'custom',
          path: ['topicId'],
          message: 'event-subscription.topic-required',
          input: topicId,
        });
    }),
  );

/** Minutes that an old login may work beside its successor: an hour to 30 days. */
const overlapMinutes = { minimum: 60, maximum: 30 * 24 * 60 } as const;

/** A duration, not a date, because a browser's clock may be wrong. */
export const subscriptionRotation = z.strictObject({
  overlapMinutes: z
    .int({ error: 'consumer.overlap-invalid' })
    .check(
      z.minimum(overlapMinutes.minimum, 'consumer.overlap-invalid'),
      z.maximum(overlapMinutes.maximum, 'consumer.overlap-invalid'),
    ),
});

/** Everything that a client needs. The view is recorded before it is answered. */
export const revealedSubscription = z.object({
  kafkaUserId: z.string(),
  kafkaPassword: z.string(),
  /** `broker.example:9092`, several with commas between them. */
  address: z.string(),
  environment: environmentSchema,
  securityProtocol: z.enum(kafkaProtocols),
  mechanism: z.literal(kafkaMechanisms[0]),
  topicName: z.string(),
  writes: z.boolean(),
  group: z.nullable(z.object({ pattern: z.enum(['literal', 'prefixed']), name: z.string() })),
  /** The authorities of the brokers' certificates, as PEM; '' where the usual ones are enough. */
  authorities: z.string(),
});
export type RevealedSubscription = z.output<typeof revealedSubscription>;

/** An entry of `GET /api/event-subscription/{id}/history`, the newest first. */
export const eventSubscriptionChange = ownHistoryEntry(eventSubscriptionHistory);
export type EventSubscriptionChange = z.output<typeof eventSubscriptionChange>;
