import { createClient } from '#platform/database.ts';
import type { Disturbance } from './disturbance.ts';

/** Tables that the portal often writes. */
const tables = ['events', 'streams', 'commands', 'subscriptions', 'leases', 'secrets', 'waiting_operations'] as const;

/** A lock on a table, as of a migration or a backup tool. */
export const lock: Disturbance = {
  name: 'lock',
  weight: 1.5,
  beside: false,
  draw: (random) => {
    const table = random.pick(tables) as string;
    const seconds = random.between(1, 8);
    return {
      what: `table ${table} locked for ${Math.round(seconds)} s`,
      act: async (stack) => {
        const client = createClient({ connectionString: stack.database.owner, connectionTimeoutMillis: 3_000 });
        try {
          await client.connect();
          await client.query("begin; set local lock_timeout = '3s'");
          await client.query(`lock table ${table} in access exclusive mode`);
          await client.query('select pg_sleep($1)', [seconds]);
          await client.query('rollback');
        } catch {
          // Postgres is away, or the lock was not free in time.
        } finally {
          await client.end().catch(() => undefined);
        }
      },
    };
  },
};
