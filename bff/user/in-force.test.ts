import { afterAll, beforeAll, expect, it } from 'vitest';
import { streamOf } from '#domain/core/id.ts';
import { runProjections } from '#projections/run-projections.ts';
import { newName } from '#test/examples/route-examples.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let people: readonly Member[];
const stopping = new AbortController();
let projecting: Promise<unknown> | undefined;
beforeAll(async () => {
  world = await startBffWorld();
  const member = () => world.seed.user(world.acme.organizationId, newName(), ['ROLE_AUDITOR']);
  people = [await member(), await member(), await member()];
  for (const person of people) await world.signIn(person);
  await world.allShown();
});
afterAll(async () => {
  stopping.abort();
  await projecting;
  await world.close();
});

it('a right is not said to be taken as long as it can be used, and the same call again says so later', async () => {
  const { portal } = world.acme.members;
  const [first, second, third] = people as [Member, Member, Member];
  const organizationId = world.partner.organizationId;
  const commands = [
    ['PUT', '/api/user', { id: first.userId, status: 'DISABLED' }],
    ['POST', '/api/user', { id: second.userId, auditor: false }],
    ['DELETE', `/api/user?id=${third.userId}`, undefined],
    ['POST', `/api/organization/deactivate-organization?id=${organizationId}&deactivated=true`, undefined],
  ] as const;
  const send = async ([method, target, json]: (typeof commands)[number], index: number) =>
    (
      await world.ask(portal, method, target, {
        ...(json && { json }),
        headers: { 'idempotency-key': `in-force-${index}` },
      })
    ).status;
  const use = async (who: Member) => (await world.ask(who, 'GET', '/api/updatedRole')).status;

  await world.stopProjections();
  // One after the other: each raises the guard of the portal's administrators, and the next would wait for its event.
  expect(await send(commands[0], 0)).toBe(503);
  expect((await world.services.store.read(streamOf('user', first.userId))).at(-1)?.type).toBe('UserDisabled');
  expect(await use(first)).toBe(200);

  const { store, pool } = world.services;
  projecting = runProjections({ store, pool, signal: stopping.signal });
  expect(await Promise.all(commands.map(send))).toEqual([200, 200, 200, 200]);
  expect(await Promise.all([first, second, third, world.partner.members.user].map(use))).toEqual([401, 403, 401, 401]);
}, 60_000);
