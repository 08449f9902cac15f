import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationDecider } from '#domain/application/decider.ts';
import { deploymentDecider } from '#domain/deployment/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { randomId } from '#platform/uuid.ts';
import { newDeployment, newName } from '#test/examples/route-examples.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { holdAppend } from '#test/world/hold-append.ts';
import { undoingIn } from '../fixtures/undoing.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const { ask, done, newest, previewOf, send } = undoingIn(() => world);
const portal = () => world.acme.members.portal;

it('a key is refused that is asked for while a worker takes its deployment away', async () => {
  const { deploymentId } = await newDeployment(world, world.acme);
  const { apiId, organizationId } = world.acme;
  const held = holdAppend(world.services.store, 'ConsumerRequested');
  const key = { apiModelId: apiId, deploymentId, organizationId, nickname: newName() };
  const adding = ask(portal(), 'POST', '/api/kong/add-consumer', key);
  await held.reached;
  // As workers send it: the end of a move, or the deletion of an API.
  const command = { type: 'RequestUndeployment', data: { operationId: randomId() } } as const;
  await world.seed.send(deploymentDecider, deploymentId, command);
  held.release();
  expect((await adding).body.errors).toEqual([expect.objectContaining({ code: 'consumer.deployment-not-ready' })]);
});

/** Somebody who was entered by mistake. */
const newPerson = async (more: object = {}) => {
  const [name, { organizationId }] = [newName(), world.acme];
  const email = `${name}@undo.example`;
  const form = { id: 0, firstname: name, lastname: 'Example', email, organizationId, ...more };
  const userId = Number((await done(portal(), 'POST', '/api/user/edit-user', form)).userId);
  return { userId, email, made: await newest(`user-${userId}`, 'UserRegistered') };
};

const applicationOf = (owners: string) => {
  const { organizationId } = world.acme;
  return { id: 0, name: newName(), description: 'Sells', external: false, organizationId, owners };
};
const name = (owners: string) => ask(portal(), 'POST', '/api/application/edit-application', applicationOf(owners));

/** Ways to give somebody something. */
const giving = {
  'owns a new application': ({ email }: { email: string }) => name(email),
  'is named as an owner of an application': async ({ email }: { email: string }) => {
    const { id, name } = await done(portal(), 'POST', '/api/application/edit-application', applicationOf('')).then(
      ({ id }) => ({ id, name: newName() }),
    );
    const named = { ...applicationOf(email), id, name };
    return await ask(portal(), 'POST', '/api/application/edit-application', named);
  },
  'gets a case of the desk': async ({ userId: to }: { userId: number }) => {
    const gatewayId = await world.seed.gateway(newName());
    await world.seed.deployment(world.acme.apiId, gatewayId, 'failed');
    const cause = `failed~permanent~gateway.refused~gateway-${gatewayId}`;
    return await ask(portal(), 'POST', '/api/desk/hand-overs', { causes: [cause], to, note: 'You know Lyon' });
  },
};

describe.each(Object.entries(giving))('an account whose person %s', (_name, give) => {
  it('while its creation is undone stays', async () => {
    const person = await newPerson({ support: true });
    const preview = await previewOf(portal(), person.made);
    const held = holdAppend(world.services.store, 'UserDeleted');
    const undoing = send(portal(), person.made, preview);
    await held.reached;
    expect((await give(person)).status).toBe(200);
    held.release();
    expect(await undoing).toMatchObject({ status: 409, body: { code: 'undo.in-use' } });
    expect(await newest(`user-${person.userId}`)).toMatchObject({ undoneBy: null });
  });
});

it('nobody owns an application who was deleted while they were named', async () => {
  const person = await newPerson();
  const held = holdAppend(world.services.store, 'ApplicationRegistered');
  const naming = name(person.email);
  await held.reached;
  await done(portal(), 'DELETE', `/api/user?id=${person.userId}`);
  await world.allShown();
  held.release();
  const { status, body } = await naming;
  const owners =
    status === 200 ? await loadState(world.services.store, applicationDecider, Number(body.id)) : undefined;
  expect(owners?.status === 'active' ? owners.owners : []).not.toContain(person.userId);
});
