import type { Registry } from 'prom-client';
import { readVerification } from '#eventstore/log-verifications.ts';
import type { CheckpointPlace } from '#eventstore/merkle/tree-source.ts';
import type { Pool } from '#platform/database.ts';
import { readGauge } from '#platform/read-gauge.ts';

const secondsOf = (date: Date | null | undefined): number => (date?.getTime() ?? 0) / 1_000;

/**
 * Days that the alarm lasts about what a verification of the whole log may not find again. Longer than a day, because what still goes on
 * is kept once a day; and not as long as people read it in the portal, because until then it hides what comes next.
 */
const daysAlarmed = 2;

/**
 * Adds what is known of the log itself: what was found wrong, when it was verified, and what waits to be kept outside.
 *
 * @param sinks the places outside that the settings name.
 * @param place where the log's checkpoints are.
 */
export const addLogMetrics = (
  registry: Registry,
  pool: Pool,
  { sinks, place }: Readonly<{ sinks: readonly string[]; place: CheckpointPlace }>,
): void => {
  readGauge(registry, {
    name: 'portico_log_findings',
    help: 'Streams or parts of the event log, and rows of read tables, that were altered, and read tables that could not be compared',
    read: async () => {
      const { findings, rowsTotal, uncompared } = await readVerification(pool, daysAlarmed);
      return [{ value: findings.length + rowsTotal + uncompared.length }];
    },
  });
  readGauge(registry, {
    name: 'portico_log_verified_timestamp_seconds',
    help: 'When the whole event log was last verified; 0 when it never was',
    read: async () => [{ value: secondsOf((await readVerification(pool)).verifiedAt) }],
  });
  readGauge(registry, {
    name: 'portico_log_checkpoint_timestamp_seconds',
    help: 'When the newest checkpoint of the event log was signed; 0 when none was. None is signed while no events come',
    read: async () => {
      const { rows } = await pool.query<{ at: Date | null }>(
        `select max(made_at) as at from ${place} where seal = (select max(seal) from ${place})`,
      );
      return [{ value: secondsOf(rows[0]?.at) }];
    },
  });
  readGauge(registry, {
    name: 'portico_log_checkpoints_waiting',
    help: 'Signed checkpoints that a place outside does not have yet',
    labels: ['sink'],
    read: async () => {
      const { rows } = await pool.query<{ sink: string; waiting: number }>(
        `select sink, (select count(*)::int from ${place} c where c.seal > s.seal) as waiting
         from log_checkpoint_sinks s where sink = any($1)`,
        [sinks],
      );
      return rows.map(({ sink, waiting }) => ({ labels: { sink }, value: waiting }));
    },
  });
};
