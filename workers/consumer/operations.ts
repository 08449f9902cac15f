import type { consumerOperations } from '#domain/consumer/operations.ts';
import type { AfterLateWrite, WorkOf } from '../engine/handler.ts';
import { applyConsumer } from './apply-consumer.ts';
import { consumerAtGateway } from './at-gateway.ts';
import { endCredentials } from './end-credentials.ts';
import { removeConsumer } from './remove-consumer.ts';

const afterLateWrite: AfterLateWrite = (services, { id }, cause) =>
  consumerAtGateway.request(services, id, 'late-write', cause);

/** True while the key waits for the operation, or failed with it. */
const leftover = `exists (
  select from consumers where operation_id = operations.id and state in ('removing', 'change-failed'))`;

export const consumerWork = {
  'add-consumer': { handler: applyConsumer, afterLateWrite },
  'update-consumer': { handler: applyConsumer, afterLateWrite },
  'rotate-credentials': { handler: applyConsumer, afterLateWrite },
  'end-credentials': { handler: endCredentials, afterLateWrite, leftover },
  'remove-consumer': { handler: removeConsumer, afterLateWrite, leftover },
} satisfies WorkOf<keyof typeof consumerOperations>;
