import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

const setRule = async (who: Member, twoPeople: boolean) => {
  const done = await world.ask(who, 'POST', '/api/approval-rules', { json: { environment: 'PROD', twoPeople } });
  if (done.body.position) await world.shown(done.body.position);
  return done;
};

it('an administrator who disables all others ends a rule alone only when nobody else was one for 7 days', async () => {
  const { acme, partner } = world;
  const { portal } = acme.members;
  expect((await setRule(portal, true)).status).toBe(200);
  const { userId } = partner.members.portal;
  const { rows } = await world.services.pool.query<{ id: number }>(
    `select id from users where active and id <> $1 and roles @> '{ROLE_PORTAL_ADMIN}'`,
    [portal.userId],
  );
  expect(rows.map(({ id }) => id)).toContain(userId);
  for (const { id } of rows) {
    const disabled = await world.ask(portal, 'PUT', '/api/user', { json: { id, status: 'DISABLED' } });
    expect(disabled.status, JSON.stringify(disabled.body)).toBe(200);
    await world.shown(disabled.body.position);
  }
  const rules = await world.ask(portal, 'GET', '/api/approval-rules');
  expect(rules.body).toMatchObject({ isAlone: true });
  expect(await setRule(portal, false)).toMatchObject({
    status: 409,
    body: { code: 'approval-rule.wait', parameters: { days: 7 } },
  });
  await world.pool.query(`update access_spans set until = until - interval '7 days' where until is not null`);
  expect((await setRule(portal, false)).body.approvalId).toBeUndefined();
  const after = await world.ask(portal, 'GET', '/api/approval-rules');
  expect(after.body).toMatchObject({ twoPeople: [] });
});
