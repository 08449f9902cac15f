import type { Database, Pool } from './database.ts';

/** Somebody else has it now, or nobody knows. */
export class LeaseLostError extends Error {
  constructor(name: string) {
    super(`the lease ${name} is lost`);
    this.name = 'LeaseLostError';
  }
}

/**
 * The right to work on something, for a while. Unlike a lock of a connection it ends by itself when its holder is frozen.
 * Subscriptions keep theirs beside their checkpoint, by the same rules (`eventstore/subscription/lease.ts`).
 *
 * @property number grows with every holder.
 */
export type Lease = Readonly<{ name: string; number: number }>;

/**
 * @property holder       for people: which process.
 * @property milliseconds without renewal after which somebody else may take it.
 * @property rank         how urgent it is: 0 unless told.
 */
export type LeaseOptions = Readonly<{ name: string; holder: string; milliseconds: number; rank?: number }>;

/**
 * Takes a lease that nobody holds, by the database's clock; undefined when somebody does, or when somebody of a higher rank
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
 * Asks for a lease that somebody holds: whoever has it and is of a lower rank may give way (`isAskedFor`), and nobody of a
 * lower rank takes it until then.
 *
 * @param by           tells those who ask apart.
 * @param milliseconds after which it counts no more, unless asked again.
 * @returns how many go before it, so that not all who ask need to look often.
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

/** Asks no longer. */
export const askNoLonger = async (database: Database, name: string, by: string): Promise<void> => {
  await database.query('delete from lease_requests where name = $1 and (by = $2 or until < clock_timestamp())', [
    name,
    by,
  ]);
};

/** Whether somebody of a higher rank asks for a lease. */
const isAskedFor = async (database: Database, name: string, rank: number): Promise<boolean> => {
  const { rowCount } = await database.query(
    'select from lease_requests where name = $1 and rank > $2 and until > clock_timestamp() limit 1',
    [name, rank],
  );
  return rowCount === 1;
};

/** @returns false when somebody else has taken it. One that ran out and that nobody took is held again. */
const renewLease = async (database: Database, { name, number }: Lease, milliseconds: number): Promise<boolean> => {
  const { rowCount } = await database.query(
    'update leases set until = clock_timestamp() + make_interval(secs => $3) where name = $1 and number = $2',
    [name, number, milliseconds / 1_000],
  );
  return rowCount === 1;
};

/** Whether it is held, and for half of its length more. Cheaper than a renewal, which is a write. */
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
 * A lease while it is worked under.
 *
 * @property lost       aborts when somebody else has it.
 * @property assertHeld asked before everything that must not come from two: from then on nobody else begins for half the
 *                      length of the lease. Throws LeaseLostError, and what the database throws.
 * @property isAskedFor whether somebody of a higher rank waits for it.
 */
export type HeldLease = Lease &
  Readonly<{ lost: AbortSignal; assertHeld: () => Promise<void>; isAskedFor: () => Promise<boolean> }>;

/**
 * Runs `work` while nobody else works on the same (requirement H4); renews beside it.
 *
 * @returns undefined at once when somebody else does.
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
    // While the database is away nobody takes it; `assertHeld` says so to who asks.
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
    // One that is not given back runs out.
    await releaseLease(pool, lease).catch(() => undefined);
  }
};
