import { timingSafeEqual } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { logLag } from '#eventstore/postgres/log-lag.ts';
import type { BffEnv } from './context.ts';
import type { Services } from './services.ts';

/** A projection that is further behind than this makes the portal not ready. */
const lagLimitSeconds = 60;

const projectionStates = async ({ pool }: Services) => {
  const { rows } = await pool.query<{ name: string; state: string; seconds: number }>(
    'select name, state, extract(epoch from now() - updated_at)::float8 as seconds from subscriptions order by name',
  );
  return rows;
};

const isLoopback = (address: string | undefined) => address === undefined || /^(127\.|::1$|::ffff:127\.)/.test(address);

/** Metrics are not public (reliability M4): this machine, or a bearer with METRICS_TOKEN. */
const mayReadMetrics = (
  authorization: string | undefined,
  address: string | undefined,
  token: string | undefined,
): boolean => {
  if (!token) return isLoopback(address);
  const given = Buffer.from(authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
};

/**
 * `/healthz` says that the process lives, `/readyz` that it can serve, `/metrics` how it does (Prometheus).
 * `measure` is the middleware that times every request by its route.
 */
export const health = (services: Services): { routes: Hono<BffEnv>; measure: MiddlewareHandler<BffEnv> } => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'portico_http_request_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  new Gauge({
    name: 'portico_event_log_horizon_age_seconds',
    help: 'Age of the oldest transaction that holds back the delivery of events',
    registers: [registry],
    async collect() {
      this.set((await logLag(services.pool)).holderSeconds);
    },
  });

  const routes = new Hono<BffEnv>()
    .get('/healthz', (c) => c.json({ status: 'alive' }))
    .get('/readyz', async (c) => {
      try {
        const states = await projectionStates(services);
        const troubled = states.filter(
          ({ state, seconds }) => state === 'faulted' || (state === 'rebuilding' && seconds > lagLimitSeconds),
        );
        if (states.length > 0 && troubled.length === 0) return c.json({ status: 'ready' });
        return c.json(
          { status: 'not ready', waitsFor: states.length === 0 ? ['projections'] : troubled.map(({ name }) => name) },
          503,
        );
      } catch {
        return c.json({ status: 'not ready', waitsFor: ['database'] }, 503, { 'retry-after': '5' });
      }
    })
    .get('/metrics', async (c) => {
      const address = c.env && 'incoming' in (c.env as object) ? getConnInfo(c).remote.address : undefined;
      if (!mayReadMetrics(c.req.header('authorization'), address, services.settings.METRICS_TOKEN)) return c.notFound();
      return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType });
    });

  const measure: MiddlewareHandler<BffEnv> = async (c, next) => {
    const end = requests.startTimer();
    await next();
    end({ method: c.req.method, route: c.req.routePath, status: c.res.status });
  };
  return { routes, measure };
};
