import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import { porticoNamespace, uuidV5 } from '#platform/uuid.ts';
import { runSql } from '#test/postgres/sql.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { reconcileGateway } from '#workers/reconciliation/reconcile-gateways.ts';
import { jobIn, type OperationJob } from '../engine/job.ts';
import { createJobWorker } from '../engine/worker.ts';
import { openServices } from '../open-services.ts';
import { requestKeys } from '../suspension/request-keys.ts';

let world: WorkedWorld;
let deploymentId: number;
beforeAll(async () => {
  world = await startWorkedWorld();
  deploymentId = (await world.deployed('shop')).id;
});
afterAll(() => world?.close());

/** This process leaves its jobs to nobody. */
const never = new AbortController().signal;

const opens = (key: string) => world.call('/shop-dev/x', { apikey: key });
const newOrganization = async () => {
  const organizationId = world.nextId();
  await world.request.organization(organizationId);
  return organizationId;
};
const addKey = async (organizationId: number, key: string, changes: object = {}) => {
  const id = world.nextId();
  await world.completed(await world.request.addConsumer(id, deploymentId, key, { organizationId, ...changes }));
  return id;
};
const turn = async (organizationId: number, deactivated: boolean) => {
  const operationId = await world.request.switchOrganization(organizationId, deactivated);
  await world.completed(operationId);
  return operationId;
};

describe('a deactivated organization', () => {
  it("C4: can't call with any of its keys, while others still can", async () => {
    const [suspended, other] = [await newOrganization(), await newOrganization()];
    const rotated = await addKey(suspended, 'key-old');
    await world.completed(await world.request.rotate(rotated, 'key-new'));
    await addKey(suspended, 'key-plain');
    await addKey(other, 'key-other');
    const before = await world.dump();

    const operationId = await turn(suspended, true);
    for (const key of ['key-old', 'key-new', 'key-plain']) expect(await opens(key), key).toBe(401);
    expect(await opens('key-other')).toBe(200);
    const steps = (await world.operationEvents(operationId)).filter(({ type }) => type === 'OperationStepApplied');
    expect(steps.map(({ data }) => data)).toMatchObject([{ step: 'suspend-keys', target: 'shop', result: 'removed' }]);

    await turn(suspended, false);
    for (const key of ['key-old', 'key-new', 'key-plain', 'key-other']) expect(await opens(key), key).toBe(200);
    expect(await world.dump()).toEqual(before);
  });

  it('also has keys suspended that are added, rotated or changed meanwhile', async () => {
    const organizationId = await newOrganization();
    const rotated = await addKey(organizationId, 'key-before');
    await turn(organizationId, true);
    await addKey(organizationId, 'key-added');
    await world.completed(await world.request.rotate(rotated, 'key-after'));
    await world.completed(await world.request.changeConsumer(rotated, { nickname: 'till' }));
    for (const key of ['key-before', 'key-added', 'key-after']) expect(await opens(key), key).toBe(401);

    await turn(organizationId, false);
    for (const key of ['key-before', 'key-added', 'key-after']) expect(await opens(key), key).toBe(200);
  });

  it('stays suspended after a deploy, a replay of the key and a lost queue', async () => {
    const organizationId = await newOrganization();
    const key = await addKey(organizationId, 'key-stays');
    await world.gatewayDown();
    const changing = await world.request.changeConsumer(key, { nickname: 'late' });
    const suspension = await world.request.switchOrganization(organizationId, true);
    await world.gatewayUp();
    await world.completed(changing);
    await world.completed(suspension);
    await world.completed(await world.request.deploy(deploymentId, world.configOf('shop', { ratePerMinute: 600 })));
    expect(await opens('key-stays')).toBe(401);

    await world.stopWorker();
    await runSql(
      world.database.ownerUrl,
      'truncate bullmq.job cascade',
      "delete from subscriptions where name = 'dispatcher'",
    );
    await world.startWorker();
    await addKey(await newOrganization(), 'key-fresh');
    expect(await opens('key-stays')).toBe(401);
  });

  it('has its credentials found and removed on a gateway that was restored from a backup', async () => {
    const organizationId = await newOrganization();
    const id = await addKey(organizationId, 'key-restored');
    await turn(organizationId, true);
    const row = { id: world.names.credentialId('key-auth', id, 1), tags: world.names.tags(deploymentId, id) };
    await world.admin('PUT', `/consumers/${world.names.consumerId(id)}/key-auth/${row.id}`, {
      key: 'key-restored',
      tags: row.tags,
    });
    expect(await opens('key-restored')).toBe(200);
    const { services, close } = await openServices(world.workerOptions);
    try {
      expect(await reconcileGateway(services, 1, 'backup', new Date())).toEqual([
        { noun: 'consumer', id: String(id), place: `deployment-${deploymentId}` },
      ]);
    } finally {
      await close();
    }
    await expect.poll(() => opens('key-restored'), { timeout: 20_000 }).toBe(401);
  });

  it('is restored only when the operations that run on its keys have brought their credentials', async () => {
    const organizationId = await newOrganization();
    const key = await addKey(organizationId, 'key-changing');
    await turn(organizationId, true);
    await world.stopWorker();
    await world.request.changeConsumer(key, { nickname: 'meanwhile' });
    await world.request.switchOrganization(organizationId, false);
    const { services, close } = await openServices(world.workerOptions);
    try {
      await requestKeys(services, { organizationId, deploymentId }, 'test');
      const [request] = await world.store.read<PorticoEvent>(`suspension-${uuidV5(porticoNamespace, 'keys/test')}`);
      const again = createJobWorker(services)(jobIn(request as RecordedEvent<PorticoEvent>) as OperationJob, never);
      expect(await again).toBeGreaterThan(0);
    } finally {
      await close();
      await world.startWorker();
    }
    await expect.poll(() => opens('key-changing'), { timeout: 20_000 }).toBe(200);
  });

  it('is restored by a newer request before the suspension is completed', async () => {
    const organizationId = await newOrganization();
    await addKey(organizationId, 'key-quick');
    await world.gatewayDown();
    const suspension = await world.request.switchOrganization(organizationId, true);
    const restoration = await world.request.switchOrganization(organizationId, false);
    await world.gatewayUp();
    await world.completed(restoration);
    expect((await world.ended(suspension)).type).toBe('OperationSuperseded');
    expect(await opens('key-quick')).toBe(200);
  });
});
