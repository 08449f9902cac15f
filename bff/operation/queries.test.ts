import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Member } from '#test/bff-seed.ts';
import { type BffWorld, startBffWorld } from '#test/bff-world.ts';

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

it('other operations are shown to the organization that requested them', async () => {
  const { acme, partner } = world;
  expect((await read(acme.members.user, acme.deployed.operationId)).status).toBe(200);
  expect((await read(partner.members.user, acme.deployed.operationId)).status).toBe(404);
});
