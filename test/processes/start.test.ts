import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '#sandbox/postgres/cluster.ts';
import { migrateQueue } from '#workers/engine/queue-schema.ts';
import { startTestDatabase, type TestDatabase } from '../postgres/postgres.ts';
import { startPostgresProxy } from '../postgres/postgres-proxy.ts';
import { type PorticoPart, type PorticoProcess, startPart } from './portico-process.ts';

/** What each process does when it starts and finds no database, a wrong one, or a port that is taken. */
const parts: readonly PorticoPart[] = ['bff', 'projector', 'worker'];
const root = path.resolve(import.meta.dirname, '../..');
const key = randomBytes(32).toString('base64');

let database: TestDatabase;
const running: PorticoProcess[] = [];
beforeAll(async () => {
  database = await startTestDatabase();
  await migrateQueue(database.ownerUrl, 'portico_app');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});
afterAll(() => database.close());

const start = async (part: PorticoPart, env: Readonly<Record<string, string>>): Promise<PorticoProcess> => {
  const each = startPart(root, part, {
    DATABASE_URL: database.appUrl,
    PORTICO_KEY: key,
    PORT: String(await freePort()),
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'portico',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-test',
    ...env,
  });
  running.push(each);
  return each;
};

const changed = (url: string, change: (address: URL) => void): string => {
  const address = new URL(url);
  change(address);
  return address.href;
};

describe('a process that starts while Postgres is away', () => {
  test('waits, is alive and not ready, says so once, and starts when Postgres is back', {
    timeout: 180_000,
  }, async () => {
    const gone = await freePort();
    const url = changed(database.appUrl, (address) => {
      address.port = String(gone);
    });
    const ports = { bff: await freePort(), projector: await freePort(), worker: await freePort() };
    const begun = await Promise.all(
      parts.map((part) =>
        start(part, { DATABASE_URL: url, PORT: String(ports[part]), METRICS_PORT: String(ports[part]) }),
      ),
    );
    const statusOf = async (part: PorticoPart, where: string) =>
      (await fetch(`http://127.0.0.1:${ports[part]}${where}`)).status;
    for (const part of parts) {
      await vi.waitFor(async () => expect(await statusOf(part, '/healthz')).toBe(200), 20_000);
      expect(await statusOf(part, '/readyz')).toBe(503);
    }
    const response = await fetch(`http://127.0.0.1:${ports.bff}/api/swaggers`);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({ code: 'portal.unavailable' });
    const waits = 'waits for the database of DATABASE_URL';
    for (const each of begun) await vi.waitFor(() => expect(each.output()).toContain(waits), 20_000);

    const proxy = await startPostgresProxy(database.appUrl, gone);
    try {
      for (const part of parts) await vi.waitFor(async () => expect(await statusOf(part, '/readyz')).toBe(200), 30_000);
      for (const each of begun) {
        expect(each.code()).toBe(null);
        expect(each.output().split(waits)).toHaveLength(2);
        expect(each.output()).not.toContain('    at ');
      }
    } finally {
      await Promise.all(running.splice(0).map((each) => each.stop()));
      await proxy.close();
    }
  });
});

test('a worker that is stopped while it waits for the schema of its queue ends at once', {
  timeout: 60_000,
}, async () => {
  const without = await startTestDatabase();
  try {
    const worker = await start('worker', { DATABASE_URL: without.appUrl });
    await vi.waitFor(() => expect(worker.output()).toContain('waiting for the queue to be migrated'), 30_000);
    worker.stop('SIGTERM');
    await vi.waitFor(() => expect(worker.code()).toBe(0), 10_000);
  } finally {
    await Promise.all(running.splice(0).map((each) => each.stop()));
    await without.close();
  }
});

describe('a process that can never start', () => {
  const endsWith = async (part: PorticoPart, env: Readonly<Record<string, string>>, sentence: RegExp) => {
    const each = await start(part, env);
    await each.ended;
    expect(each.output()).toMatch(sentence);
    expect(each.output().trim().split('\n')).toHaveLength(1);
    expect(each.output()).not.toContain('canary');
    expect(each.code()).toBe(78);
  };

  test.each(parts)('says why in one sentence: %s', { timeout: 180_000 }, async (part) => {
    const DATABASE_URL = database.appUrl;
    await endsWith(
      part,
      { DATABASE_URL: changed(DATABASE_URL, (url) => Object.assign(url, { password: 'canary' })) },
      /^cannot start: the database of DATABASE_URL can't be used: password authentication failed for user "portico_app"$/m,
    );
    await endsWith(
      part,
      { DATABASE_URL: changed(DATABASE_URL, (url) => Object.assign(url, { pathname: '/nowhere' })) },
      /^cannot start: the database of DATABASE_URL can't be used: database "nowhere" does not exist$/m,
    );
    await endsWith(
      part,
      { DATABASE_URL: database.ownerUrl },
      /^cannot start: DATABASE_URL connects as owner, who owns the event log and could change it; connect as portico_app$/m,
    );
    await endsWith(part, { DATABASE_URL: `${DATABASE_URL}?ssl=true` }, /^cannot start: .*does not support SSL/m);

    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const taken = String((other.address() as AddressInfo).port);
    const setting = part === 'bff' ? 'PORT' : 'METRICS_PORT';
    await endsWith(
      part,
      { [setting]: taken },
      new RegExp(`^cannot start: port ${taken} of 127\\.0\\.0\\.1 \\(${setting}\\) is used by another program$`, 'm'),
    );
    other.close();
    await endsWith(
      part,
      { LISTEN_HOST: '203.0.113.7', [setting]: taken },
      /^cannot start: 203\.0\.113\.7 \(LISTEN_HOST\) is no address of this machine$/m,
    );
  });
});
