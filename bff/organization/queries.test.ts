import { afterAll, beforeAll, expect, it } from 'vitest';
import { organizationDecider } from '#domain/organization/decider.ts';
import { originOf } from '#domain/organization/four-eyes.ts';
import { randomId } from '#platform/uuid.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let rival: number;
let rivalsMember: Member;
beforeAll(async () => {
  world = await startBffWorld();
  rival = await world.seed.organization('Rival', true);
  rivalsMember = await world.seed.user(rival, 'Rival-user', ['ROLE_COMPANY_ADMIN']);
  await world.signIn(rivalsMember);
  await world.allShown();
});
afterAll(() => world.close());

const namesFor = async (who: Member): Promise<string[]> => {
  const { status, body } = await world.ask(who, 'GET', '/api/all-organizations');
  expect(status).toBe(200);
  return (body as unknown as { name: string }[]).map(({ name }) => name);
};
const requestDeletion = async (id: number) => {
  const requested = {
    requestId: 1,
    requestedBy: 1,
    usedLately: false,
    hasLastAdministrator: false,
    callers: [],
    accepted: [],
  };
  await world.seed.send(organizationDecider, id, { type: 'RequestDeletion', data: requested });
  return { requestId: 1, decidedBy: 2, operationId: randomId() };
};
const requestAccess = async (who: Member, organizationId: number) => {
  const { status, body } = await world.ask(who, 'POST', '/api/request-access', {
    json: { productId: world.acme.apiId, organizationId },
  });
  expect(status).toBe(200);
  await world.shown(body.position);
};

it('C2: colleagues see every organization', async () => {
  for (const who of [world.acme.members.user, world.acme.members.portal, world.partner.members.portal])
    expect(await namesFor(who)).toEqual(['Acme', 'Partner', 'Rival']);
});

it('says which organizations are deactivated, so that no form offers them', async () => {
  const closed = await world.seed.organization('Closed', true);
  const data = { operationId: randomId(), deactivated: true, hasLastAdministrator: false };
  await world.seed.send(organizationDecider, closed, { type: 'SwitchOrganization', data });
  await world.allShown();
  const listed = async (who: Member) =>
    (await world.ask(who, 'GET', '/api/all-organizations')).body as unknown as { id: number; deactivated?: boolean }[];
  const all = await listed(world.acme.members.portal);
  expect(all.filter(({ deactivated }) => deactivated).map(({ id }) => id)).toEqual([closed]);
  const [own] = await listed(world.partner.members.user);
  expect(own).not.toHaveProperty('deactivated');
  await world.seed.send(organizationDecider, closed, {
    type: 'ApproveDeletion',
    data: {
      ...(await requestDeletion(closed)),
      usedLately: false,
      hasLastAdministrator: false,
      callers: [],
      accepted: [],
      approver: originOf([]),
      at: new Date().toISOString(),
    },
  });
  await world.allShown();
});

it('C2: a partner sees its own company, and no list of customers', async () => {
  for (const who of [world.partner.members.user, world.partner.members.owningAdmin, world.partner.members.auditor])
    expect(await namesFor(who)).toEqual(['Partner']);
  expect(await namesFor(rivalsMember)).toEqual(['Rival']);
});

it('C2: a partner and the owners of an API it asks for see each other; two partners do not', async () => {
  await requestAccess(world.partner.members.admin, world.partner.organizationId);
  await requestAccess(rivalsMember, rival);
  expect(await namesFor(world.partner.members.user)).toEqual(['Acme', 'Partner']);
  expect(await namesFor(rivalsMember)).toEqual(['Acme', 'Rival']);
});

it('C2: a partner sees who has a key of its API', async () => {
  const deployed = world.partner.deployed.deploymentId;
  const { position } = await world.seed.consumer(deployed, world.partner.apiId, rival);
  await world.shown(position);
  expect(await namesFor(world.partner.members.user)).toEqual(['Acme', 'Partner', 'Rival']);
  expect(await namesFor(rivalsMember)).toEqual(['Acme', 'Partner', 'Rival']);
});
