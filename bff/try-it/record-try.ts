import type { Services } from '../http/services.ts';

/** @property status null: the gateway did not respond. */
type Tried = Readonly<{ consumerId: number; method: string; path: string; status: number | null }>;

/** Records who tried a call, for "Download my data". The call was made: it does not fail because of this. */
export const recordTry = async (
  { pool, log }: Pick<Services, 'pool' | 'log'>,
  userId: number,
  { consumerId, method, path, status }: Tried,
): Promise<void> => {
  try {
    await pool.query(
      'insert into tried_calls (user_id, consumer_id, method, path, status) values ($1, $2, $3, $4, $5)',
      [userId, consumerId, method, path, status],
    );
  } catch (error) {
    log.warn({ err: error }, 'tried call not recorded');
  }
};
