import { Gauge, type Registry } from 'prom-client';
import { readVerification } from '#eventstore/log-verifications.ts';
import type { Pool } from '#platform/database.ts';

/**
 * Adds what is known of the log itself: what was found wrong, when it was verified, and what waits to be kept outside.
 *
 * @param sinks the places outside that the settings name.
 */
export const addLogMetrics = (registry: Registry, pool: Pool, sinks: readonly string[]): void => {
  const registers = [registry];
  new Gauge({
    name: 'portico_log_findings',
    help: 'Streams or parts of the event log that were altered',
    registers,
    async collect() {
      this.set((await readVerification(pool)).findings.length);
    },
  });
  new Gauge({
    name: 'portico_log_verified_timestamp_seconds',
    help: 'When the whole event log was last verified; 0 when it never was',
    registers,
    async collect() {
      this.set(((await readVerification(pool)).verifiedAt?.getTime() ?? 0) / 1_000);
    },
  });
  new Gauge({
    name: 'portico_log_checkpoints_waiting',
    help: 'Signed checkpoints that a place outside does not have yet',
    labelNames: ['sink'],
    registers,
    async collect() {
      this.reset();
      const { rows } = await pool.query<{ sink: string; waiting: number }>(
        `select sink, (select count(*)::int from log_checkpoints c where c.seal > s.seal) as waiting
         from log_checkpoint_sinks s where sink = any($1)`,
        [sinks],
      );
      for (const { sink, waiting } of rows) this.set({ sink }, waiting);
    },
  });
};
