import type { PoolClient } from '#platform/database.ts';

/** Runs work with the client of a transaction: one task after the other, in the order of the calls. */
export type ConnectionLine = <Result>(work: (client: PoolClient) => Promise<Result>) => Promise<Result>;

/** Lets several parts of a program share one connection. While Postgres works for one part, the others compute. */
export const createConnectionLine = (client: PoolClient): ConnectionLine => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(() => work(client));
    last = done.catch(() => undefined);
    return done;
  };
};
