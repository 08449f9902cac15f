import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { EventStore } from '#eventstore/event-store.ts';
import type { SubjectKeys } from '#eventstore/subject-keys.ts';
import type { MoveCheckpoint } from '#eventstore/subscription/gather-checkpoints.ts';
import type { Pool } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import type { Vault } from '#platform/vault.ts';
import type { BackOff, OutageTiming } from './back-off.ts';
import type { WorkerMetrics } from './metrics.ts';

/** Half of the lease is longer than one try of a call to a gateway takes. */
export const defaultLease = 15_000;

/**
 * The services of all handlers. They are made once at the start; a test makes its own. What only some nouns need they add
 * themselves, in `workers/<noun>/services.ts`.
 */
export interface WorkerServices {
  readonly store: EventStore<PorticoEvent>;
  readonly pool: Pool;
  readonly vault: Vault;
  /** Destroys the key of a person whom two people erase. */
  readonly subjectKeys: Pick<SubjectKeys, 'eraseSubject'>;
  readonly log: Log;
  /** Moves the places in the log of all followers of this process together (`follow-log.ts`). */
  readonly moveCheckpoint: MoveCheckpoint;
  readonly metrics: WorkerMetrics;
  /** The name of this process in events. */
  readonly worker: string;
  readonly backOff: BackOff;
  readonly outage: OutageTiming;
  /** Milliseconds after which another process takes over from one that shows no activity. */
  readonly lease: number;
}
