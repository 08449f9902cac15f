import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

/** The most rights that an event names, and the most that are remembered as told. What is left over is told after the next look. */
export const mostNamed = 50;
export const mostTold = 2_000;

const given = z.object({
  /** Tells it from others. */
  key: z.string().check(z.maxLength(200)),
  /** For people: who may do what. */
  name: z.string().check(z.maxLength(300)),
});
export type GivenRight = z.output<typeof given>;

export const kafkaRightsEvents = {
  /** A look at a Kafka found rights to the portal's topics, or of its users, that the portal did not give. */
  KafkaRightsFound: event(
    z.object({ kafkaEnvId: idSchema, rights: z.array(given).check(z.minLength(1), z.maxLength(mostNamed)) }),
  ),
  /** They are not there any more. Whoever gives them again is told of again. */
  KafkaRightsGone: event(
    z.object({ kafkaEnvId: idSchema, keys: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(mostTold)) }),
  ),
};

export type KafkaRightsEvent = EventsOf<typeof kafkaRightsEvents>;

/** All that a look saw. */
export type KafkaRightsCommand = Command<
  'ReportRights',
  Readonly<{ kafkaEnvId: number; rights: readonly GivenRight[] }>
>;

/** The keys of those that people were told of and that are still there. */
export type KafkaRights = Readonly<{ told: readonly string[] }>;
