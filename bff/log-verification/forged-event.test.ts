import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { writeUnsealedEvent } from '#test/world/unsealed-event.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

it('makes nobody an administrator by an event that the owner of the database wrote', async () => {
  const person = world.acme.members.user;
  const { rows } = await world.pool.query<{ version: number }>(
    'select max(version)::int as version from events where stream = $1',
    [`user-${person.userId}`],
  );
  const version = rows[0]?.version ?? 0;
  await writeUnsealedEvent(world.ownerUrl, {
    ...{ stream: `user-${person.userId}`, version: version + 1, type: 'UserRolesChanged' },
    data: { userId: person.userId, from: ['ROLE_COMPANY_USER'], to: ['ROLE_PORTAL_ADMIN'] },
  });
  await world.allShown();

  const { rows: people } = await world.pool.query('select roles from users where id = $1', [person.userId]);
  expect(people).toEqual([{ roles: ['ROLE_COMPANY_USER'] }]);
  expect((await world.ask(person, 'GET', '/api/log-verification')).status).toBe(403);
  const findings = await Array.fromAsync(world.services.store.verify());
  expect(findings).toEqual([{ stream: `user-${person.userId}`, version: version + 1, reason: 'foreign' }]);
});
