import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { EventStore } from '#eventstore/event-store.ts';
import type { MoveCheckpoint } from '#eventstore/subscription/gather-checkpoints.ts';
import { runSubscription } from '#eventstore/subscription/run-subscription.ts';
import { isConnectionError, type Pool } from '#platform/database.ts';
import { codeOf } from '#platform/error-code.ts';
import type { Log } from '#platform/log.ts';
import { createComparing } from './compare-before-showing.ts';
import { createIndexesBeside } from './create-indexes.ts';
import type { ProjectionMetrics } from './metrics.ts';
import { createProjector, type Projection } from './projection.ts';
import { type Standing, standingOf, switchGeneration } from './switch-generation.ts';

export type RunOptions = Readonly<{
  store: EventStore<PorticoEvent>;
  pool: Pool;
  signal: AbortSignal;
  log: Log;
  moveCheckpoint: MoveCheckpoint;
  metrics?: ProjectionMetrics;
  /** The most events in one transaction. Default: 5,000. */
  batchSize?: number;
}>;

/**
 * Codes of errors that no event causes: a deadlock, a full disk, a lock or a statement that took too long, a server that
 * stops, a generation that was dropped. Such a batch is tried again without an end.
 */
const isTransient = (error: unknown): boolean =>
  isConnectionError(error) || /^(40|42P01|53|55|57|58)/.test(codeOf(error));

/**
 * Keeps one generation up to date until the signal aborts. Shows a generation under construction as soon as it has caught
 * up.
 *
 * @param building whether the generation is under construction.
 */
export const runGeneration = async (
  projection: Projection,
  generation: number,
  building: boolean,
  options: RunOptions,
): Promise<void> => {
  const { pool, log, metrics } = options;
  const { concerns, project } = createProjector(projection, generation);
  const { name } = projection;
  let waiting = building;
  let switching = false;
  let indexed = !building;
  let last: Standing | undefined;
  const compare = createComparing(options, projection, generation);
  let compared = false;

  /** Makes the indexes for queries of new tables that are full, compares them with those that are shown, then shows them. */
  const switchWhenReady = async (): Promise<Standing> => {
    const standing = await standingOf(pool, projection, generation);
    if (standing !== 'ready') return standing;
    if (!indexed) {
      await createIndexesBeside(pool, projection, generation);
      indexed = true;
    }
    // Once: a switch that somebody holds up is tried again.
    if (!compared) compared = await compare();
    if (!compared) return 'behind';
    return switchGeneration(pool, projection, generation);
  };

  const trySwitch = async (): Promise<void> => {
    if (!waiting || switching) return;
    switching = true;
    try {
      const standing = await switchWhenReady();
      waiting = standing === 'behind' || standing === 'blocked';
      if (standing === 'live') log.info({ projection: name, generation }, 'the new read tables are shown');
      if (standing === 'blocked' && last !== standing) {
        log.error({ projection: name, generation }, 'streams are parked in the new read tables, they are not shown');
      }
      last = standing;
    } catch (error) {
      // Somebody holds what the switch needs (lock_not_available): usual on a busy database, and tried again.
      const isHeld = error instanceof Error && codeOf(error) === '55P03';
      const cause = isHeld ? { reason: error.message } : { err: error };
      log.warn({ ...cause, projection: name, generation }, 'could not show the new read tables yet');
    } finally {
      switching = false;
    }
  };

  await runSubscription({
    batchSize: 5_000,
    ...options,
    name,
    version: generation,
    isTransient,
    handler: {
      concerns,
      project: async (events, client) => {
        await project(events, client);
        if (!waiting) metrics?.handled(name, events);
      },
    },
    onCaughtUp: () => {
      metrics?.caughtUp(name);
      void trySwitch();
    },
  });
};
