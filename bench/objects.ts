import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Hono } from 'hono';
import { gatewayObjectRoutes } from '#bff/gateway-object/routes.ts';
import type { BffEnv } from '#bff/http/context.ts';
import { mount } from '#bff/http/route.ts';
import { createTableWait } from '#bff/http/table-wait.ts';
import { portal } from '#domain/core/actor.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { withGateway } from '#gateway/admin-api/session.ts';
import { createClient } from '#platform/database.ts';
import { silentLog } from '#platform/log.ts';
import { waitForPosition } from '#projections/wait-for-position.ts';
import { startEchoUpstream } from '#sandbox/gateway/echo-upstream.ts';
import { mirrorGateway } from '#workers/gateway-object/mirror-gateway.ts';
import { openServices } from '#workers/open-services.ts';
import { registerGateway } from './gateway.ts';
import { type Measured, measure } from './measure.ts';
import { servedPath, writeGateway } from './objects-seed.ts';
import type { Turn } from './road-client.ts';
import type { World } from './world.ts';

/** Goals: milliseconds of a list or search, of a look at the whole gateway, and by which a call may take longer meanwhile. */
const goals = { list: 50, mirror: 6_000, call: 15 } as const;

/** Calls through the proxy that are measured, one after the other. */
const calls = 2_000;

type Addresses = Readonly<{ adminUrl: string; proxyUrl: string; proxySslUrl: string }>;

