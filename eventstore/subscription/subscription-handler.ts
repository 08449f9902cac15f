import type { Event } from '#domain/core/event.ts';
import type { PoolClient } from '#platform/database.ts';
import type { RecordedEvent } from '../event-store.ts';

/**
 * What happens with a batch. `project` writes with the client it is given, and its writes and the checkpoint are
 * one transaction. `deliver` acts outside of Postgres, the checkpoint is stored after it: a crash in between
 * delivers the batch again, so it must be idempotent.
 */
export type SubscriptionHandler<E extends Event> =
  | Readonly<{ project: (events: readonly RecordedEvent<E>[], client: PoolClient) => Promise<void> }>
  | Readonly<{ deliver: (events: readonly RecordedEvent<E>[]) => Promise<void> }>;
