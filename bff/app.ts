import { Hono } from 'hono';
import { notFound, RefusedError } from '#domain/core/problem.ts';
import { actuator } from './actuator.ts';
import { authenticate } from './auth/authenticate.ts';
import { boundCalls } from './auth/calls-at-once.ts';
import { clientInfo } from './auth/client-info.ts';
import { requestGuard } from './auth/request-guard.ts';
import { authRoutes } from './auth/routes.ts';
import { health } from './health.ts';
import type { BffEnv } from './http/context.ts';
import { correlation } from './http/correlation.ts';
import { errorHandler } from './http/error-handler.ts';
import { limitCalls } from './http/limit-calls.ts';
import { minPosition } from './http/min-position.ts';
import { openapiOf } from './http/openapi.ts';
import { problemResponse } from './http/problem.ts';
import { requestSpan } from './http/request-span.ts';
import { mount, requireCaller } from './http/route.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Services } from './http/services.ts';
import { createTableWait } from './http/table-wait.ts';
import { leaveUnread } from './http/unread-body.ts';
import { ingestRoutes } from './ingest/routes.ts';
import { routes } from './routes.ts';
import { webFiles } from './web-files.ts';

/**
 * The whole BFF as one Hono app; tests call `app.request()`.
 *
 * @param webRoot the folder of the built web app.
 */
export const createApp = (services: Services, webRoot: string): Hono<BffEnv> => {
  const app = new Hono<BffEnv>();
  const { routes: healthRoutes, measure } = health(services);
  app.onError(errorHandler(services));
  app.notFound((c) => problemResponse(c, notFound()));
  app.use(correlation(), leaveUnread(), measure, securityHeaders(services), clientInfo(services));
  app.use(boundCalls(services), limitCalls(services, 'any'));

  app.route('/', healthRoutes);
  app.route('/', actuator(services));
  if (services.settings.INGEST_PORT === undefined) app.route('/', ingestRoutes(services));
  app.route('/auth', authRoutes(services));

  const tables = createTableWait(services);
  app.use('/api/*', authenticate(services), requestSpan(), requestGuard(services), minPosition(services, tables));
  app.get('/api/openapi.json', requireCaller, limitCalls(services, 'query'), (c) =>
    c.json(openapiOf(routes, services.settings.PUBLIC_URL)),
  );
  for (const route of routes) mount(app, services, tables, route);
  app.all('/api/*', () => {
    throw new RefusedError(notFound());
  });

  app.route('/', webFiles(webRoot));
  return app;
};

/** The app for gateways' telemetry. It has its own port when INGEST_PORT is set. */
export const createIngestApp = (services: Services): Hono<BffEnv> => {
  const app = new Hono<BffEnv>();
  app.onError(errorHandler(services));
  app.notFound((c) => problemResponse(c, notFound()));
  app.use(correlation(), leaveUnread(), securityHeaders(services), clientInfo(services));
  app.use(boundCalls(services), limitCalls(services, 'any'));
  return app.route('/', ingestRoutes(services));
};
