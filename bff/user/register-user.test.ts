import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byPortal } from '#domain/core/actor.ts';
import { userDecider } from '#domain/user/decider.ts';
import { newName } from '#test/examples/route-examples.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { type NewPerson, registerUser } from './register-user.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const person = (email: string): NewPerson => ({
  organizationId: world.acme.organizationId,
  firstname: 'Ada',
  lastname: 'Ross',
  email,
  roles: ['ROLE_COMPANY_USER'],
});

const register = (email: string, commandId: string = randomUUID()) => {
  const meta = { actor: byPortal, commandId, correlationId: commandId, time: new Date().toISOString() };
  return registerUser(world.services, person(email), meta, 'test');
};
const isTaken = (result: unknown) => JSON.stringify(result).includes('user.email-taken');

test('only one of many concurrent registrations gets an address, in any case of letters', async () => {
  for (let round = 0; round < 3; round += 1) {
    const name = newName();
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => register(`${index % 2 ? name : name.toUpperCase()}@canary.example`)),
    );
    expect(results.filter((result) => 'userId' in result)).toHaveLength(1);
    expect(results.filter(isTaken)).toHaveLength(11);
  }
});

test('one command id registers one person, also when it comes twice at once or again later', async () => {
  const commandId = randomUUID();
  const email = `${newName()}@canary.example`;
  const results = await Promise.all(Array.from({ length: 5 }, () => register(email, commandId)));
  const again = await register(email, commandId);
  expect(new Set([...results, again].map((result) => JSON.stringify(result))).size).toBe(1);
  expect(again).toEqual({ userId: expect.any(Number), position: expect.any(String) });
});

test('somebody else can have the address of a deleted person', async () => {
  const email = `${newName()}@canary.example`;
  const first = await register(email);
  expect(isTaken(await register(email))).toBe(true);
  if (!('userId' in first)) throw new Error('not registered');
  await world.shown(await world.seed.send(userDecider, first.userId, { type: 'DeleteUser', data: {} }));
  const second = await register(email);
  expect(second).toEqual({ userId: expect.any(Number), position: expect.any(String) });
});
