import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { authorizationTable } from '#domain/core/authorization.ts';
import type { EventMeta } from '#domain/core/event.ts';
import { prepareCalls, accessRows as rows } from '#test/examples/all-route-examples.ts';
import { type Member, type MemberName, memberNames } from '#test/world/bff-seed.ts';
import { type BffWorld, type Side, startBffWorld } from '#test/world/bff-world.ts';
import { sessionHash } from './auth/session-store.ts';
import { nameless, openCalls, readBuiltCalls } from './fixtures/specified-calls.ts';
import { sessionMark } from './http/event-meta.ts';
import { routes } from './routes.ts';

let world: BffWorld;
let callOf: Awaited<ReturnType<typeof prepareCalls>>;
beforeAll(async () => {
  // Idleness has tests of its own; this suite may take longer than a session lasts without a call.
  world = await startBffWorld({ env: { SESSION_IDLE_SECONDS: '86400' } });
  callOf = await prepareCalls(world);
});
// Every list has a file. The same people ask for all of them here, sooner than anybody may.
afterEach(() => world.pool.query(`delete from call_counts where key like 'export:%'`));
afterAll(() => world.close());

it('has a row for every route, and no other row', () => {
  const names = routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect([...new Set(rows.map(({ call }) => call))].sort()).toEqual(names.sort());
  for (const { statuses } of rows) expect(statuses).toHaveLength(memberNames.length);
});

it('has examples of every route: allowed calls, and calls about things of others', async () => {
  const specified = await readBuiltCalls();
  const asked = (name: string, who: (subject: string) => boolean) =>
    rows.filter(({ call, subject }) => nameless(call) === nameless(name) && who(subject));
  const wrong = specified.flatMap(({ name }) => {
    if (openCalls.includes(name)) return [];
    const own = asked(name, (subject) => subject !== 'other').flatMap(({ statuses }) => statuses);
    const all = asked(name, () => true).flatMap(({ statuses }) => statuses);
    if (!all.some((status) => status.split('/').includes('200'))) return [`${name}: nobody gets a response`];
    // What only portal administrators may do is the same for the things of every organization.
    const refused = new Set(own.filter((status) => status !== '200'));
    if (/\{\w+\}/.test(name) && asked(name, (subject) => subject === 'other').length === 0 && !refused.has('403'))
      return [`${name}: no row for a thing of another organization`];
    return [];
  });
  expect(wrong).toEqual([]);
});

it.each(rows)(
  '$call of $subject',
  async ({ call, subject, statuses }) => {
    const [method = ''] = call.split(' ');
    const expected: Record<string, number> = {};
    const answered: Record<string, number> = {};
    const refused: (() => Promise<void>)[] = [];
    const one = async (side: Side, other: Side, name: MemberName, member: Member, status: number) => {
      const api = subject === 'other' ? other : side;
      const owner = subject === 'own' || subject === 'granted' ? side : other;
      // Rights do not depend on the way of signing in, so testing tokens of one organization is enough.
      for (const by of side === world.acme ? (['session', 'bearer'] as const) : (['session'] as const)) {
        const kind = { guest: subject === 'guest', granted: subject === 'granted' };
        const { target, ...ask } = await callOf(call, { api, owner, ...kind }, status === 200);
        const key = `${side.name} ${name} by ${by}`;
        const send = async () => {
          answered[key] = (await world.ask(member, method, target, { ...ask, by })).status;
        };
        expected[key] = status;
        if (status < 400) await send();
        else refused.push(send);
      }
    };
    for (const [index, name] of memberNames.entries()) {
      const [internal, external] = (statuses[index] as string).split('/');
      const { acme, partner } = world;
      await one(acme, partner, name, acme.members[name], Number(internal));
      await one(partner, acme, name, partner.members[name], Number(external ?? internal));
    }
    // Together: to count before and after each of them took longer than they did.
    const before = await world.countEvents();
    for (const send of refused) await send();
    expect(await world.countEvents(), 'events that refused calls left').toBe(before);
    expect(answered).toEqual(expected);
  },
  120_000,
);

it('leaves in every event the rule that allowed it, and the session only as a keyed hash', async () => {
  const { PORTICO_KEY } = world.services.settings;
  const { rows: written } = await world.pool.query<{ meta: string }>(
    "select meta from events where meta::json -> 'client' is not null",
  );
  const metas = written.map(({ meta }) => JSON.parse(meta) as EventMeta);
  const rules = new Set(metas.map(({ rule }) => rule));
  expect([...rules].filter((rule) => !Object.hasOwn(authorizationTable, rule ?? ''))).toEqual([]);
  expect(rules.size).toBeGreaterThan(25);
  const members = [world.acme, world.partner].flatMap((side) => Object.values(side.members));
  const sessions = members.map((member) => world.credentials(member).cookie?.split('=')[1] as string);
  const marks = sessions.map((id) => sessionMark(PORTICO_KEY, sessionHash(id)));
  const found = new Set(metas.flatMap(({ session }) => session ?? []));
  expect([...found].filter((mark) => !marks.includes(mark))).toEqual([]);
  expect(found.size).toBeGreaterThan(5);
  const text = written.map(({ meta }) => meta).join('\n');
  for (const id of sessions) for (const secret of [id, sessionHash(id)]) expect(text).not.toContain(secret);
});
