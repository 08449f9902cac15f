import type { Database } from '#platform/database.ts';
import type { LogEntry } from '../event-store.ts';
import type { SubscriptionId } from './lease.ts';

/** A stream that a subscription has set aside. The events from `fromVersion` to the checkpoint wait. */
export type ParkedStream = SubscriptionId &
  Readonly<{
    stream: string;
    fromVersion: number;
    eventId: string;
    eventType: string;
    error: string;
    attempts: number;
    parkedAt: Date;
  }>;

type Row = {
  name: string;
  version: number;
  stream: string;
  from_version: number;
  event_id: string;
  event_type: string;
  error: string;
  attempts: number;
  parked_at: Date;
};

export const parkStream = async (
  database: Database,
  { name, version }: SubscriptionId,
  event: LogEntry,
  error: string,
  attempts: number,
): Promise<void> => {
  await database.query(
    `insert into parked_streams (name, version, stream, from_version, event_id, event_type, error, attempts)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (name, version, stream) do update
     set error = excluded.error, attempts = parked_streams.attempts + excluded.attempts, resume_requested_at = null`,
    [name, version, event.stream, event.version, event.id, event.type, error, attempts],
  );
};

/** Moves the start of the waiting events, after a resume has handled the ones before it. */
export const advanceParked = async (
  database: Database,
  { name, version }: SubscriptionId,
  event: LogEntry,
): Promise<void> => {
  await database.query(
    'update parked_streams set from_version = $4, event_id = $5, event_type = $6 where name = $1 and version = $2 and stream = $3',
    [name, version, event.stream, event.version, event.id, event.type],
  );
};

/** Keeps a stream parked after a resume that failed, with the newest error. */
export const keepParked = async (
  database: Database,
  { name, version }: SubscriptionId,
  stream: string,
  error: string,
): Promise<void> => {
  await database.query(
    `update parked_streams set error = $4, attempts = attempts + 1, resume_requested_at = null
     where name = $1 and version = $2 and stream = $3`,
    [name, version, stream, error],
  );
};

export const unparkStream = async (
  database: Database,
  { name, version }: SubscriptionId,
  stream: string,
): Promise<void> => {
  await database.query('delete from parked_streams where name = $1 and version = $2 and stream = $3', [
    name,
    version,
    stream,
  ]);
};

/** Returns the parked streams of one subscription or of all, oldest first. */
export const listParked = async (
  database: Database,
  subscription?: SubscriptionId,
): Promise<readonly ParkedStream[]> => {
  const { rows } = await database.query<Row>(
    `select name, version, stream, from_version, event_id, event_type, error, attempts, parked_at from parked_streams
     where $1::text is null or (name = $1 and version = $2) order by parked_at`,
    [subscription?.name ?? null, subscription?.version ?? null],
  );
  return rows.map(({ from_version, event_id, event_type, parked_at, ...row }) => ({
    ...row,
    fromVersion: from_version,
    eventId: event_id,
    eventType: event_type,
    parkedAt: parked_at,
  }));
};

/**
 * Asks the subscription's runner, in any process, to try a parked stream again. Returns false when it is not parked.
 */
export const requestResume = async (
  database: Database,
  { name, version }: SubscriptionId,
  stream: string,
): Promise<boolean> => {
  const { rowCount } = await database.query(
    'update parked_streams set resume_requested_at = now() where name = $1 and version = $2 and stream = $3',
    [name, version, stream],
  );
  return rowCount === 1;
};

export const resumeRequests = async (
  database: Database,
  { name, version }: SubscriptionId,
): Promise<readonly { stream: string; fromVersion: number }[]> => {
  const { rows } = await database.query<{ stream: string; from_version: number }>(
    `select stream, from_version from parked_streams
     where name = $1 and version = $2 and resume_requested_at is not null order by resume_requested_at`,
    [name, version],
  );
  return rows.map(({ stream, from_version }) => ({ stream, fromVersion: from_version }));
};
