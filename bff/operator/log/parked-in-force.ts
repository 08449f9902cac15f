import { listParked, type ParkedStream } from '#eventstore/subscription/parked-streams.ts';
import type { Pool } from '#platform/database.ts';
import { listSubscriptions } from './subscriptions.ts';

/** Returns the parked streams, oldest first, without those of read tables that were replaced. */
export const listParkedInForce = async (pool: Pool): Promise<readonly ParkedStream[]> => {
  const [subscriptions, parked] = await Promise.all([listSubscriptions(pool), listParked(pool)]);
  return parked.filter(({ name, version }) =>
    subscriptions.some((one) => one.name === name && one.version === version),
  );
};
