import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventCatalogue } from '#domain/event-catalogue.ts';
import { openEventStore } from '#eventstore/open-event-store.ts';
import { createPool, type Pool, promptly } from '#platform/database.ts';
import { readPath } from '#projections/read-path.ts';
import { startTestCluster } from '#test/postgres/postgres.ts';
import { openSession, type Session } from '#test/postgres/sql.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, responseOf, startBffWorld } from '#test/world/bff-world.ts';
import { createApp } from '../app.ts';
import { takeTurns } from '../http/connection-turns.ts';
import { createFairServer } from '../http/one-after-another.ts';
import type { Services } from '../http/services.ts';
import { openReadTables } from '../sql/read-tables.ts';
import { callsAtOnce } from './calls-at-once.ts';

let world: BffWorld;
let pool: Pool;
let blocker: Session;
let store: Services['store'];
let server: ReturnType<typeof createAdaptorServer>;
let portal: string;
/** Calls that have reached the portal. */
let come = 0;

beforeAll(async () => {
  // Its locks would delay the events of every database in the shared cluster.
  world = await startBffWorld({ openDatabase: startTestCluster });
  // As main.ts makes them.
  const { settings } = world.services;
  pool = createPool(settings.DATABASE_URL, {
    applicationName: 'portico-bff',
    searchPath: readPath,
    kept: true,
    ...promptly,
  });
  takeTurns(pool, promptly.connectTimeout);
  store = openEventStore({ pool, key: settings.PORTICO_KEY, definitions: eventCatalogue }).store;
  const app = createApp({ ...world.services, pool, store, db: openReadTables(pool) }, world.webRoot);
  server = createAdaptorServer({
    fetch: (request, env) => {
      come += 1;
      return app.fetch(request, env);
    },
    createServer: createFairServer,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  portal = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  blocker = await openSession(world.ownerUrl);
});
afterAll(async () => {
  if ('closeAllConnections' in server) server.closeAllConnections();
  server.close();
  await blocker.end();
  await store.close();
  await pool.end();
  await world.close();
});

const read = async (who: Member, signal?: AbortSignal) =>
  await responseOf(
    await fetch(`${portal}/api/swaggers`, { headers: world.credentials(who), ...(signal ? { signal } : {}) }),
  );

/** Sends calls on one connection without waiting for answers. */
const pipeline = (who: Member, count: number) => {
  const headers = Object.entries({ ...world.credentials(who), host: 'portal' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const call = `GET /api/swaggers HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`;
  const socket = connect(Number(new URL(portal).port), '127.0.0.1');
  let answered = 0;
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    answered += chunk.toString('latin1').split('HTTP/1.1 ').length - 1;
  });
  socket.write(call.repeat(count));
  return { answered: () => answered, close: () => void socket.destroy() };
};

const whileLocked = async (work: () => Promise<void>): Promise<void> => {
  await blocker.query('begin');
  await blocker.query('lock table sessions in access exclusive mode');
  try {
    await work();
  } finally {
    await blocker.query('rollback');
  }
};

/** Waits until no other call comes: some that a closed connection had sent are still to come. */
const untilQuiet = async (): Promise<void> => {
  for (let quiet = 0; quiet < 5; ) {
    const before = come;
    await fetch(`${portal}/healthz`);
    quiet = come === before + 1 ? quiet + 1 : 0;
  }
};

describe('calls at once (K5)', () => {
  it('25,000 calls of one person on five connections delay nobody else', async () => {
    const { owner } = world.acme.members;
    const timed = async () => {
      const begun = performance.now();
      const { status } = await read(owner);
      return { status, took: performance.now() - begun };
    };
    const sequence = async (count: number) => {
      const all: { status: number; took: number }[] = [];
      for (let run = 0; run < count; run += 1) all.push(await timed());
      return all;
    };
    const slowest = (all: readonly { took: number }[]) => Math.max(...all.map(({ took }) => took));
    await sequence(20);
    const idle = slowest(await sequence(30));
    const attack = Array.from({ length: 5 }, () => pipeline(world.partner.members.user, 5_000));
    await vi.waitFor(() => expect(attack.every((each) => each.answered() > 0)).toBe(true), 20_000);
    const attacked = await sequence(30);
    const answered = attack.reduce((sum, each) => sum + each.answered(), 0);
    for (const each of attack) each.close();
    // The attack was still going on.
    expect(answered).toBeLessThan(25_000);
    expect(new Set(attacked.map(({ status }) => status))).toEqual(new Set([200]));
    expect(slowest(attacked)).toBeLessThan(idle * 10 + 500);
  });

  it('get their responses one after the other on one connection, also when the client does not wait', async () => {
    await untilQuiet();
    await whileLocked(async () => {
      const before = come;
      const attack = pipeline(world.partner.members.user, 20_000);
      await vi.waitFor(() => expect(come - before).toBe(1), 20_000);
      // Others are served, so the portal had time for a second one.
      await fetch(`${portal}/healthz`);
      await fetch(`${portal}/healthz`);
      expect(come - before).toBe(3);
      attack.close();
    });
    const few = pipeline(world.acme.members.owner, 30);
    await vi.waitFor(() => expect(few.answered()).toBe(30), 20_000);
    few.close();
  });

  it('are refused over a bound with a sentence, and a client that closes its connection makes room', async () => {
    const { admin } = world.acme.members;
    await whileLocked(async () => {
      const closing = new AbortController();
      const waiting = Array.from({ length: callsAtOnce.person }, () =>
        read(admin, closing.signal).catch(() => undefined),
      );
      await vi.waitFor(async () => {
        const refused = await read(admin, AbortSignal.timeout(3_000));
        expect(refused).toMatchObject({
          status: 429,
          body: {
            code: 'calls.at-once',
            detail: '100 of your calls are still being answered. Wait until some are done, then try again.',
          },
        });
        expect(refused.headers.get('retry-after')).toBe('1');
      }, 3_500);
      closing.abort();
      await Promise.all(waiting);
      await vi.waitFor(async () => {
        const { status } = await read(admin).catch(() => ({ status: 0 }));
        expect(status).toBe(503);
      }, 10_000);
    });
    expect((await read(admin)).status).toBe(200);
  });

  it('leave no connection of the pool in use', async () => {
    await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBe(0), 10_000);
    expect(pool.waitingCount).toBe(0);
  });
});
