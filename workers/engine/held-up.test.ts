import { afterAll, beforeAll, expect, it } from 'vitest';
import { lastNet, within } from '#test/runner/limit.ts';
import { quick } from '#test/world/quick-worker.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

/** Pauses that grow as they do in production: after a while the next attempt is many seconds away. */
const backOff = { ...quick.backOff, cap: 60_000, longest: 60_000 };

let world: WorkedWorld;
beforeAll(async () => {
  world = await startWorkedWorld({ backOff });
});
afterAll(() => world?.close());

const timeOfEnd = async (operationId: string): Promise<number> => {
  const { type, meta } = await world.ended(operationId, 1_500);
  expect(type).toBe('OperationCompleted');
  return Date.parse(meta.time);
};

/** Returns the milliseconds until the next attempt at an operation that waits. */
const nextAttemptIn = async (operationId: string): Promise<number> => {
  const last = (await world.operationEvents(operationId)).at(-1);
  const { nextAttemptAt = '' } = (last?.data ?? {}) as { nextAttemptAt?: string };
  return (Date.parse(nextAttemptAt) || 0) - Date.now();
};

/** Returns the ids of the operations of a kind that are about a thing. */
const operations = async (kind: string, column: string, id: number): Promise<string[]> => {
  const { rows } = await world.pool.query<{ id: string }>(
    `select id from operations where kind = $1 and ${column}::text = $2`,
    [kind, String(id)],
  );
  return rows.map((row) => row.id);
};

it('an operation that waits for others continues as soon as they have ended, even after a long wait', {
  timeout: lastNet,
}, async () => {
  const { request, nextId } = world;
  const [apiId, appsApiId, stayingApiId, applicationId, suspended, deleted] = Array.from({ length: 6 }, nextId) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  await request.publish(apiId);
  await request.register(applicationId);
  await request.publish(appsApiId, { applicationId });
  const { id: deploymentId } = await world.deployed('held-up', {}, apiId);
  await world.deployed('held-up-too', {}, appsApiId);
  // Of an API of its own: deleting another one must not take its keys away.
  await request.publish(stayingApiId);
  const { id: staying } = await world.deployed('staying', {}, stayingApiId);
  const keyId = nextId();
  for (const [id, organizationId] of [
    [nextId(), suspended],
    [keyId, deleted],
  ] as const) {
    await request.organization(organizationId);
    await world.completed(await request.addConsumer(id, staying, `key-${id}`, { organizationId }));
  }

  await world.gatewayDown();
  const parents = {
    api: await request.deleteApi(apiId),
    application: await request.deleteApplication(applicationId),
    suspension: await request.switchOrganization(suspended, true),
    organization: await request.deleteOrganization(deleted),
  };
  await within(
    1_500,
    async () => {
      const aways = await Promise.all(Object.values(parents).map(nextAttemptIn));
      expect(Math.min(...aways)).toBeGreaterThan(5_000);
    },
    100,
  );
  await world.gatewayUp();

  /** Returns the milliseconds after its children's end, or 0 for an operation that was looked at before its next attempt was due. */
  const late = async (parent: string, children: readonly string[]) => {
    const ends = await Promise.all(children.map(timeOfEnd));
    expect(ends.length).toBeGreaterThan(0);
    const end = await timeOfEnd(parent);
    const events = await world.operationEvents(parent);
    const started = events.findLast(({ type }) => type === 'OperationStarted');
    const delayed = events.findLast(({ type }) => type === 'OperationDelayed');
    const { nextAttemptAt = '' } = (delayed?.data ?? {}) as { nextAttemptAt?: string };
    return Date.parse(started?.meta.time ?? '') < Date.parse(nextAttemptAt) ? 0 : end - Math.max(...ends);
  };
  const latest = {
    api: await late(parents.api, await operations('undeploy', 'subject_id', deploymentId)),
    application: await late(parents.application, await operations('delete-api', 'api_id', appsApiId)),
    suspension: await late(parents.suspension, await operations('suspend-keys', 'of_organization_id', suspended)),
    organization: await late(parents.organization, await operations('remove-consumer', 'subject_id', keyId)),
  };
  // Without looking in between, the next attempt would come more than 4 s after.
  expect(Math.max(...Object.values(latest)), JSON.stringify(latest)).toBeLessThan(2_500);

  // Looking writes no events: attempts are as rare as before.
  const begun = (await world.history('operation', parents.api)).filter((type) => type === 'OperationStarted');
  expect(begun.length).toBeLessThan(15);
});
