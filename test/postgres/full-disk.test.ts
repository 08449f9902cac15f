import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '#sandbox/postgres/cluster.ts';
import { type PorticoProcess, startPart } from '../processes/portico-process.ts';
import { lastNet, within } from '../runner/limit.ts';
import { importForm } from '../world/bff-forms.ts';
import { type BffWorld, startBffWorld, type TestResponse } from '../world/bff-world.ts';
import { askAt, settingsIn } from '../world/world-process.ts';
import { startTestCluster } from './postgres.ts';
import { mountServerDisk } from './small-disk.ts';
import { runSql } from './sql.ts';

/** The BFF while the disk of its database's server is full to the last byte, so that the server takes no new connection. */
const disk = mountServerDisk();
const name = disk ? 'on a full disk' : 'left out: a full disk (only root may mount one)';

describe.skipIf(!disk)(name, () => {
  let world: BffWorld;
  let bff: PorticoProcess;
  let portal: string;

  beforeAll(async () => {
    world = await startBffWorld({ openDatabase: () => startTestCluster({ parent: disk?.folder ?? '' }) });
    const port = await freePort();
    portal = `http://127.0.0.1:${port}`;
    bff = startPart(path.resolve(import.meta.dirname, '../..'), 'bff', {
      ...settingsIn(world, port),
    });
    await vi.waitFor(() => expect(bff.output()).toContain('bff listens'), 60_000);
  }, 120_000);
  afterAll(async () => {
    await bff?.stop();
    await world?.close();
    disk?.close();
  });

  const ask = (method: string, target: string, init?: RequestInit): Promise<TestResponse> =>
    askAt(world, portal, method, target, init);
  const read = () => ask('GET', '/api/swaggers');
  const publish = (key: string) =>
    ask('POST', '/api/swagger/import', {
      body: importForm(world.acme.applicationId),
      headers: { 'idempotency-key': key },
    });
  /** More calls at once than there are connections. */
  const readOften = () => Promise.all(Array.from({ length: 40 }, read));
  const connections = async (): Promise<number> => {
    const { rows } = await world.pool.query<{ count: number }>(
      `select count(*) as count from pg_stat_activity where application_name = 'portico-bff'`,
    );
    return rows[0]?.count ?? 0;
  };

  test('reading works and the portal is ready, with connections from before; without them it says that the disk is full', {
    timeout: lastNet,
  }, async () => {
    await within(500, async () => expect(await connections()).toBe(16));
    disk?.fill();
    // The server refuses whoever connects now.
    const refused = await runSql(world.ownerUrl, 'select 1').catch((error: unknown) => error);
    expect(refused).toMatchObject({ severity: 'FATAL', message: expect.stringContaining('could not write init file') });

    expect((await readOften()).map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
    expect(await ask('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    for (let count = 0; ; count += 1) {
      const { status, body } = await publish(`full-disk-${count}`);
      if (status === 200 && count < 400) continue;
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'portal.full' });
      break;
    }
    expect((await read()).status).toBe(200);

    await world.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portico-bff'`,
    );
    await within(250, async () => {
      const { status, body, headers } = await read();
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'portal.full' });
      expect(headers.get('retry-after')).toBe('5');
    });
    expect((await ask('GET', '/readyz')).status).toBe(503);

    disk?.free();
    await within(250, async () => expect((await read()).status).toBe(200));
    await within(250, async () => expect((await publish('after-full-disk')).status).toBe(200));
    await vi.waitFor(async () => expect((await ask('GET', '/readyz')).status).toBe(200), 30_000);
    expect(bff.code()).toBe(null);
  });
});
