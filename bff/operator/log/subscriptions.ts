import type { SubscriptionId } from '#eventstore/subscription/lease.ts';
import type { Pool } from '#platform/database.ts';
import { readSchemas } from '#projections/read-path.ts';
import { OperatorError } from '../operator-error.ts';

/**
 * A reader of the log: a projection or a worker's consumer (`dispatcher`, `withdrawals`). While a projection is rebuilt
 * there are two subscriptions with its name.
 */
export type Subscription = SubscriptionId &
  Readonly<{ state: 'running' | 'paused' | 'faulted'; isProjection: boolean; lastError: string | null; since: Date }>;

/** Returns all active subscriptions, without those of another release's tables. Replaced tables are kept for a day, but have none. */
export const listSubscriptions = async (pool: Pool): Promise<readonly Subscription[]> => {
  const { rows } = await pool.query<Subscription>(
    `select s.name, s.version, s.state, g.generation is not null as "isProjection",
       s.last_error as "lastError", s.updated_at as since
     from subscriptions s left join generations g on g.projection = s.name and g.generation = s.version
     where g.state is distinct from 'retired' and (g.shown_in is null or g.shown_in = any($1)) order by s.name, s.version`,
    [readSchemas],
  );
  return rows;
};

/** @throws OperatorError with the existing names, when there is none of this name. */
export const findSubscriptions = async (pool: Pool, name: string): Promise<readonly Subscription[]> => {
  const all = await listSubscriptions(pool);
  const found = all.filter((subscription) => subscription.name === name);
  if (found.length > 0) return found;
  const names = [...new Set(all.map((subscription) => subscription.name))].join(', ');
  throw new OperatorError(`Nothing of that name follows the log. There are: ${names || 'none yet'}.`);
};
