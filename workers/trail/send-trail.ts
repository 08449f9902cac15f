import { beginning, type Position } from '#eventstore/event-store.ts';
import { writeCheckpointLine } from '#eventstore/merkle/checkpoint-lines.ts';
import type { NoteVerifier } from '#eventstore/merkle/signed-note.ts';
import type { CheckpointPlace } from '#eventstore/merkle/tree-source.ts';
import { runSubscription } from '#eventstore/subscription/run-subscription.ts';
import { checkpointsFor, noteFault, noteKept, noteWell } from '#eventstore/trail-sinks.ts';
import type { Database } from '#platform/database.ts';
import { reasonOf } from '#platform/start-or-exit.ts';
import type { WorkerServices } from '../engine/worker-services.ts';
import { entryOf, entryOfCheckpoint, peopleOf } from './record.ts';
import type { TrailSink } from './sink.ts';

/** Events of a batch: it is sent again as a whole. */
const batchSize = 200;

/**
 * Where the trail goes.
 *
 * @property verifier checks the log's checkpoints.
 * @property place    where they are.
 */
export type Trail = Readonly<{ sinks: readonly TrailSink[]; verifier: NoteVerifier; place: CheckpointPlace }>;

/**
 * Returns the names of people by their number; '' for who is no user. Who was erased is not among them: their key is gone before
 * their name is, and before what was read of the log a moment ago.
 */
const namesOf = async (database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await database.query<{ id: number; name: string }>(
    `select k.subject as id, coalesce(trim(u.firstname || ' ' || u.lastname), '') as name
     from subject_keys k left join users u on u.id = k.subject where k.wrapped is not null and k.subject = any($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/**
 * Sends the trail to a place until the signal aborts: every event in the order of the log, and each signed checkpoint after the
 * events that it covers. Its position is kept like that of every subscription, so one worker sends at a time, an outage is made
 * up for, and a crash sends a batch again.
 */
const sendTo = (
  { store, pool, log }: Pick<WorkerServices, 'store' | 'pool' | 'log'>,
  sink: TrailSink,
  { verifier, place, signal }: Readonly<Pick<Trail, 'verifier' | 'place'> & { signal: AbortSignal }>,
): Promise<void> => {
  let isAway = false;

  /** Sends, and tells an outage once. */
  const send: TrailSink['send'] = async (entries) => {
    try {
      await sink.send(entries);
    } catch (error) {
      const fault = reasonOf(error);
      if (!isAway) log.error({ sink: sink.name, fault }, 'the trail does not go out, trying again');
      isAway = true;
      await noteFault(pool, sink.name, fault);
      throw error;
    }
    await noteWell(pool, sink.name);
    if (isAway) log.info({ sink: sink.name }, 'the trail goes out again');
    isAway = false;
  };

  /** Sends the checkpoints of events up to a position. What the log's key has not signed is not sent: the projector tells of it. */
  const sendCheckpoints = async (until: Position): Promise<void> => {
    for await (const checkpoint of checkpointsFor(pool, verifier, { sink: sink.name, place, until })) {
      if (signal.aborted) return;
      await send([entryOfCheckpoint(checkpoint, writeCheckpointLine(checkpoint))]);
      await noteKept(pool, sink.name, checkpoint.seal);
    }
  };

  let handled = beginning;
  return runSubscription({
    store,
    pool,
    log,
    signal,
    batchSize,
    name: sink.name,
    handler: {
      deliver: async (events) => {
        await sendCheckpoints(handled);
        const names = await namesOf(pool, [...new Set(events.flatMap(peopleOf))]);
        await send(events.map((event) => entryOf(event, names)));
        handled = events.at(-1)?.position ?? handled;
      },
    },
    onCaughtUp: sendCheckpoints,
  });
};

/** Sends the trail to all places that the settings name. Each goes on while another is away. */
export const runTrail = async (
  services: Pick<WorkerServices, 'store' | 'pool' | 'log'>,
  { sinks, verifier, place }: Trail,
  signal: AbortSignal,
): Promise<void> => {
  await Promise.all(sinks.map((sink) => sendTo(services, sink, { verifier, place, signal })));
};
