import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runSql } from '#test/postgres/sql.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world.close());

it('makes nobody an administrator by an event that the owner of the database wrote', async () => {
  const { members, organizationId } = world.acme;
  const person = members.user;
  const { rows } = await world.pool.query<{ version: number }>(
    'select max(version)::int as version from events where stream = $1',
    [`user-${person.userId}`],
  );
  const version = rows[0]?.version ?? 0;
  const [commandId, eventId] = [randomUUID(), randomUUID()];
  const meta = JSON.stringify({
    actor: { userId: members.portal.userId, organizationId, roles: ['ROLE_PORTAL_ADMIN'] },
    ...{ commandId, correlationId: commandId, time: new Date().toISOString() },
  });
  const data = JSON.stringify({ userId: person.userId, from: [], to: ['ROLE_PORTAL_ADMIN'] });
  await runSql(
    world.ownerUrl,
    `select append_events('${commandId}', 'x', 'user-${person.userId}', ${version}, array['${eventId}'::uuid],
       array['UserRolesChanged'], array[1], array['${data}'], array['${meta}'], '{}')`,
  );
  await world.allShown();

  const { rows: people } = await world.pool.query('select roles from users where id = $1', [person.userId]);
  expect(people).toEqual([{ roles: ['ROLE_COMPANY_USER'] }]);
  expect((await world.ask(person, 'GET', '/api/log-verification')).status).toBe(403);
  const findings = await Array.fromAsync(world.services.store.verify());
  expect(findings).toEqual([{ stream: `user-${person.userId}`, version: version + 1, reason: 'foreign' }]);
});
