import type { Registry } from 'prom-client';
import { type Pool, troubleOf } from '#platform/database.ts';
import { readGauge } from '#platform/read-gauge.ts';
import { readSchemas } from '#projections/read-path.ts';
import { openReadTables } from './sql/read-tables.ts';
import { standingOperations } from './sql/standing.ts';
import { tryWriteAlone } from './try-write.ts';

/**
 * Adds what the state of the portal is, as the database has it: so it is told, too, when the process that should change it is dead.
 * All BFFs tell the same.
 */
export const addStateMetrics = (registry: Registry, pool: Pool): void => {
  const db = openReadTables(pool);
  const select = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(sql, values)).rows;

  readGauge(registry, {
    name: 'portico_database_writable',
    help: '1; 0 while the database can not be reached, or takes no writes because its disk is full or it is read-only',
    read: async () => {
      const trouble = await tryWriteAlone(pool).then(
        () => undefined,
        (error: unknown) => troubleOf(error) ?? 'unavailable',
      );
      // Somebody else has the row, so there are writes.
      return [{ value: trouble === undefined || trouble === 'slow' ? 1 : 0 }];
    },
  });
  readGauge(registry, {
    name: 'portico_operations',
    help: 'Operations that have not ended, and those that failed and stand on the desk of support',
    labels: ['kind', 'state'],
    read: async () => {
      const counts = await Promise.all([
        select<{ kind: string; state: string; count: number }>(
          `select kind, state, count(*)::int as count from operations
           where state in ('requested', 'started', 'waiting') group by kind, state`,
        ),
        standingOperations(db)
          .select(({ fn }) => ['operations.kind', 'operations.state', fn.countAll<number>().as('count')])
          .where('operations.state', '=', 'failed')
          .groupBy(['operations.kind', 'operations.state'])
          .execute(),
      ]);
      return counts.flat().map(({ kind, state, count }) => ({ labels: { kind, state }, value: Number(count) }));
    },
  });
  readGauge(registry, {
    name: 'portico_operations_oldest_seconds',
    help: 'How long the oldest operation, mails left out, is in its state: requested (no worker has begun it), started, waiting; 0 without one',
    labels: ['state'],
    read: async () =>
      (
        await select<{ state: string; seconds: number }>(
          // A few mails at a time go out, so many of them, or a mail server that is slow, would look like a worker that is dead.
          `select state, coalesce(extract(epoch from clock_timestamp() - oldest.at), 0)::float8 as seconds
           from unnest(array['requested', 'started', 'waiting']) as s (state) cross join lateral
             (select min(updated_at) as at from operations o where o.state = s.state and o.kind <> 'send-mail') as oldest`,
        )
      ).map(({ state, seconds }) => ({ labels: { state }, value: Math.max(0, seconds) })),
  });
  readGauge(registry, {
    name: 'portico_operations_failed_timestamp_seconds',
    help: 'When the newest of the failed operations that stand on the desk failed; absent without one',
    read: async () => {
      const { at } = await standingOperations(db)
        .select(({ fn }) => fn.max('operations.updated_at').as('at'))
        .where('operations.state', '=', 'failed')
        .executeTakeFirstOrThrow();
      return at === null ? [] : [{ value: at.getTime() / 1_000 }];
    },
  });
  readGauge(registry, {
    name: 'portico_resource_away_seconds',
    help: 'How long a gateway or Kafka has not responded, for each that does not',
    labels: ['resource'],
    read: async () =>
      (
        await select<{ resource: string; seconds: number }>(
          'select resource, extract(epoch from clock_timestamp() - since)::float8 as seconds from gateway_outages',
        )
      ).map(({ resource, seconds }) => ({ labels: { resource }, value: Math.max(0, seconds) })),
  });
  readGauge(registry, {
    name: 'portico_projection_unattended_seconds',
    help: 'How long nobody has filled a read table; 0 while somebody does',
    labels: ['projection'],
    read: async () =>
      (
        await select<{ projection: string; seconds: number }>(
          // A lease that was given back says nothing of its time: it ended long ago, at -infinity.
          `select g.projection, greatest(0, extract(epoch from clock_timestamp() - greatest(s.lease_until, s.updated_at)))::float8 as seconds
           from generations g join subscriptions s on s.name = g.projection and s.version = g.generation
           where g.shown_in = any($1) and g.state = 'live'`,
          [readSchemas],
        )
      ).map(({ projection, seconds }) => ({ labels: { projection }, value: seconds })),
  });
  readGauge(registry, {
    name: 'portico_certificate_expires_timestamp_seconds',
    help: 'When the first certificate of a gateway ends, as the last look at the gateway knows it',
    labels: ['gateway'],
    read: async () =>
      (
        await select<{ gateway: string; expires: number }>(
          `select r.id::text as gateway, extract(epoch from first.at)::float8 as expires
           from resources r cross join lateral (select min(expires_at) as at from gateway_objects
             where gateway_id = r.id and kind = 'certificate' and not is_gone) as first
           where r.type = 'KONG' and first.at is not null`,
        )
      ).map(({ gateway, expires }) => ({ labels: { gateway }, value: expires })),
  });
};
