import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import {
  type DifferenceState,
  fieldDifference,
  forms,
  mostFields,
  type RuledCommand,
} from '../difference/difference.ts';
import { kafkaNouns } from '../difference/kafka-subject.ts';

const subject = {
  /** A subject as operations have it; its place is `kafkaPlaceOf`. */
  noun: z.enum(kafkaNouns),
  id: idSchema,
  /** The resource of type KAFKA. */
  kafkaEnvId: idSchema,
  objectId: z.string().check(z.maxLength(100)),
  /** For people: `partitions`. */
  label: z.string().check(z.maxLength(120)),
  /** Of the topic, the user, or whom the right is for. */
  name: z.string().check(z.maxLength(300)),
  form: z.enum(forms),
};

const seen = {
  ...subject,
  fields: z.array(fieldDifference).check(z.maxLength(mostFields)),
  /** When Kafka was last seen as applied. Null: not known. */
  intactAt: z.nullable(z.iso.datetime()),
};

const found = z.object({
  ...seen,
  /** Tells this difference from another one of the same object. */
  digest: z.string().check(z.maxLength(40)),
  /** Whether the topic's form can say what Kafka has. */
  isAdoptable: z.boolean(),
  /** Whether Kafka can be brought back: it takes no partitions away. */
  isReappliable: z.boolean(),
});

const request = z.object({
  ...subject,
  operationId: z.uuid(),
  digest: z.string().check(z.maxLength(40)),
  reason: z.string().check(z.maxLength(500)),
});
const outcome = z.object({ ...subject, operationId: z.uuid() });
const loss = z.object({ ...seen, operationId: z.uuid() });

export const kafkaDifferenceEvents = {
  /** A look at a Kafka found it, or found it otherwise than before. */
  KafkaDifferenceFound: event(found),
  /** A look found it as it was applied. Nobody here had answered. */
  KafkaDifferenceGone: event(z.object(subject)),
  KafkaDifferenceReapplyRequested: event(request),
  KafkaDifferenceAdoptionRequested: event(request),
  KafkaDifferenceIgnoreRequested: event(request),
  KafkaDifferenceReapplied: event(outcome),
  /** The topic was requested as Kafka has it. */
  KafkaDifferenceAdopted: event(outcome),
  /** Until it changes again. */
  KafkaDifferenceIgnored: event(outcome),
  /** It is open again. */
  KafkaDifferenceAnswerFailed: event(outcome),
  /** A user of the portal's has a right that nobody gave, or an ended one is back. It is taken away at once. */
  KafkaProtectionLost: event(loss),
  KafkaProtectionPutBack: event(outcome),
};

export type KafkaDifferenceEvent = EventsOf<typeof kafkaDifferenceEvents>;
export type FoundKafkaDifference = z.output<typeof found>;
export type KafkaLoss = z.output<typeof loss>;

export type KafkaDifferenceCommand =
  | Extract<RuledCommand<FoundKafkaDifference>, Command>
  | Command<'WithdrawDifference', Record<never, never>>
  | Command<'ReportKafkaLoss', KafkaLoss>
  | Command<'ConfirmKafkaPutBack', Readonly<{ operationId: string }>>;

/** What is known of one object at a Kafka. `putting-back`: an operation takes away what nobody gave. */
export type KafkaDifference =
  | DifferenceState<FoundKafkaDifference>
  | Readonly<{ status: 'putting-back'; found: KafkaLoss; operationId: string }>;
