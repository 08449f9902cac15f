import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { differenceDecider } from '#domain/difference/decider.ts';
import { differenceIdOf } from '#domain/difference/difference-id.ts';
import { keyLimitIdOf } from '#domain/key-limit/key-limit-id.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { silentLog } from '#platform/log.ts';
import { randomId } from '#platform/uuid.ts';
import { runSql } from '#test/postgres/sql.ts';
import { type GatewayUnderTest, isSharedKong, patiently, startSandboxGateway } from '#test/world/gateway-under-test.ts';
import { startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';
import { endMoves } from './end-moves.ts';

let world: WorkedWorld;
let other: GatewayUnderTest;
const otherId = 2;

beforeAll(async () => {
  world = await startWorldOnAnyKong({ sweep: { every: 1_000 } });
  other = await startSandboxGateway();
  // Numbers of copies come from the sequence, those of the test's keys do not.
  await runSql(world.database.ownerUrl, "select setval('consumer_id', 100000)");
  const seal = async (kind: string, value: string) => {
    const secretId = randomId();
    await world.vault.sealSecret(world.pool, { id: secretId, kind, owner: 'test-2', value });
    return { secretId, fingerprint: world.vault.fingerprint(value), last4: value.slice(-4) };
  };
  await world.send(resourceDecider, otherId, {
    type: 'RegisterResource',
    data: {
      resourceId: otherId,
      type: 'KONG',
      name: 'Other gateway',
      isPublic: true,
      organizations: [],
      adminUrl: other.adminUrl,
      apiUrl: other.proxyUrl,
      apiSslUrl: other.proxySslUrl,
      httpLogEndpoint: `${world.echoUrl}/ingest`,
      adminApiKey: await seal('admin-key', other.adminToken),
      telemetryKey: await seal('telemetry-key', `telemetry-${randomId()}`),
    },
  });
});
afterAll(async () => {
  await other?.close();
  await world?.close();
});

const named = (name: string) => world.named(name);
const statusAt = async (proxyUrl: string, path: string, apikey: string): Promise<number> => {
  const response = await fetch(`${proxyUrl}${world.at(path)}`, { headers: { apikey } });
  await response.body?.cancel();
  return response.status;
};
const there = (path: string, apikey: string) => statusAt(other.proxyUrl, path, apikey);
const here = (path: string, apikey: string) => statusAt(world.proxyUrl, path, apikey);
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: patiently(30_000), interval: 100 });

/** Requests a deployment at the other gateway that takes the place of one here. */
const follow = async (leaderId: number, name: string): Promise<{ id: number; operationId: string }> => {
  const [id, operationId] = [world.nextId(), randomId()];
  await world.send(deploymentDecider, id, {
    type: 'RequestDeployment',
    data: {
      deploymentId: id,
      operationId,
      apiId: 1,
      config: world.configOf(name, { gatewayId: otherId }),
      follows: leaderId,
    },
  });
  await world.completed(operationId);
  return { id, operationId };
};

const withKeys = async (name: string, ...keys: string[]) => {
  const { id } = await world.deployed(name);
  const ids: number[] = [];
  for (const key of keys) {
    const consumerId = world.nextId();
    await world.completed(await world.request.addConsumer(consumerId, id, key));
    ids.push(consumerId);
  }
  return { id, keys: ids };
};

