import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { routes } from '#bff/routes.ts';
import { isFaultOfOlderProgram } from '#eventstore/codec.ts';
import { verifyLog } from '#eventstore/verify/verify-log.ts';
import { allProjections } from '#projections/all-projections.ts';
import { freePort } from '#sandbox/postgres/cluster.ts';
import { importForm } from './bff-forms.ts';
import { type BffWorld, publicUrl, responseOf, startBffWorld } from './bff-world.ts';
import { lastRelease, noLastRelease } from './last-release-commit.ts';
import { type PorticoPart, type PorticoProcess, startPart } from './portico-process.ts';

/**
 * The release before this one on this one's data. What it may not work with any more it must refuse with a sentence (platform/release.ts); all else
 * works, since both run side by side while a new release is rolled out.
 */
const root = path.dirname(import.meta.dirname);
const name = noLastRelease ? `left out: ${noLastRelease}` : "the last release on this one's data";

const ready: Record<PorticoPart, string> = {
  bff: 'bff listens',
  projector: 'projections run',
  worker: 'worker started',
};
const refusal = /this is Portico .*(start that release|npm run migrate)/;

const checkOut = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-last-release-'));
  const archive = execFileSync('git', ['archive', lastRelease], { cwd: root, maxBuffer: 1 << 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
};

/** Which version of each projection a checkout fills. */
const versionsIn = (checkout: string): Readonly<Record<string, number>> => {
  const program = `import { routes } from '#bff/routes.ts';
import { allProjections } from './projections/all-projections.ts';
    console.log(JSON.stringify(Object.fromEntries(allProjections.map(({ name, version }) => [name, version]))));`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: checkout, encoding: 'utf8' })) as Record<
    string,
    number
  >;
};

describe.skipIf(noLastRelease !== undefined)(name, () => {
  let world: BffWorld;
  let old: string;
  let port: number;
  const running: PorticoProcess[] = [];

  const start = async (checkout: string, part: PorticoPart, ownPort?: number): Promise<PorticoProcess> => {
    const { settings } = world.services;
    const each = startPart(checkout, part, {
      DATABASE_URL: settings.DATABASE_URL,
      PORTICO_KEY: settings.PORTICO_KEY.toString('base64'),
      PORT: String(ownPort ?? (await freePort())),
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: String(settings.OIDC_ISSUER),
      OIDC_CLIENT_ID: 'portico',
      OIDC_CLIENT_SECRET: 'a-secret-of-the-test',
    });
    running.push(each);
    return each;
  };

  /** Starts a part of the last release. @returns whether it runs; where it does not, it has said why. */
  const runs = async (part: PorticoPart, ownPort?: number): Promise<boolean> => {
    const each = await start(old, part, ownPort);
    await vi.waitFor(() => expect(each.code() !== null || each.output().includes(ready[part])).toBe(true), 20_000);
    if (each.code() === null) return true;
    expect(each.output()).toMatch(refusal);
    return false;
  };

  const askOld = async (method: string, target: string, body?: FormData) =>
    await responseOf(
      await fetch(`http://127.0.0.1:${port}${target}`, {
        method,
        headers: world.credentials(world.acme.members.owner, 'bearer'),
        ...(body ? { body } : {}),
      }),
    );

  /** The projections that both releases fill in the same version. */
  const shared = (): string[] => {
    const before = versionsIn(old);
    return allProjections.filter((each) => before[each.name] === each.version).map((each) => each.name);
  };

  const positionOf = async (projections: readonly string[]): Promise<string> => {
    const { rows } = await world.pool.query<{ position: string }>(
      `select coalesce(min(s.position collate "C"), '') as position from read_generations g
       join subscriptions s on s.name = g.projection and s.version = g.generation
       where g.state = 'live' and g.projection = any($1)`,
      [projections],
    );
    return rows[0]?.position ?? '';
  };

  beforeAll(async () => {
    world = await startBffWorld();
    // From here on only processes: nothing of this release runs but what a test starts.
    await world.stopProjections();
    old = checkOut();
    port = await freePort();
  }, 120_000);
  afterAll(async () => {
    await Promise.all(running.map((each) => each.stop()));
    await world.close();
    rmSync(old, { recursive: true, force: true });
  });

  test('its projector goes on with the read tables that both know, or says that it may not', async () => {
    if (!(await runs('projector'))) return;
    await world.seed.api(world.acme.organizationId, world.acme.applicationId, 'Made meanwhile');
    const position = await world.services.store.head();
    const names = shared();
    expect(names.length).toBeGreaterThan(0);
    await vi.waitFor(async () => expect((await positionOf(names)) >= position).toBe(true), 20_000);
  });

  test('its BFF reads what this one reads, beside a projector of this release', { timeout: 60_000 }, async () => {
    await start(root, 'projector');
    if (!(await runs('bff', port))) return;
    await vi.waitFor(async () => expect((await askOld('GET', '/readyz')).status).toBe(200), 20_000);
    const lists = routes.filter(({ method, path: route }) => method === 'get' && !route.includes('{'));
    const statuses = await Promise.all(
      lists.map(async ({ path: route }) => [
        route,
        (await askOld('GET', route)).status,
        (await world.ask(world.acme.members.owner, 'GET', route, { by: 'bearer' })).status,
      ]),
    );
    // What is new in this release is not there in the last one.
    expect(statuses.filter(([, before, now]) => before !== now && before !== 404)).toEqual([]);
    expect(statuses.filter(([, before]) => before === 200).length).toBeGreaterThan(5);
    const same = ['/api/my-apps', '/api/business-areas', `/api/api-detail/${world.acme.apiId}`];
    for (const search of ['', 'env=DEV', 'name=orders', 'name=o', 'name=rder', 'name=odrers', 'name=made%20meanwhile'])
      same.push(`/api/swaggers?${search}`);
    for (const target of same) {
      const before = await askOld('GET', target);
      const now = await world.ask(world.acme.members.owner, 'GET', target, { by: 'bearer' });
      expect(now, target).toMatchObject({ status: 200, body: before.body });
    }
  });

  test('its BFF takes commands, and this release reads and verifies what they wrote', { timeout: 60_000 }, async () => {
    port = await freePort();
    if (!(await runs('bff', port))) return;
    const response = await askOld('POST', '/api/swagger/import', importForm(world.acme.applicationId));
    expect(response).toMatchObject({ status: 200 });
    expect(await world.shown(response.body.position)).toBe(true);
    expect(await Array.fromAsync(verifyLog(world.pool))).toEqual([]);
  });

  test('its worker follows the log, and what is new to it waits for this release', { timeout: 60_000 }, async () => {
    if (!(await runs('worker'))) return;
    const head = await world.services.store.head();
    await vi.waitFor(async () => {
      const { rows } = await world.pool.query<{ behind: number }>(
        `select count(*) filter (where s.position collate "C" < $1)::int as behind from subscriptions s
         where not exists (select from read_generations g where g.projection = s.name) having count(*) > 0`,
        [head],
      );
      expect(rows).toEqual([{ behind: 0 }]);
    }, 20_000);
    const parked = async (): Promise<readonly { error: string }[]> =>
      (await world.pool.query<{ error: string }>('select error from parked_streams')).rows;
    for (const { error } of await parked()) expect(isFaultOfOlderProgram(error)).toBe(true);

    await Promise.all(running.map((each) => each.stop()));
    await start(root, 'projector');
    await start(root, 'worker');
    await vi.waitFor(async () => expect(await parked()).toEqual([]), 20_000);
  });
});
