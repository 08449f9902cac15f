import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '#platform/database.ts';
import type { PartName, Stack } from '../world/stack.ts';
import { type Disturbance, signalProcess } from './disturbance.ts';

/** Processes that must outlive their connections. */
const parts: readonly PartName[] = ['bff', 'bff-2', 'projector', 'worker', 'worker-2'];

const ofPortico = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

/** Ends all connections of the portal's database, or kills one server process, after which Postgres ends all of its own. */
const cutOnce = async (stack: Stack, kills: boolean): Promise<void> => {
  const client = createClient({ connectionString: stack.database.owner, connectionTimeoutMillis: 3_000 });
  try {
    await client.connect();
    if (!kills) await client.query(`select pg_terminate_backend(pid) ${ofPortico}`);
    else {
      const { rows } = await client.query<{ pid: number }>(`select pid ${ofPortico} limit 1`);
      signalProcess(rows[0]?.pid, 'SIGKILL');
    }
  } catch {
    // Postgres is away, or about to start again.
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * Connections to the database are cut twice a second, as by an operator or by a pooler that starts again.
 *
 * @param fallen receives a line for each process that ended meanwhile. None may.
 */
export const cutInto = (fallen: string[]): Disturbance => ({
  name: 'cut',
  weight: 2,
  // No process is killed at the same time, so one that has another id afterwards has ended by itself.
  beside: false,
  draw: (random) => {
    const seconds = random.between(2, 12);
    const kills = random.chance(0.2);
    const what = `${kills ? 'server processes killed' : 'connections cut'} for ${Math.round(seconds)} s`;
    return {
      what,
      act: async (stack, signal) => {
        const before = parts.map((part) => stack.pidOf(part));
        const ends = performance.now() + seconds * 1_000;
        while (performance.now() < ends && !signal.aborted) {
          await cutOnce(stack, kills);
          await sleep(kills ? 2_000 : 500);
        }
        for (const [index, part] of parts.entries())
          if (before[index] !== undefined && stack.pidOf(part) !== before[index])
            fallen.push(`${part} ended by itself: ${what}`);
      },
    };
  },
});
