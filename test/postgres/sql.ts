import pg from 'pg';

export type Session = pg.Client;

/** A connection of one's own, for tests that hold transactions open; ended by the caller. */
export const openSession = async (url: string): Promise<Session> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Runs statements one after another on a connection of their own. */
export const runSql = async (url: string, ...statements: string[]): Promise<void> => {
  const client = await openSession(url);
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};
