import { byPortal } from '#domain/core/actor.ts';
import type { Command, Decider } from '#domain/core/decider.ts';
import type { EventMeta } from '#domain/core/event.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { type KafkaSubject, kafkaDifferenceIdOf } from '#domain/difference/kafka-subject.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { kafkaDifferenceDecider } from '#domain/kafka-difference/decider.ts';
import type { FoundKafkaDifference } from '#domain/kafka-difference/kafka-difference.ts';
import { execute } from '#eventstore/execute.ts';
import type { KafkaDiffering } from '#kafka/drift/differing.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

/**
 * One look at a Kafka.
 *
 * @property name   names it.
 * @property before when it was looked at before; null when never.
 */
export type KafkaLook = Readonly<{ name: string; kafkaEnvId: number; before: Date | null }>;

/** Returns the id of the operation that a look requests for something. */
export const kafkaPutBackOf = ({ name }: KafkaLook, id: string): string =>
  uuidV5(porticoNamespace, `put-back-kafka/${name}/${id}`);

/**
 * Writes what a look found.
 *
 * @param what names it among all that the look found.
 * @returns whether it is news.
 */
export const reportSeen = async <State, C extends Command, E extends PorticoEvent>(
  { store }: Pick<WorkerServices, 'store'>,
  look: KafkaLook,
  decider: Decider<State, C, E>,
  id: number | string,
  command: C,
  what: string,
): Promise<boolean> => {
  const name = `kafka-look/${look.name}/${decider.noun}/${id}/${what}`;
  const meta: EventMeta = {
    actor: byPortal,
    commandId: uuidV5(porticoNamespace, name),
    correlationId: uuidV5(porticoNamespace, name),
    time: new Date().toISOString(),
  };
  const done = await execute({ store, decider, id, command, meta });
  if (isRefusal(done)) throw new Error(done.problems[0].code);
  return done.events.length > 0;
};

/** A difference that the read tables know. */
export type KnownDifference = Readonly<{ objectId: string; digest: string }>;

/** Reports all that is not as it was applied about one thing, and what is so again. */
export const reportDifferences = async (
  services: Pick<WorkerServices, 'store' | 'log'>,
  look: KafkaLook,
  subject: KafkaSubject,
  differing: readonly KafkaDiffering[],
  known: readonly KnownDifference[],
): Promise<void> => {
  const there = new Set<string>();
  for (const each of differing) {
    const data: FoundKafkaDifference = { ...each, ...subject, intactAt: look.before?.toISOString() ?? null };
    const id = kafkaDifferenceIdOf(subject, each.objectId);
    there.add(each.objectId);
    const command = { type: 'ReportDifference', data } as const;
    if (await reportSeen(services, look, kafkaDifferenceDecider, id, command, 'found'))
      services.log.warn(
        { kafka: look.kafkaEnvId, id, form: each.form },
        'something at a Kafka is not as it was applied',
      );
  }
  for (const { objectId } of known.filter((each) => !there.has(each.objectId))) {
    const command = { type: 'WithdrawDifference', data: {} } as const;
    const id = kafkaDifferenceIdOf(subject, objectId);
    await reportSeen(services, look, kafkaDifferenceDecider, id, command, 'gone');
  }
};
