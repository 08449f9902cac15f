import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import type { BffEnv } from './context.ts';
import type { Services } from './services.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** `GET /actuator/info`: which installation this is, for anybody; the web app asks before it knows who is there. */
export const actuator = ({ settings }: Services): Hono<BffEnv> =>
  new Hono<BffEnv>().get('/actuator/info', (c) =>
    c.json({
      app: { name: 'Portico', version },
      env: settings.PORTICO_ENVIRONMENT,
      environment: settings.PORTICO_ENVIRONMENT,
    }),
  );
