import type { eventSubscriptionOperations } from '#domain/event-subscription/operations.ts';
import type { AfterLateWrite, WorkOf } from '../engine/handler.ts';
import { applyEventSubscription, removeEventSubscription } from './apply-event-subscription.ts';
import { requestSwitch } from './request-switch.ts';

/** A late write may have given back what was taken. Whatever is wanted now is brought to Kafka again. */
const afterLateWrite: AfterLateWrite = (services, { id }, cause) => requestSwitch(services, Number(id), cause);

/** True while the subscription waits for its removal. */
const leftover = `exists (
  select from event_subscriptions where operation_id = operations.id and state in ('removing', 'change-failed'))`;

export const eventSubscriptionWork = {
  'add-event-subscription': { handler: applyEventSubscription, afterLateWrite },
  'rotate-event-subscription': { handler: applyEventSubscription, afterLateWrite },
  'switch-event-subscription': { handler: applyEventSubscription, afterLateWrite },
  'end-kafka-login': { handler: applyEventSubscription, afterLateWrite, leftover },
  'remove-event-subscription': { handler: removeEventSubscription, afterLateWrite, leftover },
} satisfies WorkOf<keyof typeof eventSubscriptionOperations>;