/** Starts the gateway as a process of its own, as a gateway is. */
const startGatewayProcess = async (dataFolder: string) => {
  const child = spawn(process.execPath, [new URL('../sandbox/gateway/main.ts', import.meta.url).pathname], {
    env: {
      ...process.env,
      GATEWAY_DATA: dataFolder,
      GATEWAY_ADMIN_PORT: '0',
      GATEWAY_PROXY_PORT: '0',
      GATEWAY_PROXY_SSL_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const stop = async () => {
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  };
  return { addresses: JSON.parse(line) as Addresses, stop };
};

const over = (value: number, goal: number): string => (value > goal ? `, over ${goal} ms` : '');

/** Measures whole looks at the gateway, and what calls through its proxy cost without and beside them. */
const benchMirror = async ({ appUrl, ownerUrl, key, scale }: World, proxyUrl: string): Promise<void> => {
  const { services, close } = await openServices({ databaseUrl: appUrl, key, log: silentLog });
  const gateway = await loadState(services.store, resourceDecider, 1);
  const look = async (): Promise<number> => {
    const start = performance.now();
    await withGateway(services, gateway, { timeout: 30_000 }, (session) => mirrorGateway(services, session));
    return performance.now() - start;
  };
  const caller = fork(new URL('./road-client.ts', import.meta.url), { execArgv: [] });
  const call = async (): Promise<Measured> => {
    const turn: Turn = {
      url: `${proxyUrl}${servedPath}`,
      headers: {},
      body: undefined,
      method: 'GET',
      count: Math.ceil(calls * scale.calls),
      clients: 1,
    };
    caller.send(turn);
    const [measured] = (await once(caller, 'message')) as [Measured];
    return measured;
  };
  const forget = async (): Promise<void> => {
    const owner = createClient({ connectionString: ownerUrl });
    await owner.connect();
    await owner.query('truncate gateway_objects, gateway_mirrors');
    await owner.end();
  };
  /** Looks as long as calls are made, at least once, also where few calls are. */
  const beside = async (forgetting: boolean): Promise<Readonly<{ calls: Measured; looks: number[] }>> => {
    let isCalling = true;
    const made = call().finally(() => {
      isCalling = false;
    });
    const looks: number[] = [];
    do {
      if (forgetting) await forget();
      looks.push(await look());
    } while (isCalling);
    return { calls: await made, looks };
  };
  await call();
  const alone = await call();
  const print = (what: string, looks: readonly number[], { p50, p95 }: Measured): void => {
    const longest = Math.max(...looks);
    const longer = p95 - alone.p95 > goals.call ? `, more than ${goals.call} ms longer` : '';
    console.log(
      `objects: ${what} ${Math.round(longest)} ms${over(longest, goals.mirror)}; calls through the proxy p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms${longer}`,
    );
  };
  const first = await look();
  console.log(
    `objects: first look without calls ${Math.round(first)} ms${over(first, goals.mirror)}; calls without a look p50 ${alone.p50.toFixed(1)} ms, p95 ${alone.p95.toFixed(1)} ms`,
  );
  const again = await beside(false);
  print(`longest of ${again.looks.length} looks without changes`, again.looks, again.calls);
  const firsts = await beside(true);
  print(`longest of ${firsts.looks.length} first looks`, firsts.looks, firsts.calls);
  caller.kill();
  await close();
};

/** What each list can be sorted by, and what it is searched and filtered by. */
const lists = {
  services: ['name', 'host', 'owner', 'tags', 'createdAt'],
  routes: ['name', 'paths', 'service', 'owner', 'tags', 'createdAt'],
  consumers: ['name', 'customer_id', 'owner', 'tags', 'createdAt'],
  plugins: ['name', 'scope', 'service', 'owner', 'tags', 'createdAt'],
  upstreams: ['name', 'slots', 'owner', 'tags', 'createdAt'],
  certificates: ['name', 'snis', 'expiresAt', 'owner', 'tags', 'createdAt'],
} as const;
const filters = {
  'a word, rare': 'search=shop-77-',
  'a word, common': 'search=shop',
  'a word, in all': 'search=team',
  'a word, none': 'search=nothing-has-it',
  'an address': 'search=host-77.shop.example',
  'an id, none': 'search=0f0f0f0f-0f0f',
  'two letters': 'search=sh',
  'a tag': 'tag=team-7',
  'a word and a tag': 'search=shop-7&tag=house-3',
  'our own': 'owner=own',
  "others'": 'owner=others',
  disabled: 'state=disabled',
} as const;

/** Measures all lists and searches of a gateway's objects. */
const benchLists = async ({ services, scale }: World): Promise<void> => {
  const app = new Hono<BffEnv>();
  app.use(async (c, next) => {
    c.set('caller', { actor: { ...portal, roles: ['ROLE_KONG_ADMIN'] } });
    await next();
  });
  for (const route of gatewayObjectRoutes) mount(app, services, createTableWait(services), route);
  const asked: [string, string][] = [];
  for (const [list, sorts] of Object.entries(lists)) {
    const at = `/api/kong/${list}`;
    for (const sort of sorts)
      for (const order of ['asc', 'desc'])
        asked.push([`${list} by ${sort}, ${order}`, `${at}?sort=${sort}&order=${order}`]);
    asked.push([`${list}, page 40`, `${at}?page=39`]);
    for (const [name, query] of Object.entries(filters)) asked.push([`${list}: ${name}`, `${at}?${query}`]);
  }
  const { rows } = await services.pool.query<{ kind: string; id: string }>(
    `select distinct on (kind) kind, id from gateway_objects where kind in ('service', 'route', 'plugin', 'consumer', 'upstream') order by kind, sort_name`,
  );
  for (const { kind, id } of rows) {
    asked.push([`one ${kind}`, `/api/kong/${kind}/${id}`]);
    asked.push([`${kind}s: an id`, `/api/kong/${kind}s?search=${id}`]);
  }
  const found: { name: string; p95: number }[] = [];
  for (const [name, target] of asked) {
    const { p95 } = await measure(Math.max(2, 20 * scale.calls), 1, async () => {
      const response = await app.request(target);
      if (response.status !== 200) throw new Error(`${target}: ${response.status}`);
      await response.arrayBuffer();
    });
    found.push({ name, p95 });
    console.log(`objects: ${name.padEnd(45)} p95 ${p95.toFixed(0)} ms${over(p95, goals.list)}`);
  }
  found.sort((a, b) => b.p95 - a.p95);
  const slow = found.filter(({ p95 }) => p95 > goals.list);
  console.log(
    `objects: ${found.length} lists and searches, p95 of the slowest ${found[0]?.p95.toFixed(0)} ms, of half of them up to ${found[Math.floor(found.length / 2)]?.p95.toFixed(0)} ms; ${slow.length} over ${goals.list} ms`,
  );
};

/** Measures the mirror of a gateway with 50,000 objects, and all lists of what it holds. */
export const benchObjects = async (world: World): Promise<void> => {
  const dataFolder = path.join(world.folder, 'objects');
  const echo = await startEchoUpstream({ port: 0 });
  const count = await writeGateway(dataFolder, echo.url, world.scale.objects);
  const gateway = await startGatewayProcess(dataFolder);
  try {
    const position = await registerGateway(world, { ...gateway.addresses, logUrl: echo.url });
    world.project();
    await waitForPosition(world.services.pool, position, 60_000);
    console.log(`objects: a gateway with ${count.toLocaleString('en')} objects`);
    await benchMirror(world, gateway.addresses.proxyUrl);
    const owner = createClient({ connectionString: world.ownerUrl });
    await owner.connect();
    await owner.query('vacuum analyze gateway_objects');
    await owner.end();
    await benchLists(world);
  } finally {
    await gateway.stop();
    await echo.close();
  }
};
