import type { Event } from '#domain/core/event.ts';
import type { PoolClient } from '#platform/database.ts';
import type { RecordedEvent } from '../event-store.ts';

/**
 * Handles a batch. `project` writes with the given client, and its writes and the checkpoint are one transaction. `deliver` acts
 * outside Postgres, and the checkpoint is stored after it. A crash in between delivers the batch again, so `deliver` must be
 * idempotent. Where nothing in a batch `concerns` the handler (default: everything does), only the checkpoint moves.
 */
export type SubscriptionHandler<E extends Event> = Readonly<{ concerns?: (event: RecordedEvent<E>) => boolean }> &
  (
    | Readonly<{ project: (events: readonly RecordedEvent<E>[], client: PoolClient) => Promise<void> }>
    | Readonly<{ deliver: (events: readonly RecordedEvent<E>[]) => Promise<void> }>
  );
