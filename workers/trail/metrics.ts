import type { CheckpointPlace } from '#eventstore/merkle/tree-source.ts';
import { readTrailStates } from '#eventstore/trail-sinks.ts';
import { readGauge } from '#platform/read-gauge.ts';
import type { WorkerServices } from '../engine/worker-services.ts';

type State = Awaited<ReturnType<typeof readTrailStates>>[number];

/**
 * Adds how far each place has the trail.
 *
 * @param sinks the places that the settings name. Nobody sends to others, which may have got it before.
 * @param place where the log's checkpoints are. In KurrentDB nobody counts the events that wait.
 */
export const addTrailMetrics = (
  { metrics: { registry }, pool }: Pick<WorkerServices, 'metrics' | 'pool'>,
  sinks: readonly string[],
  place: CheckpointPlace,
): void => {
  const add = (name: string, help: string, pick: (state: State) => number | null) =>
    readGauge(registry, {
      name,
      help,
      labels: ['sink'],
      read: async () =>
        (await readTrailStates(pool, place)).flatMap((state) => {
          const value = sinks.includes(state.sink) ? pick(state) : null;
          return value === null ? [] : [{ labels: { sink: state.sink }, value }];
        }),
    });
  add(
    'portico_trail_events_waiting',
    'Events that a place outside does not have yet, up to 10,000',
    ({ waiting }) => waiting,
  );
  add(
    'portico_trail_waiting_seconds',
    'How long the oldest of these events has waited',
    ({ waiting, waitingSeconds }) => (waiting === null ? null : waitingSeconds),
  );
  add(
    'portico_trail_failing_seconds',
    'How long a place outside has taken nothing; 0 when it takes what it gets',
    ({ failingSince }) => (failingSince ? Math.max(0, (Date.now() - failingSince.getTime()) / 1_000) : 0),
  );
};
