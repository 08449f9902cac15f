import { afterAll, beforeAll, expect, it } from 'vitest';
import { applicationDecider } from '#domain/application/decider.ts';
import { type Action, may } from '#domain/core/authorization.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import { organizationDecider } from '#domain/organization/decider.ts';
import { plainOrganization } from '#domain/organization/details.ts';
import { userDecider } from '#domain/user/decider.ts';
import { loadState } from '#eventstore/load.ts';
import { findPersonById } from '#projections/person.ts';
import { newName } from '#test/examples/route-examples.ts';
import { fc } from '#test/runner/chance.ts';
import { importForm } from '#test/world/bff-forms.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
beforeAll(async () => {
  world = await startBffWorld({ env: { INTERNAL_EMAIL_DOMAINS: '' } });
});
afterAll(() => world.close());

const portal = () => world.acme.members.portal;
const move = async (who: Member, organizationId: number) => {
  const moved = await world.ask(portal(), 'POST', '/api/user', { json: { id: who.userId, organizationId } });
  expect(moved.status).toBe(200);
};
const changeApplication = async (id: number, owners: string) => {
  const form = await world.ask(portal(), 'GET', `/api/application/edit-application?id=${id}`);
  const { name, contact, organizationId, external, revision } = form.body;
  const json = { id, name, description: 'Sells', contact, organizationId, external, owners, revision };
  const saved = await world.ask(portal(), 'POST', '/api/application/edit-application', { json });
  expect(saved.status).toBe(200);
  await world.shown(saved.body.position);
};
/** The responses to what an owner does: reveals, publishes, reads the application, a deployment, a key's operation. */
const rightsOf = async (who: Member) => {
  const { acme } = world;
  const statuses = await Promise.all([
    world.ask(who, 'POST', '/api/record-consumer', { json: { consumerId: acme.consumer.consumerId } }),
    world.ask(who, 'POST', '/api/swagger/import', { body: importForm(acme.applicationId) }),
    world.ask(who, 'GET', `/api/application/${acme.applicationId}`),
    world.ask(who, 'GET', `/api/swaggers/deployment/${acme.deployed.deploymentId}`),
    world.ask(who, 'GET', `/api/operations/${acme.consumer.operationId}`),
  ]);
  return statuses.map(({ status }) => status);
};

it('an owner who moves to a partner keeps no right of the former organization, and gets none by moving back', async () => {
  const { acme, partner } = world;
  const { owner } = acme.members;
  expect(await rightsOf(owner)).toEqual([200, 200, 200, 200, 200]);
  await move(owner, partner.organizationId);
  expect(await rightsOf(owner)).toEqual([404, 403, 404, 404, 404]);
  const undeployed = await world.ask(owner, 'DELETE', `/api/swaggers/deployment/${acme.deployed.deploymentId}`);
  expect(undeployed.status).toBe(404);
  expect((await world.ask(owner, 'DELETE', `/api/swaggers/${acme.apiId}`)).status).toBe(404);
  const { actor } = (await findPersonById(world.pool, owner.userId)) ?? {};
  expect(actor?.ownerApps).toEqual([]);
  await move(owner, acme.organizationId);
  expect((await findPersonById(world.pool, owner.userId))?.actor.ownerApps).toEqual([]);

  // A form that does not name them takes them out for good. One that does names them anew.
  await changeApplication(acme.applicationId, acme.members.owningAdmin.email);
  const state = await loadState(world.services.store, applicationDecider, acme.applicationId);
  expect(state.status !== 'none' && state.owners).toEqual([acme.members.owningAdmin.userId]);
  await changeApplication(acme.applicationId, `${owner.email}\n${acme.members.owningAdmin.email}`);
  expect((await findPersonById(world.pool, owner.userId))?.actor.ownerApps).toEqual([acme.applicationId]);
});

it('an owner who moved can be named again by the form, which did not show them any more', async () => {
  const { acme, partner } = world;
  const owner = await world.seed.user(acme.organizationId, newName(), ['ROLE_COMPANY_USER']);
  const applicationId = await world.seed.application(acme.organizationId, newName(), [owner.userId]);
  await world.allShown();
  await move(owner, partner.organizationId);
  const shown = await world.ask(portal(), 'GET', `/api/application/edit-application?id=${applicationId}`);
  expect(shown.body.owners).toEqual([]);
  await changeApplication(applicationId, owner.email);
  expect((await findPersonById(world.pool, owner.userId))?.actor.ownerApps).toEqual([applicationId]);
});

it('a company administrator who moves administers neither company, except if the form says so', async () => {
  const { acme, partner } = world;
  const admin = await world.seed.user(partner.organizationId, newName(), ['ROLE_COMPANY_ADMIN']);
  await world.allShown();
  await move(admin, acme.organizationId);
  expect((await findPersonById(world.pool, admin.userId))?.actor.roles).toEqual(['ROLE_COMPANY_USER']);
});

it("a person who moves can't read the former organization's requests, and can read them again after moving back", async () => {
  const { acme, partner } = world;
  const { user } = partner.members;
  const productId = await world.seed.api(acme.organizationId, acme.applicationId, newName());
  await world.allShown();
  const json = { organizationId: partner.organizationId, productId };
  expect((await world.ask(user, 'POST', '/api/request-access', { json })).status).toBe(200);
  const requests = async () => {
    await world.allShown();
    return (await world.ask(user, 'GET', '/api/my-requests')).body.total;
  };
  expect(await requests()).toBe(1);
  await move(user, acme.organizationId);
  expect(await requests()).toBe(0);
  await move(user, partner.organizationId);
  expect(await requests()).toBe(1);
});

