import type { Database } from '#platform/database.ts';

/**
 * A verification that somebody asked for and that has not ended.
 *
 * @property began  whether it looks at the log. False: it waits for the projector.
 * @property events how many it has looked at.
 */
export type OpenVerification = Readonly<{ requestedAt: Date; began: boolean; events: number }>;

/** Asks for a verification of the whole log. The same id twice is one request. */
export const askForVerification = async (database: Database, id: string): Promise<void> => {
  await database.query('insert into log_verification_requests (id) values ($1) on conflict do nothing', [id]);
};

/** Returns the oldest verification that has not ended. */
export const readOpenVerification = async (database: Database): Promise<OpenVerification | undefined> => {
  const { rows } = await database.query<OpenVerification>(
    `select requested_at as "requestedAt", began_at is not null as began, events
     from log_verification_requests where ended_at is null order by requested_at limit 1`,
  );
  return rows[0];
};

/** Takes all that wait, also those whose process ended. @returns their ids. */
export const takeVerifications = async (database: Database): Promise<readonly string[]> => {
  const { rows } = await database.query<{ id: string }>(
    'update log_verification_requests set began_at = clock_timestamp(), events = 0 where ended_at is null returning id',
  );
  return rows.map(({ id }) => id);
};

export const tellProgress = async (database: Database, ids: readonly string[], events: number): Promise<void> => {
  await database.query('update log_verification_requests set events = $2 where id = any($1)', [ids, events]);
};

export const endVerifications = async (database: Database, ids: readonly string[]): Promise<void> => {
  await database.query('update log_verification_requests set ended_at = clock_timestamp() where id = any($1)', [ids]);
};
