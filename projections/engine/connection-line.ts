import type { PoolClient } from '#platform/database.ts';

/** Work with the client of a transaction, done in the order in which it was asked for, one after the other. */
export type ConnectionLine = <Result>(work: (client: PoolClient) => Promise<Result>) => Promise<Result>;

/** Lets several parts of a program use one connection: while Postgres works for one, the others can go on computing. */
export const createConnectionLine = (client: PoolClient): ConnectionLine => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(() => work(client));
    last = done.catch(() => undefined);
    return done;
  };
};