/** What happens in a random sequence. Numbers are places in the lists of a run. */
type Step = Readonly<
  | { kind: 'move'; person: number; to: number }
  | { kind: 'switch'; organization: number; external: boolean }
  | { kind: 'roles'; person: number; admin: boolean }
  | { kind: 'owners'; application: number; people: readonly number[] }
>;
const place = (count: number) => fc.nat(count - 1);
const [peopleCount, organizationCount] = [3, 3];
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), person: place(peopleCount), to: place(organizationCount) }),
  fc.record({ kind: fc.constant('switch' as const), organization: place(organizationCount), external: fc.boolean() }),
  fc.record({ kind: fc.constant('roles' as const), person: place(peopleCount), admin: fc.boolean() }),
  fc.record({
    kind: fc.constant('owners' as const),
    application: place(organizationCount),
    people: fc.subarray([0, 1, 2]),
  }),
);

/** Returns the events of some streams in the order of the log. */
const logOf = async (streams: readonly string[]): Promise<PorticoEvent[]> => {
  const read = await Promise.all(streams.map((stream) => world.services.store.read(stream)));
  return read.flat().toSorted((one, other) => (one.position < other.position ? -1 : 1));
};

/** What the log says of owners, in its own words: somebody was named, and nothing that ends it came after. */
const owns = (
  log: readonly PorticoEvent[],
  userId: number,
  applicationId: number,
  applicationsHome: number,
): boolean => {
  const named = log.findLastIndex(
    ({ type, data }) =>
      (type === 'OwnerAdded' && data.applicationId === applicationId && data.userId === userId) ||
      (type === 'ApplicationRegistered' && data.applicationId === applicationId && data.owners.includes(userId)),
  );
  if (named < 0) return false;
  let home = 0;
  for (const { type, data } of log.slice(0, named)) {
    if (type === 'UserRegistered' && data.userId === userId) home = data.organizationId;
    if (type === 'UserMoved' && data.userId === userId) home = data.to;
  }
  return !log
    .slice(named)
    .some(
      ({ type, data }) =>
        (type === 'OwnerRemoved' && data.applicationId === applicationId && data.userId === userId) ||
        (type === 'UserMoved' && data.userId === userId) ||
        (type === 'OrganizationDetailsChanged' &&
          data.organizationId === home &&
          home !== applicationsHome &&
          !data.from.external &&
          data.to.external),
    );
};

const ofOwners = ['api.publish', 'api.delete', 'deployment.request', 'consumer.limit'] as const satisfies Action[];
const ofCompany = [
  'application.add',
  'user.manage',
  'consumer.reveal',
  'registration.decide-own',
] as const satisfies Action[];

it('no right of a person comes from an organization that they have left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { seed, services } = world;
      const organizations: number[] = [];
      for (const external of [false, false, true]) organizations.push(await seed.organization(newName(), external));
      const [home = 0] = organizations;
      const people: Member[] = [];
      for (let count = 0; count < peopleCount; count += 1)
        people.push(await seed.user(organizations[count] ?? home, newName(), ['ROLE_COMPANY_USER']));
      const idsOf = (places: readonly number[]) => places.map((one) => people[one]?.userId ?? 0);
      const applications: number[] = [];
      for (const organizationId of organizations)
        applications.push(await seed.application(organizationId, newName(), idsOf([0, 1, 2])));
      await world.allShown();
      for (const step of steps) {
        if (step.kind === 'owners') {
          // By the form, which names whom it names anew.
          const lines = step.people.map((one) => people[one]?.email ?? '').join('\n');
          await changeApplication(applications[step.application] ?? 0, lines);
        } else if (step.kind === 'switch') {
          const id = organizations[step.organization] ?? 0;
          const details = { ...plainOrganization, name: `Company ${id}`, external: step.external };
          await seed.send(organizationDecider, id, { type: 'ChangeDetails', data: { details } });
        } else {
          const change =
            step.kind === 'move'
              ? { organizationId: organizations[step.to] ?? 0 }
              : { roles: [step.admin ? ('ROLE_COMPANY_ADMIN' as const) : ('ROLE_COMPANY_USER' as const)] };
          const id = people[step.person]?.userId ?? 0;
          await seed.send(userDecider, id, { type: 'ChangeUser', data: { change } });
        }
        await world.allShown();
        const log = await logOf([
          ...people.map(({ userId }) => `user-${userId}`),
          ...organizations.map((id) => `organization-${id}`),
          ...applications.map((id) => `application-${id}`),
        ]);
        for (const { userId } of people) {
          const person = await findPersonById(world.pool, userId);
          const state = await loadState(services.store, userDecider, userId);
          if (!person || state.status === 'none') throw new Error('nobody');
          for (const [index, applicationId] of applications.entries())
            for (const action of ofOwners)
              expect(may(person.actor, action, { applicationId }), `${action} ${JSON.stringify(steps)}`).toBe(
                owns(log, userId, applicationId, organizations[index] ?? 0),
              );
          for (const organizationId of organizations)
            for (const action of ofCompany)
              if (organizationId !== state.organizationId)
                expect(may(person.actor, action, { organizationId, organizationExternal: false })).toBe(false);
        }
      }
    }),
    { numRuns: 12, interruptAfterTimeLimit: 60_000 },
  );
}, 120_000);
