import type { KafkaSubject } from '#domain/difference/kafka-subject.ts';
import { eventTopicDecider } from '#domain/event-topic/decider.ts';
import type { KnownTopic } from '#domain/event-topic/event-topic.ts';
import { loadState } from '#eventstore/load.ts';
import type { KafkaDiffering } from '#kafka/drift/differing.ts';
import { NotReadyError, PermanentError } from '../engine/run.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import type { Brokers } from '../kafka/with-brokers.ts';
import { readTopics, seeRights } from './look-at-kafka.ts';
import { ownPrincipals, readKnownLogins } from './own-principals.ts';
import { compareSubscription, compareTopic } from './see.ts';
import { formerUsers, othersIn, wholeDifferences } from './whole.ts';

/** What is otherwise about one thing now. @property topic undefined where it is about no topic. */
export type NowAtKafka = Readonly<{ differing: readonly KafkaDiffering[]; topic: KnownTopic | undefined }>;

/** @throws NotReadyError while an operation changes the topic; PermanentError when it is gone. */
const topicNow = async (services: WorkerServices, { kafka }: Brokers, id: number, isOwn: (name: string) => boolean) => {
  const compared = await compareTopic(services, kafka, id, isOwn);
  if (compared) return compared;
  const state = await loadState(services.store, eventTopicDecider, id);
  if (state.status === 'active' && state.made) throw new NotReadyError({ code: 'difference.topic-busy' });
  throw new PermanentError({ code: 'difference.gone' });
};

/** Compares one thing with Kafka, as the log knows it. @throws NotReadyError, PermanentError as `topicNow`. */
export const compareNow = async (
  services: WorkerServices,
  brokers: Brokers,
  { noun, id, kafkaEnvId }: KafkaSubject,
): Promise<NowAtKafka> => {
  const { kafka, settings } = brokers;
  if (noun === 'event-subscription') {
    const compared = await compareSubscription(services, kafka, id);
    if (!compared) throw new NotReadyError({ code: 'difference.topic-busy' });
    return { differing: compared.differing, topic: undefined };
  }
  const logins = await readKnownLogins(services, kafkaEnvId);
  if (!logins) throw new NotReadyError({ code: 'portal.unavailable' });
  if (noun === 'event-topic') {
    const isOwn = ownPrincipals(services.names.installation, logins, settings.user);
    return await topicNow(services, brokers, id, isOwn);
  }
  const topics = (await readTopics(services, kafkaEnvId)).map(({ details }) => details.name);
  const own = { topics, logins, ownUser: settings.user };
  const seen = await seeRights(kafka);
  const former = await formerUsers(services, seen, own);
  return { differing: wholeDifferences(othersIn(services, seen, own), former), topic: undefined };
};
