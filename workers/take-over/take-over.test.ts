import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalRuleDecider, approvalRuleId } from '#domain/approval-rule/approval-rule.ts';
import { takeOverIdOf } from '#domain/take-over/take-over-id.ts';
import { closedRouteHeader } from '#gateway/change/closed-route.ts';
import { foreignServices } from '#test/world/foreign-services.ts';
import { patiently, startSandboxGateway } from '#test/world/gateway-under-test.ts';
import { startWorkedWorld, startWorldOnAnyKong, type WorkedWorld } from '#test/world/worker-world.ts';
import { openServices } from '../open-services.ts';
import { reconcileGateway } from '../reconciliation/reconcile-gateways.ts';

let world: WorkedWorld;
let theirs: ReturnType<typeof foreignServices>;
beforeAll(async () => {
  world = await startWorldOnAnyKong();
  theirs = foreignServices(world);
});
afterAll(async () => {
  await theirs?.client.close();
  await world?.close();
});

describe('a service that is put under the portal', () => {
  it(
    'answers its 20 callers with their old keys all the time, and their keys are the portal’s then',
    async () => {
      const made = await theirs.make('shop', 20);
      const { result, wrong, calls } = await theirs.whileCalling(made, async () => {
        const asked = await theirs.ask(made);
        await world.completed(asked.operationId);
        return asked;
      });
      expect(wrong).toEqual([]);
      expect(calls()).toBeGreaterThan(100);
      // Its routes are there and closed, and nothing of it was deleted.
      const routes = await theirs.client.routesTo(made.id);
      expect(routes).toHaveLength(3);
      for (const { body } of routes) expect(body.headers).toHaveProperty([closedRouteHeader]);
      // The keys are those of the portal, by their fingerprints, with the ids that they had.
      const { rows } = await world.pool.query<{ nickname: string; key: Record<string, string> }>(
        `select nickname, applied #> '{credentials,apiKey}' as key from consumers where deployment_id = $1 and state = 'active'`,
        [result.deploymentId],
      );
      expect(rows.map(({ key }) => key.fingerprint).sort()).toEqual(
        made.keys.map((key) => world.vault.fingerprint(key)).sort(),
      );
      const everywhere = await world.pool
        .query('select data::text from events')
        .then((found) => JSON.stringify(found.rows));
      for (const key of made.keys) expect(everywhere).not.toContain(key);
      const portal = `${world.proxyUrl}/${made.name}-portal-dev/x`;
      expect((await fetch(portal, { headers: { apikey: made.keys[7] ?? '' } })).status).toBe(200);
      expect(await theirs.statuses(made.name, made.keys)).toEqual([200]);
      const groups = (await theirs.client.list('acl', [])).filter(
        ({ body }) => body.group === world.names.group(result.deploymentId),
      );
      expect(groups).toHaveLength(20);
      expect((await world.history('take-over', takeOverIdOf(1, made.id))).at(-1)).toBe('ServiceTakenOver');

      // Nothing of it is lost or left over.
      const { services, close } = await openServices(world.workerOptions);
      expect(await reconcileGateway(services, 1, 'look', new Date())).toEqual([]);
      await close();

      // From now on they are keys like all others.
      const { rows: keys } = await world.pool.query<{ id: number }>(
        'select id from consumers where deployment_id = $1 order by id',
        [result.deploymentId],
      );
      await world.completed(await world.request.removeConsumer(keys[0]?.id ?? 0));
      expect((await theirs.callWith(`/${made.name}/orders/x`, made.keys[0]))?.status).toBe(401);
      expect((await theirs.callWith(`/${made.name}/orders/x`, made.keys[1]))?.status).toBe(200);
      const [rotated, nextKey] = [keys[1]?.id ?? 0, `key-of-${made.name}-from-now-on`];
      await world.completed(await world.request.rotate(rotated, nextKey));
      const withOld = async () => (await theirs.callWith(`/${made.name}/items/x`, made.keys[1]))?.status;
      expect([await withOld(), (await theirs.callWith(`/${made.name}/items/x`, nextKey))?.status]).toEqual([200, 200]);
      await world.completed(await world.request.endPrevious(rotated));
      expect([await withOld(), (await theirs.callWith(`/${made.name}/items/x`, nextKey))?.status]).toEqual([401, 200]);
      await world.completed(await world.request.undeploy(result.deploymentId));
      expect((await theirs.callWith(`/${made.name}/orders/x`, made.keys[2]))?.status).toBe(404);
    },
    patiently(120_000),
  );

  it(
    'stays as it was when its deployment can’t be made',
    async () => {
      const made = await theirs.make('held', 3);
      // Somebody else has the name of the deployment's service.
      await world.admin('PUT', `/services/${randomUUID()}`, {
        name: `${world.named('taken')}-dev`,
        host: 'taken.example',
      });
      const before = await world.dump();
      const { result, wrong } = await theirs.whileCalling(made, async () => {
        const { operationId, deploymentId } = await theirs.ask(made, { name: world.named('taken') });
        expect((await world.ended(operationId)).data).toMatchObject({
          problems: [{ code: 'take-over.not-deployed' }],
        });
        await world.reached('deployment', deploymentId, 'DeploymentRemoved');
        return operationId;
      });
      expect(result).toBeTruthy();
      expect(wrong).toEqual([]);
      expect(await world.dump()).toEqual(before);
      expect((await world.history('take-over', takeOverIdOf(1, made.id))).at(-1)).toBe('ServiceTakeOverFailed');
    },
    patiently(120_000),
  );

  it(
    'is not touched when it is another one than the person saw',
    async () => {
      const made = await theirs.make('moved', 2);
      const { state } = await theirs.read(made.id);
      const before = await world.dump();
      await world.admin('PATCH', `/services/${made.id}`, { retries: 4 });
      const { operationId, deploymentId } = await theirs.ask(made, { seen: state });
      expect((await world.ended(operationId)).data).toMatchObject({ problems: [{ code: 'take-over.changed' }] });
      await world.admin('PATCH', `/services/${made.id}`, { retries: 2 });
      expect(await world.dump()).toEqual(before);
      expect(await world.history('deployment', deploymentId)).toEqual([]);
    },
    patiently(60_000),
  );

  it(
    'is left alone when its environment was given to two people after somebody asked',
    async () => {
      const made = await theirs.make('rule', 2);
      const before = await world.dump();
      await world.stopWorker();
      const { operationId, deploymentId } = await theirs.ask(made);
      const rule = (twoPeople: boolean) =>
        world.send(approvalRuleDecider, approvalRuleId, {
          type: 'SetApprovalRule',
          data: {
            ...{ environment: 'DEV', twoPeople, otherAdministrator: true },
            ...{ formerAdministrator: true, isApproved: true },
          },
        });
      await rule(true);
      await world.startWorker();
      expect((await world.ended(operationId)).data).toMatchObject({ problems: [{ code: 'take-over.two-people' }] });
      expect(await world.dump()).toEqual(before);
      expect(await world.history('deployment', deploymentId)).toEqual([]);
      await rule(false);
    },
    patiently(60_000),
  );
});

it(
  'answers all callers on two nodes too, of which one knows of each change long after the other',
  async () => {
    const timing = {
      frequency: 0.4,
      workers: 1,
      nodes: 2,
      dbFrequency: 1.5,
      phases: [
        { router: 0.75, plugins: 0 },
        { router: 0.2, plugins: 0.6 },
      ],
    };
    const apart = await startWorkedWorld({}, undefined, { start: () => startSandboxGateway(timing) });
    const services = foreignServices(apart);
    try {
      const made = await services.make('apart', 4);
      const { wrong } = await services.whileCalling(made, async () => {
        await apart.completed((await services.ask(made)).operationId);
        await pause((timing.frequency + timing.dbFrequency) * 1_500);
      });
      expect(wrong).toEqual([]);
    } finally {
      await services.client.close();
      await apart.close();
    }
  },
  patiently(120_000),
);
