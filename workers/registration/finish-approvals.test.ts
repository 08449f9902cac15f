import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '#bff/http/new-id.ts';
import { registrationDecider } from '#domain/registration/decider.ts';
import type { Append } from '#eventstore/event-store.ts';
import { UnavailableError } from '#eventstore/event-store.ts';
import { fc } from '#test/runner/chance.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';
import { finishApprovals } from './finish-approvals.ts';

/** How many appends the BFF survives. Then it is dead: nothing more of it reaches the log. */
let life = Number.POSITIVE_INFINITY;
const dieAt = (appends: number) => {
  life = appends;
};

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld();
  const { store } = world.services;
  const append = store.append;
  Object.assign(store, {
    append: async (events: Append<never>) => {
      life -= 1;
      if (life < 0) throw new UnavailableError(new Error('killed'));
      return await append(events);
    },
  });
});
afterAll(() => world.close());

const newRequest = async (): Promise<number> => {
  const [registrationId, userId] = [await newId(world.pool, 'registration'), await newId(world.pool, 'user')];
  const person = { firstname: 'Nora', lastname: 'Lind', email: `nora-${userId}@applicant.example` };
  const data = { registrationId, userId, ...person, company: 'Acme', phoneNumber: '', comments: '', termsVersion: '1' };
  await world.shown(await world.seed.send(registrationDecider, registrationId, { type: 'RequestRegistration', data }));
  return registrationId;
};

type Decision = Readonly<{ who: 'portal' | 'admin'; verb: 'approve' | 'deny'; appends: number }>;

/** Lets a reviewer decide. The BFF dies after so many appends. */
const decide = async (id: number, { who, verb, appends }: Decision): Promise<number> => {
  const { organizationId, members } = world.acme;
  const isOwn = who === 'admin';
  const path =
    verb === 'approve'
      ? `/api/approve-${isOwn ? 'organization' : 'access'}-request`
      : `/api/deny-${isOwn ? 'organization-' : ''}access-request`;
  const person = { firstname: 'Nora', lastname: 'Lind', email: `nora-of-${id}@applicant.example` };
  const json = { accessRequestId: id, ...(verb === 'approve' ? { organizationId, ...person } : {}) };
  dieAt(appends);
  const { status } = await world.ask(members[who], 'POST', path, { json });
  dieAt(Number.POSITIVE_INFINITY);
  return status;
};

const decision: fc.Arbitrary<Decision> = fc.record({
  who: fc.constantFrom('portal', 'admin'),
  verb: fc.constantFrom('approve', 'deny'),
  appends: fc.constantFrom(0, 1, 2, 3, 9),
});

it('no order of decisions and kills ends with an approved request without a user, or with two decisions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(decision, { minLength: 1, maxLength: 3 }), fc.boolean(), async (decisions, atOnce) => {
      const id = await newRequest();
      if (atOnce) await Promise.all(decisions.map((each) => decide(id, { ...each, appends: 9 })));
      else for (const each of decisions) await decide(id, each);

      const eventsOf = () => world.services.store.read(`registration-${id}`);
      const events = await eventsOf();
      const before = events.map(({ type }) => type);
      const { userId } = (events[0] as NonNullable<(typeof events)[number]>).data as { userId: number };
      const user = () => world.services.store.read(`user-${userId}`);
      const account = ['UserRegistered', 'TermsAccepted'];
      const typesOf = async () => (await user()).map(({ type }) => type);
      if (before.includes('RegistrationApproved')) expect(await typesOf()).toEqual(account);

      await world.allShown();
      await finishApprovals(world.services, new Date(Date.now() + 1_000));
      const after = (await eventsOf()).map(({ type }) => type);
      const isApproved = after.includes('RegistrationApprovalBegun');
      expect(after.filter((type) => /Begun|Denied/.test(type)).length).toBeLessThanOrEqual(1);
      expect(after.includes('RegistrationApproved')).toBe(isApproved);
      expect(await typesOf()).toEqual(isApproved ? account : []);
    }),
    { numRuns: 40 },
  );
}, 120_000);

it('leaves the decisions of the last seconds to the process that made them', async () => {
  const id = await newRequest();
  await decide(id, { who: 'portal', verb: 'approve', appends: 1 });
  await world.allShown();
  expect(await finishApprovals(world.services, new Date(Date.now() - 60_000))).toBe(0);
  expect(await finishApprovals(world.services, new Date(Date.now() + 1_000))).toBe(1);
  await world.allShown();
  expect(await finishApprovals(world.services, new Date(Date.now() + 1_000))).toBe(0);
});
