import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDecider } from '#domain/api/decider.ts';
import { applicationDecider } from '#domain/application/decider.ts';
import { userDecider } from '#domain/user/decider.ts';
import type { Member } from '#test/world/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/world/bff-world.ts';

let world: BffWorld;
let operationId: string;
let consumerId: number;
beforeAll(async () => {
  world = await startBffWorld();
  const { acme, partner } = world;
  // The portal administrator gives the partner a key for an API of the portal's company.
  const { status, body } = await world.ask(acme.members.portal, 'POST', '/api/kong/add-consumer', {
    json: {
      deploymentId: acme.deployed.deploymentId,
      apiModelId: acme.apiId,
      organizationId: partner.organizationId,
    },
  });
  expect(status).toBe(200);
  operationId = String(body.operationId);
  await world.shown(body.position);
  const groups = await world.ask(acme.members.portal, 'GET', `/api/consumers?apiId=${acme.apiId}`);
  const group = (groups.body as unknown as { orgId: number; deployments: { id: number }[] }[]).find(
    ({ orgId }) => orgId === partner.organizationId,
  );
  consumerId = group?.deployments[0]?.id ?? 0;
  expect(consumerId).toBeGreaterThan(0);
});
afterAll(() => world.close());

const read = (who: Member, id = operationId) => world.ask(who, 'GET', `/api/operations/${id}`);
/** Names the owners of an application. */
const own = async (applicationId: number, owners: readonly Member[]) => {
  await world.seed.send(applicationDecider, applicationId, {
    type: 'ChangeApplication',
    data: {
      ...{ name: 'Acme shop', description: '', external: false, organizationId: world.acme.organizationId },
      ...{ contact: null, invited: [], hasApis: true },
      owners: owners.map(({ userId }) => userId),
    },
  });
  await world.allShown();
};
const listsKey = async (who: Member): Promise<boolean> => {
  const { body } = await world.ask(who, 'GET', `/api/consumers?apiId=${world.acme.apiId}`);
  return JSON.stringify(body).includes(`"consumerId":${consumerId},`);
};

it("C2: a key's operation is shown to people who may list the key or follow operations", async () => {
  const { acme, partner } = world;
  for (const who of [...Object.values(acme.members), ...Object.values(partner.members)]) {
    const follows = who.roles.includes('ROLE_SUPPORT');
    const expected = follows || (await listsKey(who)) ? 200 : 404;
    expect((await read(who)).status, who.subject).toBe(expected);
  }
  expect(await listsKey(acme.members.user)).toBe(false);
  expect((await read(acme.members.user)).status).toBe(404);
  expect((await read(acme.members.owner)).status).toBe(200);
  expect((await read(partner.members.user)).status).toBe(200);
});

it('C2: a partner does not see who at the other company requested it', async () => {
  const { acme, partner } = world;
  const nameFor = async (who: Member) => ((await read(who)).body.requestedBy as { name: string }).name;
  expect(await nameFor(partner.members.user)).toBe('');
  for (const who of [acme.members.portal, acme.members.owner, acme.members.support])
    expect(await nameFor(who)).not.toBe('');
});

it('C2: this stays so after the key is removed', async () => {
  const { acme, partner } = world;
  const removal = await world.ask(acme.members.portal, 'DELETE', `/api/consumer/${consumerId}`);
  expect(removal.status).toBe(200);
  await world.shown(removal.body.position);
  const id = String(removal.body.operationId);
  expect((await read(acme.members.user, id)).status).toBe(404);
  expect((await read(partner.members.user, id)).status).toBe(200);
});

describe('an operation that somebody of another company requested', () => {
  /** A partner who is named as an owner of Acme's application. */
  let named: Member;
  const removed = async (who: Member, path: string): Promise<string> => {
    const { status, body } = await world.ask(who, 'DELETE', path);
    expect(status).toBe(200);
    await world.shown(body.position);
    return String(body.operationId);
  };
  const statusOf = async (who: Member, id: string) => (await read(who, id)).status;
  beforeAll(async () => {
    const { acme, partner } = world;
    named = partner.members.user;
    await own(acme.applicationId, [named, acme.members.owner, acme.members.owningAdmin]);
  });

  it('is shown to the people and maintainers of the API, and not to others of that company', async () => {
    const { acme, partner } = world;
    const { deploymentId } = await world.seed.deployment(acme.apiId, world.publicGatewayId);
    await world.allShown();
    const id = await removed(named, `/api/swaggers/deployment/${deploymentId}`);
    for (const who of [named, acme.members.owner, acme.members.user, acme.members.support])
      expect(await statusOf(who, id), who.subject).toBe(200);
    for (const who of [partner.members.admin, partner.members.owner, partner.members.auditor])
      expect(await statusOf(who, id), who.subject).toBe(404);
    const { requestedBy } = (await read(acme.members.user, id)).body;
    expect(requestedBy).toEqual({ id: named.userId, name: '' });
    expect((await read(acme.members.owner, id)).body.requestedBy).toMatchObject({ name: expect.stringMatching(/./) });
  });

  it('stays so when the API is deleted', async () => {
    const { acme, partner } = world;
    const apiId = await world.publish(acme);
    const id = await removed(named, `/api/swaggers/${apiId}`);
    await world.seed.send(apiDecider, apiId, { type: 'ConfirmDeletion', data: { operationId: id } });
    await world.allShown();
    for (const who of [named, acme.members.owner, acme.members.user]) expect(await statusOf(who, id)).toBe(200);
    expect(await statusOf(partner.members.admin, id)).toBe(404);
  });

  it("on an application is shown to the application's organization", async () => {
    const { acme, partner } = world;
    const applicationId = await world.seed.application(acme.organizationId, 'Leaving', [named.userId]);
    await world.allShown();
    const id = await removed(named, `/api/application/${applicationId}`);
    for (const who of [named, acme.members.user]) expect(await statusOf(who, id)).toBe(200);
    expect(await statusOf(partner.members.admin, id)).toBe(404);
  });

  it('is not shown to the person who requested it after they left', async () => {
    const { acme, partner } = world;
    const { deploymentId } = await world.seed.deployment(acme.apiId, world.publicGatewayId);
    await world.allShown();
    const { owner } = partner.members;
    await own(acme.applicationId, [owner, acme.members.owner, acme.members.owningAdmin]);
    const id = await removed(owner, `/api/swaggers/deployment/${deploymentId}`);
    expect(await statusOf(owner, id)).toBe(200);
    const elsewhere = await world.seed.organization('Elsewhere', true);
    const change = { organizationId: elsewhere };
    await world.seed.send(userDecider, owner.userId, { type: 'ChangeUser', data: { change } });
    await world.allShown();
    expect(await statusOf(owner, id)).toBe(404);
  });
});

it('generated code is for the person who requested it, and support', async () => {
  const { acme } = world;
  const json = { type: 'client', lang: 'axios', modelPackage: 'acme.model', apiPackage: 'acme.api' };
  const { status, body } = await world.ask(acme.members.user, 'POST', `/api/codegen/${acme.apiId}`, { json });
  expect(status).toBe(200);
  await world.shown(body.position);
  const id = String(body.operationId);
  for (const who of [acme.members.user, acme.members.support]) expect((await read(who, id)).status).toBe(200);
  for (const who of [acme.members.admin, acme.members.owner]) expect((await read(who, id)).status).toBe(404);
});

it('other operations are shown to the organization of the API', async () => {
  const { acme, partner } = world;
  expect((await read(acme.members.user, acme.deployed.operationId)).status).toBe(200);
  expect((await read(partner.members.user, acme.deployed.operationId)).status).toBe(404);
});
