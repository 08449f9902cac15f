import type { Database, Pool } from './database.ts';

/** Thrown when somebody else has the lease, or nobody knows who has it. */
export class LeaseLostError extends Error {
  constructor(name: string) {
    super(`the lease ${name} is lost`);
    this.name = 'LeaseLostError';
  }
}

/**
 * The right to work on something alone, for a time. Unlike a lock of a connection it ends by itself when its holder is
 * frozen. Subscriptions keep their leases beside their checkpoints, by the same rules
 * (`eventstore/subscription/lease.ts`).
 *
 * @property number grows with each holder.
 */
export type Lease = Readonly<{ name: string; number: number }>;

/**
 * @property holder       names the process, for people.
 * @property milliseconds after which somebody else may take the lease, unless the holder renews it.
 * @property rank         how urgent the work is. Default 0.
 */
export type LeaseOptions = Readonly<{ name: string; holder: string; milliseconds: number; rank?: number }>;

/**
 * Takes a lease, by the database's clock. Returns undefined when somebody holds it, or when somebody of a higher rank
 * asks for it.
 */
export const takeLease = async (
  database: Database,
  { name, holder, milliseconds, rank = 0 }: LeaseOptions,
): Promise<Lease | undefined> => {
  const { rows } = await database.query<{ number: number }>(
    `insert into leases select $1, $2, 1, clock_timestamp() + make_interval(secs => $3)
     where not exists (select from lease_requests asked where asked.name = $1 and rank > $4 and asked.until > clock_timestamp())
     on conflict (name) do update set holder = excluded.holder, number = leases.number + 1, until = excluded.until
     where leases.until < clock_timestamp()
     returning number`,
    [name, holder, milliseconds / 1_000, rank],
  );
  return rows[0] && { name, number: rows[0].number };
};

/**
 * Asks for a lease that somebody else holds. A holder of a lower rank may give way (`isAskedFor`). Until then nobody of
 * a lower rank can take the lease.
 *
 * @param by           identifies who asks.
 * @param milliseconds after which the request ends, unless it is repeated.
 * @returns how many others come first, so that the last in the line need not ask often.
 */
export const askForLease = async (
  database: Database,
  { name, rank, by, milliseconds }: Readonly<{ name: string; rank: number; by: string; milliseconds: number }>,
): Promise<number> => {
  const { rows } = await database.query<{ before: number }>(
    `insert into lease_requests values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
     on conflict (name, by) do update set until = excluded.until
     returning (
       select count(*)::int from lease_requests other where other.name = $1 and other.until > clock_timestamp()
       and (other.rank > $3 or other.rank = $3 and other.by < $2)) as before`,
    [name, by, rank, milliseconds / 1_000],
  );
  return rows[0]?.before ?? 0;
};

/** Withdraws a request for a lease. */
export const askNoLonger = async (database: Database, name: string, by: string): Promise<void> => {
  await database.query('delete from lease_requests where name = $1 and (by = $2 or until < clock_timestamp())', [
    name,
    by,
  ]);
};

/** Returns whether somebody of a higher rank asks for a lease. */
const isAskedFor = async (database: Database, name: string, rank: number): Promise<boolean> => {
  const { rowCount } = await database.query(
    'select from lease_requests where name = $1 and rank > $2 and until > clock_timestamp() limit 1',
    [name, rank],
  );
  return rowCount === 1;
};

/** Renews a lease, also one that has ended and that nobody took. Returns false when somebody else has taken it. */
const renewLease = async (database: Database, { name, number }: Lease, milliseconds: number): Promise<boolean> => {
  const { rowCount } = await database.query(
    'update leases set until = clock_timestamp() + make_interval(secs => $3) where name = $1 and number = $2',
    [name, number, milliseconds / 1_000],
  );
  return rowCount === 1;
};

/** Returns whether the lease lasts for at least half of its length. This is cheaper than to renew it, which writes. */
const isHeldOn = async (database: Database, { name, number }: Lease, milliseconds: number): Promise<boolean> => {
  const { rowCount } = await database.query(
    `select from leases where name = $1 and number = $2 and until > clock_timestamp() + make_interval(secs => $3)`,
    [name, number, milliseconds / 2_000],
  );
  return rowCount === 1;
};

export const releaseLease = async (database: Database, { name, number }: Lease): Promise<void> => {
  await database.query(`update leases set until = '-infinity' where name = $1 and number = $2`, [name, number]);
};

/**
 * A lease during the work that it protects.
 *
 * @property lost       aborts when somebody else has the lease.
 * @property assertHeld call it before each change that two processes must not make: nobody else gets the lease for half
 *   of its length. Throws LeaseLostError, or the database's error.
 * @property isAskedFor returns whether somebody of a higher rank waits for the lease.
 */
export type HeldLease = Lease &
  Readonly<{ lost: AbortSignal; assertHeld: () => Promise<void>; isAskedFor: () => Promise<boolean> }>;

/**
 * Runs `work` under a lease, and renews the lease meanwhile (requirement H4).
 *
 * @returns undefined at once when somebody else holds the lease.
 */
export const withLease = async <Result>(
  pool: Pool,
  options: LeaseOptions,
  work: (held: HeldLease) => Promise<Result>,
): Promise<{ result: Result } | undefined> => {
  const lease = await takeLease(pool, options);
  if (!lease) return undefined;
  const { name, milliseconds, rank = 0 } = options;
  const lost = new AbortController();
  const renew = async () => {
    if (!(await renewLease(pool, lease, milliseconds))) lost.abort(new LeaseLostError(name));
  };
  const renewal = setInterval(() => {
    // While the database is away nobody can take the lease, and `assertHeld` throws.
    renew().catch(() => undefined);
  }, milliseconds / 3);
  const assertHeld = async () => {
    if (!lost.signal.aborted && !(await isHeldOn(pool, lease, milliseconds))) await renew();
    lost.signal.throwIfAborted();
  };
  try {
    const held = { ...lease, lost: lost.signal, assertHeld, isAskedFor: () => isAskedFor(pool, name, rank) };
    return { result: await work(held) };
  } finally {
    clearInterval(renewal);
    // A lease that can't be released ends by itself.
    await releaseLease(pool, lease).catch(() => undefined);
  }
};
