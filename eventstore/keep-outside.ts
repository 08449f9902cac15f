import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Pool } from '#platform/database.ts';
import { withLease } from '#platform/lease.ts';
import type { Log } from '#platform/log.ts';
import { reasonOf } from '#platform/start-or-exit.ts';
import type { Finding } from './finding.ts';
import { forgetOtherSinks } from './log-verifications.ts';
import type { Sink } from './merkle/sink.ts';
import type { CheckpointPlace } from './merkle/tree-source.ts';
import { type Checkpoints, keptCheckpoints } from './postgres/log-checkpoints.ts';

type Parts = Readonly<{
  pool: Pool;
  checkpoints: Checkpoints;
  sinks: readonly Sink[];
  log: Log;
  signal: AbortSignal;
}>;

/** Milliseconds that a round of signing waits for a place outside. A folder that hangs never responds. */
const patience = 10_000;

/** The most characters of a fault that are stored. */
const faultLength = 200;

const noteOf = async (database: Database, place: CheckpointPlace, seal: number): Promise<string | undefined> => {
  const { rows } = await database.query<{ note: string }>(`select note from ${place} where seal = $1`, [seal]);
  return rows[0]?.note;
};

const keptUntil = async (database: Database, { name, newest, read }: Sink): Promise<number> => {
  if (read) return (await newest())?.seal ?? 0;
  const { rows } = await database.query<{ seal: number }>('select seal from log_checkpoint_sinks where sink = $1', [
    name,
  ]);
  return rows[0]?.seal ?? 0;
};

const noteKept = (database: Database, sink: string, seal: number) =>
  database.query(
    `insert into log_checkpoint_sinks (sink, seal) values ($1, $2)
     on conflict (sink) do update set seal = excluded.seal, failing_since = null, fault = null`,
    [sink, seal],
  );

const noteFault = (database: Database, sink: string, fault: string) =>
  database.query(
    `insert into log_checkpoint_sinks (sink, seal, failing_since, fault) values ($1, 0, now(), $2)
     on conflict (sink) do update set failing_since = coalesce(log_checkpoint_sinks.failing_since, now()), fault = excluded.fault`,
    [sink, fault.slice(0, faultLength)],
  );

/** Ends a fault that was told, and notes what a place has that did not say so: its answer was lost, or the process died. */
const noteWell = (database: Database, sink: string, seal: number) =>
  database.query(
    `update log_checkpoint_sinks set seal = $2, failing_since = null, fault = null
     where sink = $1 and (failing_since is not null or seal <> $2)`,
    [sink, seal],
  );

/** @throws Error when work takes longer than `patience`. It goes on. */
const promptly = async <Result>(work: Promise<Result>): Promise<Result> => {
  const waiting = new AbortController();
  const late = sleep(patience, undefined, { signal: waiting.signal }).then(() => {
    throw new Error('it does not respond');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    waiting.abort();
    late.catch(() => undefined);
  }
};

/**
 * Returns checkpoints that are also kept outside the database. A place that is away gets what it missed when it is back, and stops
 * no signing. Of several processes one sends at a time.
 *
 * Where a place has a checkpoint that the database does not have, somebody took the log back, or restored an older one. Then
 * nothing is signed: else there would be two logs with one name. What is not signed by the log's key is not sent.
 */
export const keepOutside = ({ pool, checkpoints, sinks, log, signal }: Parts): Checkpoints => {
  const { source } = checkpoints;
  const away = new Set<string>();
  /** What is being sent. One that takes long is not begun a second time. */
  const sending = new Map<string, Promise<unknown>>();
  let isBegun = false;

  /** Does work at a place, and tells an outage once. @returns undefined after a fault. */
  const attempt = async <Result>(sink: Sink, work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      const fault = reasonOf(error);
      if (!away.has(sink.name)) log.error({ sink: sink.name, fault }, 'checkpoints are not kept outside, trying again');
      away.add(sink.name);
      await noteFault(pool, sink.name, fault);
      return undefined;
    }
  };

  const compare = async (sink: Sink): Promise<Finding | undefined> => {
    const newest = await promptly(sink.newest());
    return newest && (await noteOf(pool, source.place, newest.seal)) !== newest.note
      ? { stream: '', version: newest.seal, reason: 'forgotten' }
      : undefined;
  };

  const deliver = async (sink: Sink): Promise<void> => {
    let last = await keptUntil(pool, sink);
    for await (const checkpoint of keptCheckpoints(pool, { place: source.place, after: last })) {
      if (signal.aborted) return;
      await sink.keep(checkpoint);
      last = checkpoint.seal;
      await noteKept(pool, sink.name, last);
    }
    const wrong = await sink.wrong?.();
    if (wrong !== undefined) throw new Error(wrong);
    await noteWell(pool, sink.name, last);
    if (away.delete(sink.name)) log.info({ sink: sink.name }, 'checkpoints are kept outside again');
  };

  const send = async (sink: Sink): Promise<void> => {
    const lease = { name: `checkpoints-${sink.name}`, holder: 'projector', milliseconds: 60_000 };
    await attempt(sink, () => withLease(pool, lease, () => deliver(sink)));
  };

  /** Begins to send what is new to a place. @returns when it is there, or after some time. */
  const sendPromptly = async (sink: Sink): Promise<void> => {
    const begun =
      sending.get(sink.name) ??
      send(sink)
        .catch((error: unknown) => log.warn({ err: error }, 'cannot send checkpoints, trying again'))
        .finally(() => sending.delete(sink.name));
    sending.set(sink.name, begun);
    await promptly(begun).catch(() => undefined);
  };

  return {
    source,
    make: async () => {
      if (!isBegun) {
        await forgetOtherSinks(
          pool,
          sinks.map(({ name }) => name),
        );
        isBegun = true;
      }
      for (const sink of sinks) {
        const finding = await attempt(sink, () => compare(sink));
        if (finding) return [finding];
      }
      const findings = await checkpoints.make();
      if (findings.some(({ reason }) => reason === 'unsigned' || reason === 'forgotten')) return findings;
      await Promise.all(sinks.map(sendPromptly));
      return findings;
    },
  };
};
