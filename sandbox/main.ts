import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool } from '#platform/database.ts';
import { ReleaseError } from '#platform/release.ts';
import { createVault } from '#platform/vault.ts';
import { allProjections } from '#projections/all-projections.ts';
import { checkGenerations } from '#projections/check-generations.ts';
import { prepareDatabase } from '../migrations/prepare-database.ts';
import { demoAccounts, internalEmailDomains } from './demo/accounts.ts';
import { demoActivity } from './demo/activity.ts';
import { seed } from './demo/seed.ts';
import { startEchoUpstream } from './gateway/echo-upstream.ts';
import { startCluster } from './postgres/cluster.ts';
import { buildWeb } from './process/build-web.ts';
import { type Child, superviseChild } from './process/child.ts';
import { startControl } from './process/control.ts';
import { type DataFolder, openDataFolder, StartError } from './process/data-folder.ts';
import { choosePorts, choosePublicPort } from './process/ports.ts';
import { postgresFolder } from './process/postgres-folder.ts';

const watch = process.argv.includes('--watch');
const folder = process.env.PORTICO_DATA ?? path.join(import.meta.dirname, '..', '.portico');

/** What to undo, newest first, when the start ends or fails. */
const cleanups: (() => unknown)[] = [];
let ending = false;
const end = async (code: number) => {
  if (ending) return;
  ending = true;
  for (const cleanup of cleanups.reverse()) await Promise.resolve(cleanup()).catch(() => undefined);
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!ending) console.log('\nStopping...');
    void end(0);
  });
}

const step = (text: string) => console.log(`  ${text}`);

const openData = (): DataFolder => {
  const postgresAt = postgresFolder(path.join(folder, 'postgres'));
  if (process.argv.includes('--reset')) {
    openDataFolder(folder).release();
    for (const each of [folder, postgresAt]) rmSync(each, { recursive: true, force: true });
  }
  return openDataFolder(folder);
};

const waitUntilReady = async (url: string) => {
  const deadline = Date.now() + 90_000;
  while (Date.now() < deadline) {
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await sleep(200);
  }
  throw new StartError(`Portico did not get ready in 90 seconds. The logs in ${path.join(folder, 'logs')} say why.`);
};

/** Migrates, and ends the start with a sentence where a newer release has written the data. */
const prepareData = async (ownerUrl: string, databaseUrl: string) => {
  const pool = createPool(databaseUrl, { applicationName: 'portico-sandbox', max: 1 });
  try {
    await prepareDatabase(ownerUrl, databaseUrl);
    await checkGenerations(pool, allProjections);
  } catch (error) {
    throw error instanceof ReleaseError ? new StartError(error.message) : error;
  } finally {
    await pool.end();
  }
};