describe('a deployment that takes the place of another at another gateway', () => {
  it(
    'answers the same keys, the new, rotated and ended ones too, until the other ends; then it stands alone',
    async () => {
      const { id, keys } = await withKeys(
        'orders',
        named('key-orders-1'),
        named('key-orders-2'),
        named('key-orders-3'),
      );
      const follower = await follow(id, 'orders');
      await soon(async () => {
        for (const key of [named('key-orders-1'), named('key-orders-2'), named('key-orders-3')])
          expect(await there('/orders-dev/x', key)).toBe(200);
      });
      // A new one, a rotated one and an ended one.
      await world.completed(await world.request.addConsumer(world.nextId(), id, named('key-orders-new')));
      await world.completed(await world.request.rotate(keys[0] ?? 0, named('key-orders-1b')));
      await world.completed(await world.request.removeConsumer(keys[1] ?? 0));
      await soon(async () => {
        expect(await there('/orders-dev/x', named('key-orders-new'))).toBe(200);
        expect([
          await there('/orders-dev/x', named('key-orders-1')),
          await there('/orders-dev/x', named('key-orders-1b')),
        ]).toEqual([200, 200]);
        expect(await there('/orders-dev/x', named('key-orders-2'))).toBe(401);
      });
      await world.completed(await world.request.endPrevious(keys[0] ?? 0));
      await soon(async () => expect(await there('/orders-dev/x', named('key-orders-1'))).toBe(401));
      const everywhere = await world.pool
        .query('select data::text from events')
        .then(({ rows }) => JSON.stringify(rows));
      for (const key of [named('key-orders-1'), named('key-orders-1b'), named('key-orders-new')])
        expect(everywhere).not.toContain(key);

      // Callers at both gateways, all the time, while the old one ends.
      await world.completed(await world.request.undeploy(id));
      expect(await here('/orders-dev/x', named('key-orders-3'))).toBe(404);
      for (const key of [named('key-orders-1b'), named('key-orders-3'), named('key-orders-new')])
        expect(await there('/orders-dev/x', key)).toBe(200);
      // The portal asked for the copies, and they are still the keys of the person who added their originals.
      const { rows } = await world.pool.query('select created_by from consumers where deployment_id = $1', [
        follower.id,
      ]);
      expect(rows).toEqual([{ created_by: 1 }, { created_by: 1 }, { created_by: 1 }]);
      // From now on its keys are its own.
      const { rows: pairs } = await world.pool.query<{ copy_id: number }>(
        'select copy_id from key_copies where original_id = $1',
        [keys[2]],
      );
      await world.completed(await world.request.rotate(pairs[0]?.copy_id ?? 0, named('key-orders-3b')));
      expect(await there('/orders-dev/x', named('key-orders-3b'))).toBe(200);
    },
    patiently(120_000),
  );

  it(
    'ends by itself after its planned day, and when nobody has called it for the planned days',
    async () => {
      const moved = async (name: string, end: { endsOn?: string; quietDays?: number }) => {
        const { id, keys } = await withKeys(name, named(`key-${name}`));
        const { id: followerId } = await follow(id, name);
        await world.send(deploymentDecider, id, {
          type: 'PlanMoveEnd',
          data: { followerId, end: { endsOn: null, quietDays: null, ...end }, seen: null },
        });
        return { id, followerId, key: keys[0] ?? 0 };
      };
      const inUse = await moved('in-use', { quietDays: 7 });
      await world.pool.query('insert into credential_uses values ($1, 1, now())', [inUse.key]);
      const later = await moved('later', { endsOn: '2099-03-04' });
      const quiet = await moved('quiet', { quietDays: 7 });
      const byDay = await moved('by-day', { endsOn: '2026-03-04' });
      const hear = (first: number, last: number) =>
        runSql(
          world.database.ownerUrl,
          `insert into gateway_heard_days
           select 1, (now() at time zone 'UTC')::date - ago from generate_series(${first}, ${last}) ago`,
        );
      // Nothing was heard of on one of the days.
      await hear(1, 2);
      await hear(4, 9);
      // Eight days pass.
      await world.pool.query(
        `update deployments set created_at = created_at - interval '8 days' where follows is not null`,
      );
      const hasEnded = async ({ id }: { id: number }) =>
        (await world.store.read(`deployment-${id}`)).some(({ type }) => type === 'UndeploymentRequested');
      await soon(async () => {
        expect(await here('/by-day-dev/x', named('key-by-day'))).toBe(404);
      });
      await endMoves({ ...world, log: silentLog });
      expect(await hasEnded(quiet)).toBe(false);
      expect(await here('/quiet-dev/x', named('key-quiet'))).toBe(200);
      await hear(3, 3);
      await soon(async () => expect(await here('/quiet-dev/x', named('key-quiet'))).toBe(404));
      for (const name of ['by-day', 'quiet']) expect(await there(`/${name}-dev/x`, named(`key-${name}`))).toBe(200);
      expect([await hasEnded(byDay), await hasEnded(quiet)]).toEqual([true, true]);
      expect([await hasEnded(inUse), await hasEnded(later)]).toEqual([false, false]);
      expect(await here('/in-use-dev/x', named('key-in-use'))).toBe(200);
    },
    patiently(120_000),
  );

  it(
    'follows a changed form and the limit of an organization',
    async () => {
      const { id } = await withKeys('limits', named('key-limits-1'));
      const follower = await follow(id, 'limits');
      await world.completed(await world.request.deploy(id, world.configOf('limits', { ratePerMinute: 700 })));
      await world.request.limitKeys(id, 1, { window: 'hour', calls: 900, policy: 'local' });
      await soon(async () => {
        const state = await world.store.read(`deployment-${follower.id}`);
        expect(state.filter(({ type }) => type === 'DeploymentRequested').at(-1)?.data).toMatchObject({
          to: { ratePerMinute: 700, gatewayId: otherId },
        });
        expect(await world.history('key-limit', keyLimitIdOf(follower.id, 1))).toEqual(['KeyLimitChangeRequested']);
        expect(await world.history('deployment', follower.id)).toContain('DeploymentApplied');
      });
      // A last release adopted what somebody had written at the gateway.
      const requests = async () =>
        (await world.store.read(`deployment-${follower.id}`)).filter(({ type }) => type === 'DeploymentRequested');
      const before = (await requests()).length;
      const operationId = randomId();
      const config = world.configOf('limits', { ratePerMinute: 5, gatewayId: otherId });
      await world.send(deploymentDecider, follower.id, {
        type: 'RequestDeployment',
        data: { deploymentId: follower.id, operationId, apiId: 1, config },
      });
      await soon(async () => {
        const found = await requests();
        expect(found).toHaveLength(before + 2);
        expect(found.at(-1)?.data).toMatchObject({ to: { ratePerMinute: 700 } });
      });
    },
    patiently(60_000),
  );

  it('adopts nothing: its form is the one that it follows', async () => {
    const { id } = await withKeys('adopted', named('key-adopted'));
    const { id: deploymentId } = await follow(id, 'adopted');
    const objectId = randomUUID();
    const at = differenceIdOf(deploymentId, objectId);
    const subject = { deploymentId, apiId: 1, gatewayId: otherId, objectId };
    const kind = { kind: 'service', label: 'service', name: 'adopted-dev', form: 'changed' } as const;
    const fields = [{ field: 'path', applied: '/base', held: '/moved' }];
    await world.send(differenceDecider, at, {
      type: 'ReportDifference',
      data: { ...subject, ...kind, fields, digest: 'one', intactAt: null, writtenAt: null, isAdoptable: true },
    });
    const operationId = randomId();
    await world.send(differenceDecider, at, {
      type: 'AnswerDifference',
      data: { operationId, answer: 'adopt', digest: 'one', reason: 'as it is there' },
    });
    expect(await world.ended(operationId)).toMatchObject({
      type: 'OperationFailed',
      data: { problems: [{ code: 'deployment.follows' }] },
    });
  });

  it(
    'gets no key while it could not be made, and all of them once it is',
    async () => {
      const { id } = await withKeys('late', named('key-late-1'));
      // Somebody else's route answers at its path.
      const service = await other.admin('POST', '/services', { name: 'in-the-way', host: 'way.example' });
      const route = await other.admin('POST', '/routes', {
        name: 'in-the-way',
        paths: [world.at('/late-dev')],
        service: { id: service.id },
      });
      const [follower, operationId] = [world.nextId(), randomId()];
      await world.send(deploymentDecider, follower, {
        type: 'RequestDeployment',
        data: {
          deploymentId: follower,
          operationId,
          apiId: 1,
          config: world.configOf('late', { gatewayId: otherId }),
          follows: id,
        },
      });
      expect((await world.ended(operationId)).type).toBe('OperationFailed');
      await world.completed(await world.request.addConsumer(world.nextId(), id, named('key-late-2')));
      const copies = () => world.pool.query('select from key_copies where deployment_id = $1', [follower]);
      expect((await copies()).rowCount).toBe(0);
      await other.admin('DELETE', `/routes/${String(route.id)}`);
      await world.request.replay(operationId);
      await soon(async () => {
        for (const key of [named('key-late-1'), named('key-late-2')]) expect(await there('/late-dev/x', key)).toBe(200);
      });
    },
    patiently(90_000),
  );

  it(
    'goes without a trace, and may be made again',
    async () => {
      const { id, keys } = await withKeys('undone', named('key-undone-1'));
      const first = await follow(id, 'undone');
      await soon(async () => expect(await there('/undone-dev/x', named('key-undone-1'))).toBe(200));
      await world.completed(await world.request.undeploy(first.id));
      expect(await there('/undone-dev/x', named('key-undone-1'))).toBe(404);
      expect(await here('/undone-dev/x', named('key-undone-1'))).toBe(200);
      await follow(id, 'undone');
      await soon(async () => expect(await there('/undone-dev/x', named('key-undone-1'))).toBe(200));
      await world.completed(await world.request.removeConsumer(keys[0] ?? 0));
      await soon(async () => expect(await there('/undone-dev/x', named('key-undone-1'))).toBe(401));
    },
    patiently(60_000),
  );
});

