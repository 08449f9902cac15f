import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { insertSession, newSessionId, sessionHash } from '#bff/auth/session-store.ts';
import { createFairServer } from '#bff/http/one-after-another.ts';
import type { Services } from '#bff/http/services.ts';
import { readSettings } from '#platform/settings.ts';
import { createSeed, type Member } from '#test/world/bff-seed.ts';
import type { World } from './world.ts';

const issuer = 'http://127.0.0.1:1';

/** The headers that a browser sends for a signed-in user. */
export type Credentials = Readonly<Record<string, string>>;

/** Returns what the whole portal needs besides a world: settings for sign-in, also as a process gets them, and people. */
export const preparePortal = ({ services: bare, appUrl, key }: World) => {
  const environment = {
    DATABASE_URL: appUrl,
    PORTICO_KEY: key.toString('base64'),
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'bench',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-benchmark',
  };
  const services: Services = { ...bare, settings: readSettings({ ...environment, LOG_LEVEL: 'silent' }) };

  /** Opens a session like a sign-in. */
  const signIn = async ({ userId, subject }: Member): Promise<Credentials> => {
    const id = newSessionId(key);
    const startedAt = new Date();
    const endsAt = new Date(startedAt.getTime() + 3_600_000);
    await insertSession(services.pool, {
      hash: sessionHash(id),
      userId,
      issuer,
      subject,
      providerSession: undefined,
      tokens: undefined,
      tokensDueAt: endsAt,
      signedInAt: undefined,
      startedAt,
      endsAt,
    });
    return { cookie: `portico=${id}`, 'x-portico': '1', 'sec-fetch-site': 'same-origin' };
  };

  return { services, environment, signIn, seed: createSeed(services, issuer) };
};

/** Serves an app over HTTP on a free port. */
export const listen = async (app: Readonly<{ fetch: Parameters<typeof serve>[0]['fetch'] }>) => {
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', createServer: createFairServer });
  if (!server.listening) await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  };
};