const run = async () => {
  const publicPort = await choosePublicPort(process.env.PORT);
  const data = openData();
  cleanups.push(data.release);
  const ports = await choosePorts(data.identity.ports);
  data.save({ ...data.identity, ports });
  const { identity } = data;
  const publicUrl = `http://localhost:${publicPort}`;
  const issuer = `http://localhost:${ports.identityProvider}`;

  step('Starting the database');
  const cluster = await startCluster({
    directory: postgresFolder(data.at('postgres')),
    port: ports.postgres,
    password: identity.databasePassword,
  }).catch((error: Error) => {
    throw new StartError(
      `The database did not start: ${error.message}\nIts data may be broken; begin anew with: npm start -- --reset`,
    );
  });
  cleanups.push(cluster.stop);
  const databaseUrl = `postgres://portico_app:${identity.appPassword}@127.0.0.1:${ports.postgres}/postgres`;
  await prepareData(cluster.url, databaseUrl);

  step('Building the web app');
  if (!watch) await buildWeb();

  step('Starting the gateway, the identity provider and Portico');
  const echo = await startEchoUpstream({ port: ports.echo });
  cleanups.push(echo.close);
  const bffPort = watch ? ports.bff : publicPort;
  const portico = {
    DATABASE_URL: databaseUrl,
    MIGRATION_DATABASE_URL: cluster.url,
    PORTICO_KEY: identity.porticoKey,
    PORT: String(bffPort),
    PUBLIC_URL: publicUrl,
    INGEST_PORT: String(ports.ingest),
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'portico',
    OIDC_CLIENT_SECRET: identity.clientSecret,
    OIDC_AUDIENCE: `${publicUrl}/api`,
    INTERNAL_EMAIL_DOMAINS: internalEmailDomains.join(','),
    UPSTREAM_ALLOW: `127.0.0.1:${ports.echo}`,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    ...(process.env.REDIS_URL ? { REDIS_URL: process.env.REDIS_URL } : {}),
  };
  const child = (name: string, script: string, env: Record<string, string>, readyLine = false): Child =>
    superviseChild({ name, script, env, logFile: data.at('logs', `${name}.log`), watch, readyLine });
  const children = [
    child(
      'gateway',
      'sandbox/gateway/main.ts',
      {
        GATEWAY_ADMIN_PORT: String(ports.gatewayAdmin),
        GATEWAY_PROXY_PORT: String(ports.gatewayProxy),
        GATEWAY_PROXY_SSL_PORT: String(ports.gatewayProxySsl),
        GATEWAY_DATA: data.at('gateway'),
      },
      true,
    ),
    child(
      'identity-provider',
      'sandbox/identity-provider/main.ts',
      {
        IDP_PORT: String(ports.identityProvider),
        IDP_HOST: 'localhost',
        IDP_DATA_FOLDER: data.at('identity-provider'),
        IDP_PUBLIC_URL: issuer,
        OIDC_CLIENT_ID: portico.OIDC_CLIENT_ID,
        OIDC_CLIENT_SECRET: portico.OIDC_CLIENT_SECRET,
        OIDC_AUDIENCE: portico.OIDC_AUDIENCE,
        IDP_REDIRECT_URIS: `${publicUrl}/auth/callback`,
        IDP_POST_LOGOUT_REDIRECT_URIS: `${publicUrl}/logout`,
        IDP_BACKCHANNEL_LOGOUT_URI: `http://127.0.0.1:${bffPort}/auth/backchannel-logout`,
      },
      true,
    ),
    child('projector', 'projections/main.ts', { ...portico, PORT: String(ports.projector) }),
    child('worker', 'workers/main.ts', portico),
    child('bff', 'bff/main.ts', portico),
  ];
  for (const each of children) {
    cleanups.push(each.stop);
    each.start();
  }
  await Promise.all(children.map((each) => each.started));
  await waitUntilReady(`http://127.0.0.1:${bffPort}`);

  step('Filling in the demo');
  const key = Buffer.from(identity.porticoKey, 'base64');
  const pool = createPool(databaseUrl, { applicationName: 'portico-demo', max: 2 });
  const { store } = openEventStore({ pool, key, definitions: eventCatalogue });
  const services = {
    store,
    pool,
    vault: createVault(key),
    issuer,
    gateway: {
      adminUrl: `http://127.0.0.1:${ports.gatewayAdmin}`,
      apiUrl: `http://localhost:${ports.gatewayProxy}`,
      apiSslUrl: `https://localhost:${ports.gatewayProxySsl}`,
      httpLogEndpoint: `http://127.0.0.1:${ports.ingest}`,
    },
  };
  const seeded = await seed(services);
  await demoActivity(services, seeded, `http://127.0.0.1:${ports.echo}`);
  await store.close();
  await pool.end();

  if (watch) {
    const { createServer } = await import('vite');
    process.env.PORTICO_BFF_URL = `http://127.0.0.1:${bffPort}`;
    const vite = await createServer({
      configFile: path.join(import.meta.dirname, '..', 'web', 'vite.config.ts'),
      server: { port: publicPort, strictPort: true },
    });
    await vite.listen();
    cleanups.push(() => vite.close());
  }
  const control = await startControl(ports.control, identity.controlToken, children);
  cleanups.push(control.close);

  const width = Math.max(...demoAccounts.map(({ email }) => email.length));
  console.log(`
Portico is ready: ${publicUrl}

Sign in as one of these people (no password in the sandbox):
${demoAccounts.map(({ email, role, hint }) => `  ${email.padEnd(width)}  ${role}\n  ${' '.repeat(width)}    ${hint}`).join('\n')}

A target to deploy to:  http://127.0.0.1:${ports.echo}  (echoes every call)
The gateway:            http://localhost:${ports.gatewayProxy}, https://localhost:${ports.gatewayProxySsl}, admin ${services.gateway.adminUrl}
Stop and start a part:  npm run sandbox -- gateway stop
Logs and data:          ${folder}
Ctrl-C stops everything. The data stays; npm start -- --reset begins anew.`);
};

console.log('Starting Portico');
run().catch((error: unknown) => {
  console.error(error instanceof StartError ? `\n${error.message}` : error);
  void end(1);
});