describe.skipIf(isSharedKong)('while a gateway is away', () => {
  it(
    'what happens to keys at one comes to the other when that is back, and ends of keys do not wait',
    async () => {
      const { id, keys } = await withKeys('away', named('key-away-1'), named('key-away-2'));
      await follow(id, 'away');
      await soon(async () => {
        for (const key of [named('key-away-1'), named('key-away-2')]) expect(await there('/away-dev/x', key)).toBe(200);
      });
      await other.down();
      await world.completed(await world.request.rotate(keys[0] ?? 0, named('key-away-1b')));
      expect(await here('/away-dev/x', named('key-away-1b'))).toBe(200);
      await other.up();
      await soon(async () => expect(await there('/away-dev/x', named('key-away-1b'))).toBe(200));

      await world.gatewayDown();
      const removal = await world.request.removeConsumer(keys[1] ?? 0);
      await soon(async () => expect(await there('/away-dev/x', named('key-away-2'))).toBe(401));
      await world.gatewayUp();
      await world.completed(removal);
      expect(await here('/away-dev/x', named('key-away-2'))).toBe(401);
    },
    patiently(90_000),
  );
});

it(
  'is called with keys all the time, at both, from the first copy to the end: no wrong answer',
  async () => {
    const { id, keys } = await withKeys('called', named('key-called-1'));
    const wrong: string[] = [];
    let [isOver, calls, serves] = [false, 0, false];
    const calling = (async () => {
      while (!isOver) {
        const [old, next] = [
          serves ? 0 : await here('/called-dev/x', named('key-called-1')),
          serves ? await there('/called-dev/x', named('key-called-1')) : 0,
        ];
        calls += 1;
        if (old !== 0 && old !== 200) wrong.push(`old ${old}`);
        if (next !== 0 && next !== 200) wrong.push(`new ${next}`);
      }
    })();
    await follow(id, 'called');
    await soon(async () => expect(await there('/called-dev/x', named('key-called-1'))).toBe(200));
    // Somebody points the callers at the new gateway.
    serves = true;
    await world.completed(await world.request.rotate(keys[0] ?? 0, named('key-called-1b')));
    await world.completed(
      await world.request.deploy(id, world.configOf('called', { ratePerMinute: 900_000, refusesBots: true })),
    );
    await world.completed(await world.request.undeploy(id));
    await soon(async () => expect(await there('/called-dev/x', named('key-called-1b'))).toBe(200));
    isOver = true;
    await calling;
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(30);
  },
  patiently(90_000),
);
