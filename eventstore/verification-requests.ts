import type { Database } from '#platform/database.ts';

/**
 * A verification that somebody asked for and that has not ended.
 *
 * @property began  whether it looks at the log. False: it waits for the projector.
 * @property events how many it has looked at.
 */
export type OpenVerification = Readonly<{ id: string; requestedAt: Date; began: boolean; events: number }>;

/** Asks for a verification of the whole log. The same id twice is one request. */
export const askForVerification = async (database: Database, id: string): Promise<void> => {
  await database.query('insert into log_verification_requests (id) values ($1) on conflict do nothing', [id]);
};

/** Returns the oldest verification that has not ended. */
export const readOpenVerification = async (database: Database): Promise<OpenVerification | undefined> => {
  const { rows } = await database.query<OpenVerification>(
    `select id, requested_at as "requestedAt", began_at is not null as began, events
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

/**
 * Ends what was taken and answered. What was not answered is not in the log: its request is written in a moment, and it is taken again.
 * After a minute it never will be, because the process that asked has ended.
 *
 * @property failed whether they could not look at the whole log.
 */
export const endVerifications = async (
  database: Database,
  { taken, answered, failed }: Readonly<{ taken: readonly string[]; answered: readonly string[]; failed: boolean }>,
): Promise<void> => {
  await database.query(
    `update log_verification_requests set ended_at = clock_timestamp(), failed = $3
     where id = any($1) and (id = any($2) or requested_at < now() - interval '1 minute')`,
    [taken, answered, failed],
  );
};

/** Returns when the newest verification that somebody asked for broke off. Null: a later one looked at the whole log, or none broke off. */
export const readBrokenOff = async (database: Database): Promise<Date | null> => {
  const { rows } = await database.query<{ at: Date | null }>(
    `select max(ended_at) as at from log_verification_requests where failed and ended_at >
       coalesce((select ended_at from log_verifications where kind = 'whole' order by id desc limit 1), '-infinity')`,
  );
  return rows[0]?.at ?? null;
};
