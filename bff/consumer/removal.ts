import { consumerDecider } from '#domain/consumer/decider.ts';
import { randomId } from '#platform/uuid.ts';
import type { Services } from '../http/services.ts';
import { refuseReadOnly } from '../resource/shared/refuse-read-only.ts';
import { type findConsumer, refuseCopy } from './queries.ts';

type Found = Pick<NonNullable<Awaited<ReturnType<typeof findConsumer>>>, 'id' | 'follows' | 'gatewayId'>;

/** Returns what takes a key off its gateway. Who may is up to the caller. @throws RefusedError for a copy, and at a gateway that only reads */
export const removalOf = async ({ db }: Pick<Services, 'db'>, consumer: Found) => {
  refuseCopy(consumer);
  await refuseReadOnly(db, consumer.gatewayId);
  const { id } = consumer;
  const operationId = randomId();
  return {
    decider: consumerDecider,
    id,
    command: { type: 'RequestRemoval', data: { operationId } } as const,
    response: { entityId: id, operationId },
  };
};
