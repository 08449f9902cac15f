import type { Event } from '#domain/core/event.ts';
import type { PoolClient } from '#platform/database.ts';
import type { RecordedEvent } from '../event-store.ts';

/**
 * Handles a batch. `project` writes with the given client, and its writes and the checkpoint are one transaction. Where
 * nothing in a batch `concerns` it (default: everything does), only the checkpoint moves. `deliver` acts outside Postgres,
 * and the checkpoint is stored after it. A crash in between delivers the batch again, so `deliver` must be idempotent.
 */
export type SubscriptionHandler<E extends Event> =
  | Readonly<{
      project: (events: readonly RecordedEvent<E>[], client: PoolClient) => Promise<void>;
      concerns?: (event: RecordedEvent<E>) => boolean;
    }>
  | Readonly<{ deliver: (events: readonly RecordedEvent<E>[]) => Promise<void> }>;
