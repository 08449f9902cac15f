import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createApp } from '#bff/app.ts';
import { insertSession, newSessionId, sessionHash } from '#bff/auth/session-store.ts';
import { readSettings } from '#platform/settings.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { createSeed, type Member } from '#test/bff-seed.ts';
import type { ClientData } from './fairness-client.ts';
import { type Work, works } from './fairness-works.ts';
import { type Measured, printRatio, quantile } from './measure.ts';
import type { World } from './world.ts';

const issuer = 'http://127.0.0.1:1';
/** So many times as long as alone may another's call take at most. */
const allowed = 3;
const rounds = 5;

/** Starts the whole portal, with two people of different organizations. */
const startPortal = async ({ services: bare, appUrl, key, folder, project }: World) => {
  project();
  const services = {
    ...bare,
    settings: readSettings({
      DATABASE_URL: appUrl,
      PORTICO_KEY: key.toString('base64'),
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'bench',
      OIDC_CLIENT_SECRET: 'a-secret-of-the-benchmark',
      LOG_LEVEL: 'silent',
    }),
  };
  const server = serve({ fetch: createApp(services, folder).fetch, port: 0, hostname: '127.0.0.1' });
  if (!server.listening) await once(server, 'listening');
  const seed = createSeed(services, issuer);

  const headersOf = async ({ userId, subject }: Member): Promise<Record<string, string>> => {
    const id = newSessionId();
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
      startedAt,
      endsAt,
    });
    return { cookie: `portico=${id}`, 'x-portico': '1', 'sec-fetch-site': 'same-origin' };
  };
  const [acme, partner] = [await seed.organization('Acme', false), await seed.organization('Partner', true)];
  const applicationId = await seed.application(acme, 'Shop', []);
  let apiId = 0;
  for (let count = 0; count < 30; count += 1) apiId = await seed.api(acme, applicationId, `Orders ${count}`);
  const other = await seed.user(acme, 'Other', ['ROLE_COMPANY_USER']);
  const attacker = await seed.user(partner, 'Attacker', ['ROLE_COMPANY_USER']);
  await waitForPosition(services.pool, await services.store.head(), 60_000);

  const { port } = server.address() as AddressInfo;
  const start = async (role: ClientData['role'], who: Member) => {
    const data: ClientData = { role, url: `http://127.0.0.1:${port}`, headers: await headersOf(who), apiId };
    return fork(new URL('./fairness-client.ts', import.meta.url), [JSON.stringify(data)], { execArgv: [] });
  };
  return {
    other: await start('other', other),
    attacker: await start('attacker', attacker),
    close: () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  };
};

const middle = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * What one person's calls take while another, a partner's user, does the worst that was seen: eight bodies of two million
 * keys at once, and 22 patterns that take for ever, again and again. As ratios of the 95th percentiles to the same calls
 * just before: the middle one of a few rounds, because a machine has more to do at one time than at another.
 */
export const benchFairness = async (world: World): Promise<void> => {
  const portal = await startPortal(world);
  const askAll = async (): Promise<Record<Work, number>> => {
    const p95 = { gallery: 0, download: 0, command: 0 };
    for (const work of Object.keys(works) as Work[]) {
      portal.other.send(work);
      p95[work] = ((await once(portal.other, 'message'))[0] as Measured).p95;
    }
    return p95;
  };
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage.rss());
  }, 100);
  const answered: Record<string, number> = {};
  const found: { idle: Record<Work, number>; attacked: Record<Work, number> }[] = [];
  await askAll();
  for (let round = 0; round < rounds; round += 1) {
    const idle = await askAll();
    portal.attacker.send('start');
    found.push({ idle, attacked: await askAll() });
    portal.attacker.send('stop');
    const [statuses] = (await once(portal.attacker, 'message')) as [Record<string, number>];
    for (const [status, count] of Object.entries(statuses)) answered[status] = (answered[status] ?? 0) + count;
  }
  clearInterval(watch);
  for (const work of Object.keys(works) as Work[]) {
    const ratios = found.map(({ idle, attacked }) => attacked[work] / idle[work]);
    const bare = middle(found.map(({ idle }) => idle[work]));
    printRatio(`fairness: p95 of another's ${work}, attacked against idle`, middle(ratios) * bare, bare, 'ms');
    if (middle(ratios) > allowed) process.exitCode = 1;
  }
  console.log(`memory of the portal, at most ${Math.round(memory / 1024 / 1024)} MB`);
  console.log(`the attacker was answered ${JSON.stringify(answered)}`);
  portal.other.kill();
  portal.attacker.kill();
  portal.close();
};
