import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { reasonOf } from '#platform/start-or-exit.ts';
import type { Finding } from './finding.ts';
import type { Sink } from './merkle/sinks.ts';
import { type Checkpoints, keptCheckpoints } from './postgres/log-checkpoints.ts';

type Parts = Readonly<{ database: Database; checkpoints: Checkpoints; sinks: readonly Sink[]; log: Log }>;

/** The most characters of a fault that are stored. */
const faultLength = 200;

const noteOf = async (database: Database, seal: number): Promise<string | undefined> => {
  const { rows } = await database.query<{ note: string }>('select note from log_checkpoints where seal = $1', [seal]);
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

/**
 * Returns checkpoints that are also kept outside the database. A place that is away gets what it missed when it is back.
 *
 * Where a place has a checkpoint that the database does not have, somebody took the log back, or restored an older one. Then
 * nothing is signed: else there would be two logs with one name.
 */
export const keepOutside = ({ database, checkpoints, sinks, log }: Parts): Checkpoints => {
  const away = new Set<string>();

  /** Does work at a place, and tells an outage once. An outage does not stop the signing. @returns undefined after a fault. */
  const attempt = async <Result>(sink: Sink, work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work();
    } catch (error) {
      const fault = reasonOf(error);
      if (!away.has(sink.name)) log.error({ sink: sink.name, fault }, 'checkpoints are not kept outside, trying again');
      away.add(sink.name);
      await noteFault(database, sink.name, fault);
      return undefined;
    }
  };

  const compare = async (sink: Sink): Promise<Finding | undefined> => {
    const newest = await sink.newest();
    return newest && (await noteOf(database, newest.seal)) !== newest.note
      ? { stream: '', version: newest.seal, reason: 'forgotten' }
      : undefined;
  };

  const deliver = async (sink: Sink): Promise<void> => {
    let last = await keptUntil(database, sink);
    for await (const checkpoint of keptCheckpoints(database, last)) {
      await sink.keep(checkpoint);
      last = checkpoint.seal;
      await noteKept(database, sink.name, last);
    }
    if (!away.delete(sink.name)) return;
    await noteKept(database, sink.name, last);
    log.info({ sink: sink.name }, 'checkpoints are kept outside again');
  };

  return {
    make: async () => {
      for (const sink of sinks) {
        const finding = await attempt(sink, () => compare(sink));
        if (finding) return [finding];
      }
      const findings = await checkpoints.make();
      for (const sink of sinks) await attempt(sink, () => deliver(sink));
      return findings;
    },
  };
};
