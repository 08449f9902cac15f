import { streamOf } from '../core/id.ts';

/** What can be otherwise at a Kafka: a topic, the logins of a subscription, and what belongs to neither, such as a right to all topics. */
export const kafkaNouns = ['event-topic', 'event-subscription', 'resource'] as const;

/** @property noun, id what it is about. A resource is the Kafka itself. */
export type KafkaSubject = Readonly<{ noun: (typeof kafkaNouns)[number]; id: number; kafkaEnvId: number }>;

/** Returns the place where whoever changes it works: `event-topic-7`. */
export const kafkaPlaceOf = ({ noun, id }: Pick<KafkaSubject, 'noun' | 'id'>): string => streamOf(noun, id);

/** Returns the id of a difference's stream: `event-topic-7-settings`. */
export const kafkaDifferenceIdOf = (subject: Pick<KafkaSubject, 'noun' | 'id'>, objectId: string): string =>
  `${kafkaPlaceOf(subject)}-${objectId}`;

/** Returns the place of what a difference is about, from the id of its stream: `deployment-12`, `event-topic-7`. */
export const placeOfDifference = (id: string): string | null => {
  const [, noun = 'deployment', number] =
    /^(?:(event-topic|event-subscription|resource)-)?([0-9]{1,10})-/.exec(id) ?? [];
  return number === undefined ? null : streamOf(noun, Number(number));
};
