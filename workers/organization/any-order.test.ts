import { afterAll, beforeAll, expect, it } from 'vitest';
import { organizationDecider } from '#domain/organization/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { fc, seed } from '#test/runner/chance.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';
import { openServices } from '../open-services.ts';

let world: WorkedWorld;
let opened: Awaited<ReturnType<typeof openServices>>;
let deploymentId: number;
beforeAll(async () => {
  world = await startWorkedWorld();
  opened = await openServices(world.workerOptions);
  deploymentId = (await world.deployed('orders')).id;
});
afterAll(async () => {
  await opened?.close();
  await world?.close();
});

/** What somebody asks for. `waits`: only when the operations before it have ended. */
type Step = Readonly<{ what: 'deactivate' | 'activate' | 'delete' | 'add' | 'rotate' | 'change'; waits: boolean }>;
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('deactivate', 'activate', 'delete', 'add', 'rotate', 'change'),
  waits: fc.boolean(),
});

/** Asks for the steps. Returns the keys that were given, and the operations. A refused step asks for nothing. */
const carryOut = async (organizationId: number, steps: readonly Step[]) => {
  const { request } = world;
  const [firstId, operations] = [world.nextId(), [] as string[]];
  const keys = [`key-${organizationId}-first`];
  await request.organization(organizationId);
  await world.completed(await request.addConsumer(firstId, deploymentId, keys[0], { organizationId }));
  const ask = async (what: Step['what'], index: number): Promise<string> => {
    const key = `key-${organizationId}-${index}`;
    if (what === 'deactivate' || what === 'activate')
      return await request.switchOrganization(organizationId, what === 'deactivate');
    if (what === 'delete') return await request.deleteOrganization(organizationId);
    if (what === 'change') return await request.changeConsumer(firstId, { nickname: key });
    keys.push(key);
    return what === 'add'
      ? await request.addConsumer(world.nextId(), deploymentId, key, { organizationId })
      : await request.rotate(firstId, key);
  };
  const switches = async () => (await world.history('organization', organizationId)).length;
  for (const [index, { what, waits }] of steps.entries()) {
    if (waits) for (const operationId of operations) await world.ended(operationId);
    const before = await switches();
    const operationId = await ask(what, index).catch(() => undefined);
    // A switch to what is there already makes no operation.
    const isNothing = /activate/.test(what) && before === (await switches());
    if (operationId && !isNothing) operations.push(operationId);
  }
  for (const operationId of operations) await world.ended(operationId);
  return keys;
};

const opens = (key: string) => world.call('/orders-dev/x', { apikey: key });

it(`no order of commands ends with an organization both suspended or deleted and callable (C4; seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const organizationId = world.nextId();
      const keys = await carryOut(organizationId, steps);
      const { status } = await loadState(opened.services.store, organizationDecider, organizationId);
      if (status === 'active') {
        await expect.poll(() => opens(keys[0] as string), { timeout: 20_000 }).toBe(200);
        return;
      }
      // Operations that follow from others may still be under way.
      for (const key of keys) await expect.poll(() => opens(key), { message: key, timeout: 20_000 }).toBe(401);
      if (status === 'deleting')
        await expect
          .poll(() => world.history('organization', organizationId), { timeout: 20_000 })
          .toContain('OrganizationDeleted');
    }),
    { numRuns: 20 },
  );
}, 180_000);
