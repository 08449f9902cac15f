import type { Database } from '#platform/database.ts';
import type { Mark, Position } from '../event-store.ts';

export type SubscriptionId = Readonly<{ name: string; version: number }>;

/**
 * The right to run a subscription until `lease_until`. Each write compares the epoch, so that a runner that lost its
 * lease writes nothing.
 */
export type Lease = SubscriptionId & Readonly<{ owner: string; epoch: number; reached: Mark | undefined } & Checkpoint>;

/** The newest event that was handled. `id` is missing at the beginning, and where an older release wrote. */
export type Checkpoint = Readonly<{ position: Position; id?: string | undefined }>;

/** Thrown when another runner has the subscription now. */
export class LeaseLostError extends Error {
  constructor({ name, version }: SubscriptionId) {
    super(`another process runs subscription ${name} version ${version} now`);
    this.name = 'LeaseLostError';
  }
}

/** Registers a subscription. A registered one keeps its checkpoint. */
export const registerSubscription = async (
  database: Database,
  { name, version }: SubscriptionId,
  start: Position,
): Promise<void> => {
  await database.query(
    'insert into subscriptions (name, version, position) values ($1, $2, $3) on conflict do nothing',
    [name, version, start],
  );
};

type Row = {
  lease_epoch: number;
  position: Position;
  event_id: string | null;
  reached: Position | null;
  reached_id: string | null;
};

/**
 * Takes a lease, by the database's clock. Returns undefined when it is not free, or the subscription is paused or
 * faulted.
 */
export const takeLease = async (
  database: Database,
  { name, version }: SubscriptionId,
  owner: string,
  seconds: number,
): Promise<Lease | undefined> => {
  const { rows } = await database.query<Row>(
    `update subscriptions
     set owner = $3, lease_epoch = lease_epoch + 1, lease_until = clock_timestamp() + make_interval(secs => $4), updated_at = clock_timestamp()
     where name = $1 and version = $2 and state = 'running' and (lease_until < clock_timestamp() or owner = $3)
     returning lease_epoch, position, event_id, reached, reached_id`,
    [name, version, owner, seconds],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { reached, reached_id } = row;
  return {
    name,
    version,
    owner,
    epoch: row.lease_epoch,
    position: row.position,
    id: row.event_id ?? undefined,
    reached: reached !== null && reached_id !== null ? { position: reached, id: reached_id } : undefined,
  };
};

const whileHeld = 'where name = $1 and version = $2 and lease_epoch = $3';
const keys = ({ name, version, epoch }: Lease) => [name, version, epoch];

/** Renews a lease. @throws LeaseLostError, also when the subscription was paused, so that its runner stops. */
export const renewLease = async (database: Database, lease: Lease, seconds: number): Promise<void> => {
  const { rowCount } = await database.query(
    `update subscriptions set lease_until = clock_timestamp() + make_interval(secs => $4), updated_at = clock_timestamp()
     ${whileHeld} and state = 'running'`,
    [...keys(lease), seconds],
  );
  if (rowCount === 0) throw new LeaseLostError(lease);
};

/** Stores the checkpoint, in the handler's transaction when `database` is its client. @throws LeaseLostError */
export const storeCheckpoint = async (
  database: Database,
  lease: Lease,
  { position, id }: Checkpoint,
): Promise<void> => {
  const { rowCount } = await database.query(
    `update subscriptions set position = $4, event_id = $5, last_error = null, updated_at = clock_timestamp() ${whileHeld}`,
    [...keys(lease), position, id],
  );
  if (rowCount === 0) throw new LeaseLostError(lease);
};

/** Stores checkpoints of several subscriptions, one of each. Returns the leases that are still held; the others store nothing. */
export const storeCheckpoints = async (
  database: Database,
  moves: readonly Readonly<{ lease: Lease; checkpoint: Checkpoint }>[],
): Promise<ReadonlySet<Lease>> => {
  const { rows } = await database.query<SubscriptionId>({
    name: 'store_checkpoints',
    text: `update subscriptions s
      set position = moved.position, event_id = moved.event_id, last_error = null, updated_at = clock_timestamp()
      from unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::uuid[])
        as moved (name, version, epoch, position, event_id)
      where s.name = moved.name and s.version = moved.version and s.lease_epoch = moved.epoch
      returning s.name, s.version`,
    values: [
      moves.map(({ lease }) => lease.name),
      moves.map(({ lease }) => lease.version),
      moves.map(({ lease }) => lease.epoch),
      moves.map(({ checkpoint }) => checkpoint.position),
      moves.map(({ checkpoint }) => checkpoint.id),
    ],
  });
  const stored = new Set(rows.map(({ name, version }) => `${name} ${version}`));
  return new Set(moves.map(({ lease }) => lease).filter(({ name, version }) => stored.has(`${name} ${version}`)));
};

/** Stores how far the log was read after the checkpoint, where it belongs to others. */
export const storeReached = async (database: Database, lease: Lease, { position, id }: Mark): Promise<void> => {
  await database.query(`update subscriptions set reached = $4, reached_id = $5 ${whileHeld}`, [
    ...keys(lease),
    position,
    id,
  ]);
};

export const releaseLease = async (database: Database, lease: Lease): Promise<void> => {
  await database.query(`update subscriptions set owner = null, lease_until = '-infinity' ${whileHeld}`, keys(lease));
};

/** Stores an error. `faulted` stops the subscription until somebody calls `resumeSubscription`. */
export const recordError = async (
  database: Database,
  lease: Lease,
  message: string,
  faulted: boolean,
): Promise<void> => {
  await database.query(
    `update subscriptions set last_error = $4, state = case when $5 then 'faulted' else state end, updated_at = clock_timestamp() ${whileHeld}`,
    [...keys(lease), message, faulted],
  );
};

export const pauseSubscription = async (database: Database, { name, version }: SubscriptionId): Promise<void> => {
  await database.query(
    `update subscriptions set state = 'paused', updated_at = clock_timestamp() where name = $1 and version = $2`,
    [name, version],
  );
};

/** Restarts a paused or faulted subscription. */
export const resumeSubscription = async (database: Database, { name, version }: SubscriptionId): Promise<void> => {
  await database.query(`update subscriptions set state = 'running' where name = $1 and version = $2`, [name, version]);
};
