import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool, PoolClient } from '#platform/database.ts';

/**
 * Who a call takes connections for.
 *
 * @property person  a person's id, before that a credential's name; undefined for strangers.
 * @property address the client's address block.
 * @property gone    aborts when the client has closed its connection.
 */
export type Taker = { person: string | undefined; readonly address: string; readonly gone: AbortSignal };

/** The call that is being answered. Code of no call (sweeps, maintenance) has none, and takes connections at once. */
const takers = new AsyncLocalStorage<Taker>();

/** Runs the work of a call, so that its connections are taken in its caller's turns. */
export const takingFor = <Result>(taker: Taker, work: () => Result): Result => takers.run(taker, work);

/** Connections that one person, and one address, may use at the same time. */
export type Shares = Readonly<{ all: number; person: number; address: number }>;

/** Returns the shares of a pool. A quarter of it stays free for others, whatever one address does. */
export const sharesOf = (all: number): Shares => ({
  all,
  person: Math.max(1, Math.floor(all / 4)),
  address: Math.max(1, Math.floor((all * 3) / 4)),
});

type Waiting = Readonly<{ by: Held; begin: () => void }>;
/** The names under which one connection is counted. A call may learn its person meanwhile, so they are kept. */
type Held = Readonly<{ person: string | undefined; address: string }>;

const counter = () => {
  const counts = new Map<string, number>();
  return {
    of: (name: string) => counts.get(name) ?? 0,
    add: (name: string, change: 1 | -1) => {
      const count = (counts.get(name) ?? 0) + change;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    },
  };
};

/**
 * Gives turns to take a connection: each person within their share, one after the other, so that the queue of one delays
 * nobody else by more than a turn.
 */
export const createTurns = ({ all, person: personShare, address: addressShare }: Shares) => {
  const people = counter();
  const addresses = counter();
  /** By person, or by address for strangers. Whoever had a turn goes to the end. */
  const queues = new Map<string, Set<Waiting>>();
  let taken = 0;

  const nameOf = ({ person, address }: Held) => person ?? `address ${address}`;
  const count = (by: Held, change: 1 | -1) => {
    taken += change;
    addresses.add(by.address, change);
    if (by.person !== undefined) people.add(by.person, change);
  };
  const isFree = ({ person, address }: Held): boolean =>
    taken < all && addresses.of(address) < addressShare && (person === undefined || people.of(person) < personShare);

  /** Lets the next one begin. Returns false when nobody can. */
  const next = (): boolean => {
    for (const [name, queue] of queues) {
      for (const waiting of queue) {
        if (!isFree(waiting.by)) continue;
        queue.delete(waiting);
        queues.delete(name);
        if (queue.size > 0) queues.set(name, queue);
        count(waiting.by, 1);
        waiting.begin();
        return true;
      }
    }
    return false;
  };

  const enqueue = (name: string, waiting: Waiting) => {
    const queue = queues.get(name) ?? new Set();
    queue.add(waiting);
    queues.set(name, queue);
  };
  const dequeue = (name: string, waiting: Waiting) => {
    const queue = queues.get(name);
    queue?.delete(waiting);
    if (queue?.size === 0) queues.delete(name);
  };

  return {
    /**
     * Waits for a turn.
     *
     * @param patience milliseconds.
     * @returns what ends the turn.
     * @throws Error when the client goes while it waits, or no turn comes in time.
     */
    take: ({ person, address, gone }: Taker, patience: number): Promise<() => void> => {
      const by: Held = { person, address };
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const leave = (why: string) => () => {
        stop();
        dequeue(nameOf(by), waiting);
        reject(new Error(why));
      };
      const onGone = leave('Connection terminated: the client is gone');
      const timer = setTimeout(leave('timeout exceeded when trying to connect'), patience);
      const stop = () => {
        clearTimeout(timer);
        gone.removeEventListener('abort', onGone);
      };
      const waiting: Waiting = {
        by,
        begin: () => {
          stop();
          resolve(() => {
            count(by, -1);
            while (next());
          });
        },
      };
      gone.addEventListener('abort', onGone, { once: true });
      enqueue(nameOf(by), waiting);
      while (next());
      return promise;
    },
  };
};

type Callback = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void;

/**
 * Has a pool give its connections in turns to the calls that want one (requirement K5). Also `pool.query` takes them so.
 *
 * @param patience milliseconds to wait for a turn.
 */
export const takeTurns = (pool: Pool, patience: number, shares = sharesOf(pool.options.max)): void => {
  const turns = createTurns(shares);
  const held = new WeakMap<PoolClient, () => void>();
  pool.on('release', (_error, client) => {
    const end = held.get(client);
    held.delete(client);
    end?.();
  });
  const connect = pool.connect.bind(pool) as (callback?: Callback) => Promise<PoolClient>;
  const take = async (taker: Taker): Promise<PoolClient> => {
    const end = await turns.take(taker, patience);
    try {
      const client = await connect();
      held.set(client, end);
      return client;
    } catch (error) {
      end();
      throw error;
    }
  };
  const inTurn = (callback?: Callback) => {
    const taker = takers.getStore();
    if (!taker) return connect(callback);
    const taking = take(taker);
    if (!callback) return taking;
    return void taking.then(
      (client) => callback(undefined, client, () => client.release()),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  };
  pool.connect = inTurn as Pool['connect'];
};
