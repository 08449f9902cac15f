import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFaultProxy } from '#test/servers/fault-proxy.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

let world: WorkedWorld;
let faults: Awaited<ReturnType<typeof startFaultProxy>>;
beforeAll(async () => {
  world = await startWorkedWorld({}, async (adminUrl) => {
    faults = await startFaultProxy(adminUrl);
    return faults.url;
  });
});
afterAll(async () => {
  await world?.close();
  await faults?.close();
});

it('the calls of an attempt that loses its lease, and so records no end, are kept, too', async () => {
  const begun = Promise.withResolvers<void>();
  faults.restart((write) => {
    begun.resolve();
    return write === 0 ? { late: 1_000 } : undefined;
  });
  const id = world.nextId();
  const operationId = await world.request.deploy(id, world.configOf('left'));
  await begun.promise;
  await world.pool.query(
    "update leases set holder = 'another', number = number + 1, until = clock_timestamp() + interval '2 seconds' where name = $1",
    [`deployment-${id}`],
  );
  await world.completed(operationId);
  const events = (await world.operationEvents(operationId)).flatMap(({ type, data }) =>
    'attempt' in data && data.attempt === 1 && type !== 'OperationPlanned' ? [type] : [],
  );
  expect(events).toEqual(['OperationStarted']);
  const { rows } = await world.pool.query<{ calls: { call: string }[] }>(
    'select calls from operation_calls where operation_id = $1 and attempt = 1',
    [operationId],
  );
  expect(rows[0]?.calls.map(({ call }) => call)).toContainEqual(expect.stringMatching(/^GET \//));
  await world.completed(await world.request.undeploy(id));
});
