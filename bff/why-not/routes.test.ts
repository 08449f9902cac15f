import { afterAll, beforeAll, expect, it } from 'vitest';
import { userDecider } from '#domain/user/decider.ts';
import { beyondOf } from '#domain/why-not/beyond-table.ts';
import type { WhyNotAnswer } from '#domain/why-not/schema.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { routes } from '../routes.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
});
afterAll(() => world?.close());

const ask = async (who: Member, query: string): Promise<WhyNotAnswer> => {
  const { status, body } = await world.ask(who, 'GET', `/api/why-not?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as WhyNotAnswer;
};
const peopleIn = ({ parts }: WhyNotAnswer) =>
  parts.flatMap(({ changes }) => changes.flatMap(({ who }) => who.flatMap(({ people }) => people.map(({ id }) => id))));

it('support asks why somebody can’t deploy an API to PROD: about that person, not about who asks', async () => {
  const { acme, partner } = world;
  const liam = partner.members.user;
  const query = `action=deployment.request&apiId=${acme.apiId}&env=PROD&personId=${liam.userId}`;
  for (const asker of [acme.members.support, acme.members.portal]) {
    const answer = await ask(asker, query);
    expect(answer).toMatchObject({
      person: { id: liam.userId },
      standing: null,
      about: { api: { id: acme.apiId, name: 'Acme orders' } },
      parts: [
        {
          action: 'deployment.request',
          verdict: 'refused',
          rules: [
            { rule: 'maintainer', facts: [{ fact: 'maintainer', met: false }] },
            { rule: 'portalAdmin', facts: [{ fact: 'portalAdmin', met: false }] },
          ],
          changes: [
            {
              fact: 'maintainer',
              by: 'application.change',
              application: { id: acme.applicationId, name: 'Acme shop' },
            },
            { fact: 'portalAdmin', by: 'user.administer' },
          ],
        },
        { action: 'deployment.choose-environment', verdict: 'refused' },
        { action: 'deployment.transform-response', verdict: 'refused' },
      ],
    });
    // Those who maintain the application are named, and so is who administers the portal.
    expect(peopleIn(answer)).toEqual(expect.arrayContaining([acme.members.owner.userId, acme.members.portal.userId]));
  }
  // A maintainer without a role beyond it lacks the other rights only.
  const { parts } = await ask(acme.members.support, query.replace(/\d+$/, String(acme.members.owner.userId)));
  expect(parts.map(({ verdict }) => verdict)).toEqual(['allowed', 'refused', 'refused']);
});

it('a key of an API belongs to an organization of its own, which nobody named', async () => {
  const { acme } = world;
  const query = `action=consumer.remove&apiId=${acme.apiId}`;
  const verdictOf = async (more = '') => (await ask(acme.members.admin, query + more)).parts[0]?.verdict;
  expect(await verdictOf()).toBe('depends');
  expect(await verdictOf(`&organizationId=${acme.organizationId}`)).toBe('allowed');
  expect(await verdictOf(`&organizationId=${world.partner.organizationId}`)).toBe('refused');
  // The person whose thing it is does not say either whose organization it is.
  const { parts } = await ask(acme.members.admin, `action=consumer.remove&userId=${acme.members.user.userId}`);
  expect(parts[0]?.verdict).toBe('depends');
});

it('a look at a person is recorded, a look at oneself is not', async () => {
  const { acme } = world;
  const before = await world.countEvents();
  await ask(acme.members.user, 'action=api.publish');
  await ask(acme.members.user, `action=api.publish&personId=${acme.members.user.userId}`);
  expect(await world.countEvents()).toBe(before);
  await ask(acme.members.support, `action=api.publish&personId=${acme.members.admin.userId}`);
  const { rows } = await world.pool.query<{ data: string; meta: string }>(
    "select data, meta from events where type = 'PersonViewed'",
  );
  const looks = rows.map(({ data, meta }) => [JSON.parse(data).userId, JSON.parse(meta).rule]);
  expect(looks).toContainEqual([acme.members.admin.userId, 'why-not.ask-for']);
});

it('names people to those who may know them, and to others only what they are', async () => {
  const { acme, partner } = world;
  const query = `action=api.publish&apiId=${acme.apiId}`;
  expect(peopleIn(await ask(acme.members.user, query))).toContain(acme.members.owner.userId);
  const stranger = await ask(partner.members.user, query);
  const own = Object.values(partner.members).map(({ userId }) => userId);
  expect(peopleIn(stranger)).toContain(partner.members.portal.userId);
  expect(peopleIn(stranger).filter((id) => !own.includes(id))).toEqual([]);
  const [change] = stranger.parts[0]?.changes ?? [];
  expect(change?.who.map(({ rule }) => rule)).toContain('maintainer');
  expect(JSON.stringify(stranger)).not.toContain('Acme-');
});

it('says that an account is disabled, and knows nobody who was deleted', async () => {
  const { acme, seed } = world;
  const { userId } = await seed.user(acme.organizationId, 'Nora', ['ROLE_COMPANY_USER']);
  await seed.send(userDecider, userId, { type: 'DisableUser', data: {} } as never);
  await world.allShown();
  const query = `action=api.publish&personId=${userId}`;
  expect((await ask(acme.members.support, query)).standing).toBe('disabled');
  await seed.send(userDecider, userId, { type: 'DeleteUser', data: {} });
  await world.allShown();
  expect((await world.ask(acme.members.support, 'GET', `/api/why-not?${query}`)).status).toBe(404);
  expect(
    (await world.ask(acme.members.support, 'GET', `/api/why-not?action=api.publish&userId=${userId}`)).status,
  ).toBe(404);
});

it('finds people and things that the asker may see, and no others', async () => {
  const { acme, partner } = world;
  const found = async (who: Member, of: string, search: string) => {
    const { body } = await world.ask(who, 'GET', `/api/why-not/subjects?of=${of}&search=${search}`);
    return (body.subjects as { id: number }[]).map(({ id }) => id);
  };
  expect(await found(acme.members.support, 'person', 'partner-user')).toContain(partner.members.user.userId);
  expect(await found(partner.members.support, 'person', 'acme-user')).toEqual([]);
  expect(await found(partner.members.support, 'person', 'partner-user')).toContain(partner.members.user.userId);
  expect(await found(acme.members.support, 'application', 'partner')).toEqual([]);
  expect(await found(acme.members.portal, 'application', 'partner')).toEqual([partner.applicationId]);
  expect(await found(partner.members.support, 'api', 'acme')).toContain(acme.apiId);
  expect(await found(acme.members.support, 'organization', 'partner')).toEqual([partner.organizationId]);
});

it('tells of each route that needs a fresh sign-in', () => {
  const fresh = new Set(routes.flatMap((route) => (route.fresh ? [route.action] : [])));
  const told = routes.flatMap(({ action }) => (beyondOf(action).includes('fresh') ? [action] : []));
  expect([...new Set(told)].sort()).toEqual([...fresh].sort());
});

it.each([
  'action=nothing',
  'personId=1',
  'action=api.publish&apiId=x',
  'action=api.publish&env=LIVE',
  'action=api.publish&x=1',
])('refuses %s', async (query) => {
  expect((await world.ask(world.acme.members.portal, 'GET', `/api/why-not?${query}`)).status).toBe(400);
});
