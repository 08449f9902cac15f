import type { kafkaDifferenceOperations } from '#domain/kafka-difference/operations.ts';
import { nothing, type WorkOf } from '../engine/handler.ts';
import { answerKafkaDifference } from './answer.ts';
import { putBackKafka } from './put-back.ts';

/** A late write is seen by the next look. */
const work = { handler: answerKafkaDifference, afterLateWrite: nothing };

export const kafkaDifferenceWork = {
  'reapply-kafka-drift': work,
  'adopt-kafka-drift': work,
  'ignore-kafka-drift': work,
  'put-back-kafka': { handler: putBackKafka, afterLateWrite: nothing },
} satisfies WorkOf<keyof typeof kafkaDifferenceOperations>;
