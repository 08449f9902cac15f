import { afterAll, beforeAll, expect, it } from 'vitest';
import { deskCaseDecider } from '#domain/desk-case/decider.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { takeBackCases } from './chores.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const cause = 'failed~permanent~gateway.refused~gateway-9';
const now = new Date();

it('a case is taken back from whoever loses the role, and the desk shows it as nobody’s before that', async () => {
  const { support, portal } = world.acme.members;
  const operationId = world.acme.failed.operationId;
  const give = async (json: object) => {
    const { status, body } = await world.ask(portal, 'POST', '/api/desk/hand-overs', { json });
    expect({ status, refused: body.refused }).toEqual({ status: 200, refused: [] });
    await world.shown(String(body.position));
  };
  await give({ operationIds: [operationId], to: support.userId, note: 'yours' });
  await give({ causes: [cause], to: portal.userId, note: 'mine' });
  expect(await takeBackCases(world.services, now)).toBe(0);

  const holder = async () =>
    (await world.ask(portal, 'GET', `/api/operations/${operationId}`)).body.holder as { id: number } | null;
  expect((await holder())?.id).toBe(support.userId);
  await world.pool.query(`update users set roles = '{}' where id = $1`, [support.userId]);
  expect(await holder()).toBeNull();
  expect(await takeBackCases(world.services, now)).toBe(1);
  expect((await world.services.store.read(`desk-case-${operationId}`)).at(-1)).toMatchObject({
    type: 'DeskCaseTakenBack',
    data: { about: operationId, from: support.userId, why: 'right-lost' },
    meta: { actor: { userId: 0 } },
  });
  // Once: a second look, or another process, finds nothing.
  await world.allShown();
  expect(await takeBackCases(world.services, now)).toBe(0);
  await world.pool.query(`update users set roles = '{ROLE_SUPPORT}' where id = $1`, [support.userId]);
  expect(await holder()).toBeNull();
});

it('stays with somebody who got it between the look and the decision', async () => {
  const { support, portal } = world.acme.members;
  const operationId = world.partner.failed.operationId;
  const position = await world.seed.send(deskCaseDecider, operationId, {
    type: 'HandOver',
    data: { about: operationId, to: 2_000_000_000, note: 'nobody' },
  });
  await world.shown(position);
  await world.seed.send(deskCaseDecider, operationId, {
    type: 'HandOver',
    data: { about: operationId, to: portal.userId, note: 'taken' },
  });
  await takeBackCases(world.services, now);
  expect((await world.services.store.read(`desk-case-${operationId}`)).at(-1)).toMatchObject({
    type: 'DeskCaseHandedOver',
    data: { to: portal.userId },
  });
  expect(support.userId).not.toBe(portal.userId);
});
