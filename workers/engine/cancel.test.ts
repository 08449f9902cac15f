import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { within } from '#test/runner/limit.ts';
import { cancelIn } from '#test/world/cancel-in.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

let world: WorkedWorld;
let cancel: ReturnType<typeof cancelIn>;

beforeAll(async () => {
  world = await startWorkedWorld();
  cancel = cancelIn(world);
});
afterAll(() => world?.close());

const typesOf = async (operationId: string) => (await world.operationEvents(operationId)).map(({ type }) => type);

const isAway = (operationId: string) =>
  within(1_000, async () => {
    expect((await world.operationEvents(operationId)).at(-1)).toMatchObject({ data: { class: 'away' } });
  });

const reconciled = (deploymentId: number) =>
  within(1_000, async () => {
    const { rows } = await world.pool.query<{ id: string }>(
      `select id from operations where kind = 'reconcile' and place = $1`,
      [`deployment-${deploymentId}`],
    );
    if (!rows[0]) throw new Error('nothing was compared again yet');
    return rows[0].id;
  });

describe('an operation that waits for a gateway that is away', () => {
  it('is cancelled while the gateway is away, and leaves nothing there when it is back', async () => {
    const before = await world.dump();
    await world.gatewayDown();
    const id = world.nextId();
    const operationId = await world.request.deploy(id, world.configOf('unwanted'));
    await isAway(operationId);
    await cancel(operationId);
    expect((await world.ended(operationId)).type).toBe('OperationCancelled');
    expect(await world.history('deployment', id)).toEqual(['DeploymentRequested', 'DeploymentFailed']);
    const { rowCount } = await world.pool.query('select from waiting_operations where operation_id = $1', [
      operationId,
    ]);
    expect(rowCount).toBe(0);

    await world.gatewayUp();
    await world.completed(await reconciled(id));
    expect(await world.dump()).toEqual(before);
    expect((await typesOf(operationId)).slice(-2)).toEqual(['OperationCancelRequested', 'OperationCancelled']);
    await world.completed(await world.request.undeploy(id));
  });

  it('leaves what was in force before as it was, and does not hold up what was asked for after it', async () => {
    const { id } = await world.deployed('kept', { ratePerMinute: 5 });
    const before = await world.dump();
    await world.gatewayDown();
    const change = await world.request.deploy(id, world.configOf('kept', { ratePerMinute: 50 }));
    const keyId = world.nextId();
    const key = await world.request.addConsumer(keyId, id, 'key-behind-the-change');
    await isAway(change);
    await cancel(change);
    expect((await world.ended(change)).type).toBe('OperationCancelled');

    await world.gatewayUp();
    await world.completed(key);
    expect(await world.call('/kept-dev', { apikey: 'key-behind-the-change' })).toBe(200);
    await world.completed(await world.request.removeConsumer(keyId));
    await world.completed(await reconciled(id));
    expect(await world.dump()).toEqual(before);
    await world.completed(await world.request.undeploy(id));
  });

  it('settles its noun only while nothing newer has taken its place', async () => {
    const { id } = await world.deployed('newer', { ratePerMinute: 5 });
    await world.gatewayDown();
    const older = await world.request.deploy(id, world.configOf('newer', { ratePerMinute: 50 }));
    await isAway(older);
    const newer = await world.request.deploy(id, world.configOf('newer', { ratePerMinute: 60 }));
    await cancel(older);
    expect((await world.ended(older)).type).toBe('OperationCancelled');
    await world.gatewayUp();
    await world.completed(newer);
    expect(await world.history('deployment', id)).toEqual([
      'DeploymentRequested',
      'DeploymentApplied',
      'DeploymentRequested',
      'DeploymentRequested',
      'DeploymentApplied',
    ]);
    await world.completed(await world.request.undeploy(id));
  });
});

it('a cancelled key never opens, and its deployment serves the others', async () => {
  const { id } = await world.deployed('with-keys');
  await world.gatewayDown();
  const keyId = world.nextId();
  const adding = await world.request.addConsumer(keyId, id, 'key-given-up');
  await isAway(adding);
  await cancel(adding);
  expect((await world.ended(adding)).type).toBe('OperationCancelled');
  await world.gatewayUp();
  await world.completed(await reconciled(id));
  expect(await world.call('/with-keys-dev', { apikey: 'key-given-up' })).toBe(401);
  expect(await world.history('consumer', keyId)).toEqual(['ConsumerRequested', 'ConsumerFailed']);
  await world.completed(await world.request.undeploy(id));
});

it('one that no worker has begun is cancelled when a worker comes, and nothing is sent', async () => {
  await world.stopWorker();
  const before = await world.dump();
  const id = world.nextId();
  const operationId = await world.request.deploy(id, world.configOf('queued'));
  await cancel(operationId);
  await world.startWorker();
  expect((await world.ended(operationId)).type).toBe('OperationCancelled');
  expect(await typesOf(operationId)).toEqual(['OperationCancelRequested', 'OperationCancelled']);
  expect(await world.dump()).toEqual(before);
  const { rowCount } = await world.pool.query(`select from operations where kind = 'reconcile' and place = $1`, [
    `deployment-${id}`,
  ]);
  expect(rowCount).toBe(0);
  await world.completed(await world.request.undeploy(id));
});
