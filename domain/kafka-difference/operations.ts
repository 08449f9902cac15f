import { aboutAt, type OperationsOf } from '../core/operation-kind.ts';
import { type KafkaSubject, kafkaDifferenceIdOf, kafkaPlaceOf } from '../difference/kafka-subject.ts';
import type { KafkaDifferenceEvent } from './kafka-difference.ts';

type Named = KafkaSubject & Readonly<{ objectId: string }>;
const of = (data: Named) => aboutAt('kafka-difference', kafkaDifferenceIdOf(data, data.objectId), kafkaPlaceOf(data));
const title = ({ name }: Readonly<{ name: string }>) => name;

export const kafkaDifferenceOperations = {
  'reapply-kafka-drift': {
    requestedBy: 'KafkaDifferenceReapplyRequested',
    cancellable: true,
    at: 'kafka',
    about: of,
    title,
  },
  'adopt-kafka-drift': {
    requestedBy: 'KafkaDifferenceAdoptionRequested',
    cancellable: true,
    at: 'kafka',
    about: of,
    title,
  },
  'ignore-kafka-drift': {
    requestedBy: 'KafkaDifferenceIgnoreRequested',
    cancellable: true,
    at: 'kafka',
    about: of,
    title,
  },
  'put-back-kafka': {
    requestedBy: 'KafkaProtectionLost',
    at: 'kafka',
    about: of,
    title,
    lasting: true,
    rank: 1,
    quiet: true,
  },
} as const satisfies OperationsOf<KafkaDifferenceEvent>;
