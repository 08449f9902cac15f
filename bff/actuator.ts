import { Hono } from 'hono';
import { thisRelease } from '#platform/release.ts';
import { sendsMail } from '#platform/settings.ts';
import type { BffEnv } from './http/context.ts';
import type { Services } from './http/services.ts';

/**
 * `GET /actuator/info`: the installation's name and version, and whether it sends mails. Public, because the web app asks
 * before sign-in: it says nothing else, such as whose addresses are internal.
 */
export const actuator = ({ settings }: Services): Hono<BffEnv> =>
  new Hono<BffEnv>().get('/actuator/info', (c) =>
    c.json({
      app: { name: 'Portico', version: thisRelease.version },
      env: settings.PORTICO_ENVIRONMENT,
      environment: settings.PORTICO_ENVIRONMENT,
      mail: sendsMail(settings),
    }),
  );
