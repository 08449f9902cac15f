import type { MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { failedAppends } from '#eventstore/failed-appends.ts';
import { retryDelays } from '#eventstore/subscription/run-subscription.ts';
import { type Pool, troubleOf } from '#platform/database.ts';
import { addClockMetric } from '#platform/database-time.ts';
import { mayReadMetrics } from '#platform/may-read-metrics.ts';
import { observePools } from '#platform/pool-metrics.ts';
import { readGauge } from '#platform/read-gauge.ts';
import { droppedSpans } from '#platform/spans/dropped-spans.ts';
import { readSchemas } from '#projections/read-path.ts';
import { remoteAddress } from './auth/client-info.ts';
import { refusedSignIns } from './auth/refused-sign-in.ts';
import { neverWorked, signInFault } from './auth/watch-provider.ts';
import { refusedCalls } from './http/call-limiter.ts';
import type { BffEnv } from './http/context.ts';
import { limitCalls } from './http/limit-calls.ts';
import type { Services } from './http/services.ts';
import { postedCalls } from './ingest/posted-calls.ts';
import { addStateMetrics } from './state-metrics.ts';
import { tryWrite } from './try-write.ts';

/** Seconds that the delivery of events may be blocked before the portal is not ready. */
const delayLimit = 60;

/** Seconds that a lease may be expired: its runner pauses after an error and then goes on. */
const pauseLimit = retryDelays.most / 1_000;

/** Returns whether the disk is full. Then no subscription can run, but the tables can still be read. */
const isFull = (pool: Pool): Promise<boolean> =>
  tryWrite(pool).then(
    () => false,
    (error: unknown) => troubleOf(error) === 'full',
  );

/**
 * Returns what the portal waits for before it is ready: missing read tables, read tables that nobody fills, or a
 * transaction in the cluster that blocks all events. Empty when it is ready, also when it can only be read.
 */
const waitsFor = async ({ pool, store }: Services): Promise<string[]> => {
  const { rows } = await pool.query<{ name: string; there: boolean; runs: boolean }>(
    `select coalesce(g.projection, own.schema) as name, g.generation is not null as there,
        coalesce(s.state = 'running' and s.lease_until > clock_timestamp() - make_interval(secs => $1), false) as runs
     from unnest($2::text[]) as own (schema) left join generations g on g.shown_in = own.schema and g.state = 'live'
     left join subscriptions s on s.name = g.projection and s.version = g.generation order by name`,
    [pauseLimit, readSchemas],
  );
  if (!rows.some(({ there }) => there)) return ['projections'];
  const { waitingSeconds } = await store.lag();
  const still = rows.filter(({ runs }) => !runs).map(({ name }) => name);
  if (still.length > 0 && (await isFull(pool))) return [];
  return waitingSeconds > delayLimit ? [...still, 'event delivery'] : still;
};

/** Returns which check of the identity provider failed, and for which setting. Everybody may read it, so no address is in it. */
const signInTrouble = ({ settings }: Services) => {
  const { check, setting } = signInFault(settings) ?? {};
  return check && { identityProvider: { check, setting } };
};

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve. `/metrics`: metrics for Prometheus.
 * `measure` is the middleware that measures the time of every HTTP request by its route.
 */
export const health = (services: Services): { routes: Hono<BffEnv>; measure: MiddlewareHandler<BffEnv> } => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  observePools(registry, { portal: services.pool });
  addClockMetric(registry);
  registry.registerMetric(refusedCalls);
  registry.registerMetric(refusedSignIns);
  registry.registerMetric(postedCalls);
  registry.registerMetric(droppedSpans);
  registry.registerMetric(failedAppends);
  const requests = new Histogram({
    name: 'portico_http_request_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  readGauge(registry, {
    name: 'portico_event_log_horizon_age_seconds',
    help: 'Age of the oldest transaction that holds back the delivery of events',
    read: async () => [{ value: (await services.store.lag()).holderSeconds }],
  });
  addStateMetrics(registry, services.pool);

  const routes = new Hono<BffEnv>()
    .get('/healthz', (c) => c.json({ status: 'alive' }))
    .get('/readyz', limitCalls(services, 'probe'), async (c) => {
      const provider = neverWorked(services.settings) ? ['identity provider'] : [];
      const awaited = [...provider, ...(await waitsFor(services).catch(() => ['database']))];
      const trouble = signInTrouble(services);
      if (awaited.length === 0) return c.json({ status: 'ready', ...trouble });
      return c.json({ status: 'not ready', waitsFor: awaited, ...trouble }, 503, { 'retry-after': '5' });
    })
    .get('/metrics', async (c) => {
      const header = (name: string) => c.req.header(name);
      if (!mayReadMetrics(header, remoteAddress(c), services.settings.METRICS_TOKEN))
        throw new RefusedError(notFound());
      return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
    });

  const measure: MiddlewareHandler<BffEnv> = async (c, next) => {
    const end = requests.startTimer();
    await next();
    end({ method: c.req.method, route: c.req.routePath, status: c.res.status });
  };
  return { routes, measure };
};
