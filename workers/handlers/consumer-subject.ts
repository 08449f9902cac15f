import type { Consumer } from '#domain/consumer/consumer.ts';
import { consumerDecider } from '#domain/consumer/decider.ts';
import { load, type Run, SupersededError } from '../run.ts';

export type KnownConsumer = Exclude<Consumer, { status: 'none' }>;

/** The key's id. @throws SupersededError when the operation is about none, which no request is. */
export const consumerIdOf = ({ subject }: Run): number => {
  if (subject.consumerId === undefined) throw new SupersededError();
  return subject.consumerId;
};

/** The key as it is now. @throws SupersededError when a newer request, or its removal, is about it. */
export const currentConsumer = async (run: Run): Promise<KnownConsumer> => {
  const consumer = await load(run.services, consumerDecider, consumerIdOf(run));
  if (consumer.status === 'none' || consumer.operationId !== run.operationId) throw new SupersededError();
  return consumer;
};
