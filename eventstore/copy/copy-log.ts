import type pg from 'pg';
import { crashPoint } from '#platform/crash-point.ts';
import { createClient } from '#platform/database.ts';
import { checkServer } from '../kurrentdb/check-server.ts';
import { openClient } from '../kurrentdb/client.ts';
import { whoUses } from '../refuse-while-used.ts';
import { appendEvents } from './append-events.ts';
import { compareLogs, nothingReached, type Reached } from './compare-logs.ts';
import { CopyRefusedError } from './copy-refused-error.ts';
import { createPlaces, type HandedOver, handOver } from './hand-over.ts';
import { sourceEvents } from './source-events.ts';

/** The name of the copy's own connections, so that it does not wait for itself. */
export const copierName = 'portico-copy-log';

/**
 * @property ownerUrl   connects as the database's owner, because the application may not lock the log.
 * @property url        the address of the server.
 * @property prefix     what the names of this installation's streams begin with at the server.
 * @property onProgress gets the number of events that are the same in both logs.
 */
export type CopyOptions = Readonly<{
  ownerUrl: string;
  url: string;
  prefix: string;
  onProgress: (events: number) => void;
}>;

/** Keeps a second copy away, until the connection ends. */
const lockCopy = async (database: pg.Client): Promise<void> => {
  const { rows } = await database.query<{ alone: boolean }>('select pg_try_advisory_lock(7214005) as alone');
  if (!rows[0]?.alone) throw new CopyRefusedError('another copy of this log is running');
};

/** @throws CopyRefusedError while processes of Portico are connected. */
const requireUnused = async (database: pg.Client, copied: number): Promise<void> => {
  const users = await whoUses(database, copierName);
  if (users === '') return;
  throw new CopyRefusedError(
    `${copied} events are copied, and Portico still uses the log in Postgres. Stop these processes, then run the same command again, which ends the copy: ${users}`,
  );
};

/** @throws CopyRefusedError when the server has lost events meanwhile. */
const requireWhole = async (database: pg.Client, events: number): Promise<void> => {
  const { rows } = await database.query<{ count: number }>('select count(*)::integer as count from events');
  if (rows[0]?.count !== events)
    throw new CopyRefusedError(`the server has ${events} of ${rows[0]?.count} events. Run the same command again`);
};

/**
 * Copies the log from Postgres to a server, then hands commands, guards and read positions over, so that Portico goes on there. It
 * keeps no notes: it compares what the server has with the source, hash by hash, and appends the rest. So it can be ended at
 * any point and started again. Processes may run until everything is copied. The end needs them stopped.
 *
 * @throws CopyRefusedError, UnfitError, UnavailableError
 */
export const copyLog = async ({
  ownerUrl,
  url,
  prefix,
  onProgress,
}: CopyOptions): Promise<HandedOver & { events: number }> => {
  await checkServer(url);
  const database = createClient({ connectionString: ownerUrl, application_name: copierName });
  const client = openClient(url);
  const target = { client, prefix };

  /** Compares both logs from a place on, and appends what the server does not have. */
  const copy = async (from: Reached, state: 'open' | 'locked'): Promise<Reached> => {
    const source = sourceEvents(database, from.source, state);
    let reached = await compareLogs(source, target, from);
    await appendEvents(source, target, (last, position, count) => {
      reached = { source: last, target: position, events: reached.events + count };
      onProgress(reached.events);
    });
    return reached;
  };

  await database.connect();
  try {
    await lockCopy(database);
    const reached = await copy(nothingReached, 'open');
    await requireUnused(database, reached.events);
    await database.query('begin');
    await database.query(`set local lock_timeout = '10s'`);
    await database.query(
      'lock table events, streams, commands, guards, subscriptions, intentions, intended_guards in access exclusive mode',
    );
    await requireUnused(database, reached.events);
    await copy(reached, 'locked');
    const places = await createPlaces(database);
    const { events } = await compareLogs(
      sourceEvents(database, nothingReached.source, 'locked'),
      target,
      nothingReached,
      places.add,
    );
    await places.index();
    await requireWhole(database, events);
    const handedOver = await handOver(database);
    // A process that connected meanwhile waits for the locks, and would go on in Postgres.
    await requireUnused(database, events);
    crashPoint('copy.handing-over');
    await database.query('commit');
    crashPoint('copy.handed-over');
    return { ...handedOver, events };
  } finally {
    // This also ends an open transaction.
    await database.end();
    await client.close();
  }
};
